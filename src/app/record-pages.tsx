import type { FastifyPluginAsync } from "fastify";
import type { ReactNode } from "react";
import { DocumentFrame } from "#features/newsletter/site/document-frame.tsx";
import type { RecordFeature } from "#features/record/feature.ts";
import { ChangesPage } from "#features/record/site/changes-page.tsx";
import { CorrectionsPage } from "#features/record/site/corrections-page.tsx";
import { breadcrumbList } from "#shared/breadcrumbs.ts";
import { parseId } from "#shared/ids.ts";
import { documentPattern, documentUrl } from "#shared/urls.ts";
import { type DocumentDeps, keptPage } from "./document-pages.tsx";
import { limitReads, type ReadLimit } from "./read-limits.ts";

type Deps = DocumentDeps & {
  record: Pick<RecordFeature, "readCorrections" | "readChanges">;
  limit: ReadLimit | undefined;
};
type Query = { page?: unknown };

const SECTION = { url: documentUrl.corrections(), label: "Corrections" };

const pageIn = ({ page }: Query): number => (typeof page === "string" ? (parseId(page) ?? 1) : 1);

/** The page of all corrections, and those of all changes of an article: what is missing or past the end is not found. */
export function recordPages(deps: Deps): FastifyPluginAsync {
  const { site, record, limit } = deps;
  return async (app) => {
    if (limit) limitReads(app, limit);
    const serve = keptPage(app.answers, deps);
    const config = { cost: "page" } as const;

    app.get<{ Querystring: Query }>(documentPattern.corrections, { config }, async (request, reply) => {
      const url = documentUrl.corrections(pageIn(request.query));
      return serve(request, reply, url, async () => {
        const list = await record.readCorrections(pageIn(request.query));
        if (!list) return undefined;
        const head = {
          title: "Corrections",
          description: `What ${site.name} got wrong, and has corrected.`,
          canonical: url,
          jsonLd: [breadcrumbList(site, [{ name: "Corrections", path: documentUrl.corrections() }])],
        };
        const view = <CorrectionsPage siteName={site.name} {...list} />;
        return { head, view: framed(site.name, view) };
      });
    });

    app.get<{ Params: { id: string }; Querystring: Query }>(
      documentPattern.changes,
      { config },
      async (request, reply) => {
        const id = parseId(request.params.id);
        if (id === null) return reply.sendPage();
        const url = documentUrl.changes(id, pageIn(request.query));
        return serve(request, reply, url, async () => {
          const list = await record.readChanges(id, pageIn(request.query));
          if (!list) return undefined;
          const title = `Changes: ${list.title ?? "a removed article"}`;
          const description = "What was changed since the article was published, and why.";
          return {
            head: { title, description, canonical: url, robots: "noindex" },
            view: framed(site.name, <ChangesPage id={id} {...list} />),
          };
        });
      },
    );
  };
}

const framed = (siteName: string, view: ReactNode) => (
  <DocumentFrame siteName={siteName} section={SECTION}>
    {view}
  </DocumentFrame>
);
