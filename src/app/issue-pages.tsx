import type { FastifyPluginAsync } from "fastify";
import type { IssuesFeature } from "#features/issues/feature.ts";
import { ArchivePage } from "#features/issues/site/archive-page.tsx";
import { IssuePage } from "#features/issues/site/issue-page.tsx";
import { breadcrumbList } from "#shared/breadcrumbs.ts";
import { parseId } from "#shared/ids.ts";
import type { Head, SiteInfo } from "#shared/page.ts";
import { absoluteUrl, documentPattern, documentUrl } from "#shared/urls.ts";
import { type DocumentDeps, keptPage } from "./document-pages.tsx";
import { limitReads, type ReadLimit } from "./read-limits.ts";

type Deps = DocumentDeps & {
  issues: Pick<IssuesFeature, "readIssue" | "readArchive">;
  limit: ReadLimit | undefined;
};

/**
 * The pages of newsletter issues that were sent, and the list of them: kept as all pages are, but rendered here alone.
 * Nothing of them is in the readers' scripts (decision 58). Any other issue is not found.
 */
export function issuePages(deps: Deps): FastifyPluginAsync {
  const { site, issues, limit } = deps;
  const name = site.name;
  return async (app) => {
    if (limit) limitReads(app, limit);
    const serve = keptPage(app.answers, deps);
    const config = { cost: "page" } as const;

    app.get<{ Params: { id: string } }>(documentPattern.issue, { config }, async (request, reply) => {
      const id = parseId(request.params.id);
      if (id === null) return reply.sendPage();
      return serve(request, reply, documentUrl.issue(id), async () => {
        const issue = await issues.readIssue(id);
        if (!issue) return undefined;
        const { view, description } = issue;
        const url = documentUrl.issue(id);
        const about = { title: view.subject, description, sentAt: view.sentAt, url };
        return { head: issueHead(site, about), view: <IssuePage siteName={name} issue={view} /> };
      });
    });

    app.get<{ Querystring: { before?: unknown } }>(documentPattern.issues, { config }, async (request, reply) => {
      const after = typeof request.query.before === "string" ? parseId(request.query.before) : null;
      const url = documentUrl.issues(after ?? undefined);
      return serve(request, reply, url, async () => {
        const archive = await issues.readArchive(after);
        return archive && { head: archiveHead(site, url), view: <ArchivePage siteName={name} archive={archive} /> };
      });
    });
  };
}

const NAME = "Newsletter";

function archiveHead(site: SiteInfo, url: string): Head {
  return {
    title: NAME,
    description: `All issues of the ${site.name} newsletter.`,
    canonical: url,
    jsonLd: [breadcrumbList(site, [{ name: NAME, path: documentUrl.issues() }])],
  };
}

type About = { title: string; description: string; sentAt: string; url: string };

/** With the issue as search engines know it (schema.org PublicationIssue). */
function issueHead(site: SiteInfo, { title, description, sentAt, url }: About): Head {
  const crumbs = [
    { name: NAME, path: documentUrl.issues() },
    { name: title, path: url },
  ];
  return {
    title,
    description,
    canonical: url,
    jsonLd: [
      {
        "@type": "PublicationIssue",
        name: title,
        url: absoluteUrl(site.url, url),
        datePublished: sentAt,
        isPartOf: { "@type": "Periodical", name: site.name },
      },
      breadcrumbList(site, crumbs),
    ],
  };
}
