import type { ReactNode } from "react";
import { DocumentFrame } from "#features/newsletter/site/document-frame.tsx";
import type { RecordFeature } from "#features/record/feature.ts";
import { ChangesPage } from "#features/record/site/changes-page.tsx";
import { CorrectionsPage } from "#features/record/site/corrections-page.tsx";
import { breadcrumbList } from "#shared/breadcrumbs.ts";
import type { SiteInfo } from "#shared/page.ts";
import { documentUrl } from "#shared/urls.ts";
import { type DocumentRoutes, pageIn } from "./document-pages.tsx";

type PublishedRecord = Pick<RecordFeature, "readCorrections" | "readChanges">;

const SECTION = { url: documentUrl.corrections(), label: "Corrections" };

/** The page of all corrections, and those of all changes of an article: what is missing or past the end is not found. */
export const recordPages = (
  site: SiteInfo,
  record: PublishedRecord,
): Pick<DocumentRoutes, "corrections" | "changes"> => ({
  corrections({ query }) {
    const page = pageIn(query);
    const url = documentUrl.corrections(page);
    return {
      url,
      make: async () => {
        const list = await record.readCorrections(page);
        if (!list) return undefined;
        const head = {
          title: "Corrections",
          description: `What ${site.name} got wrong, and has corrected.`,
          canonical: url,
          jsonLd: [breadcrumbList(site, [{ name: "Corrections", path: documentUrl.corrections() }])],
        };
        const view = <CorrectionsPage siteName={site.name} {...list} />;
        return { head, view: framed(site.name, view) };
      },
    };
  },

  changes({ id, query }) {
    if (id === null) return undefined;
    const page = pageIn(query);
    const url = documentUrl.changes(id, page);
    return {
      url,
      make: async () => {
        const list = await record.readChanges(id, page);
        if (!list) return undefined;
        const title = `Changes: ${list.title ?? "a removed article"}`;
        const description = "What was changed since the article was published, and why.";
        return {
          head: { title, description, canonical: url, robots: "noindex" },
          view: framed(site.name, <ChangesPage id={id} {...list} />),
        };
      },
    };
  },
});

const framed = (siteName: string, view: ReactNode) => (
  <DocumentFrame siteName={siteName} section={SECTION}>
    {view}
  </DocumentFrame>
);
