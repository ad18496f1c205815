import type { Database } from "#db/open.ts";
import type { PageRoutes } from "#platform/pages.ts";
import { parseId } from "#shared/ids.ts";
import type { Head, SiteInfo } from "#shared/page.ts";
import { breadcrumbList } from "#shared/structured-data.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, documentUrl } from "#shared/urls.ts";
import { type ReadIssue, readArchive, readIssue } from "./internal/issue-view.ts";
import { ArchivePage, IssuePage } from "./site/issue-page.tsx";

/**
 * The pages of sent newsletter issues, and the list of them: cached like all pages, but rendered on the server only,
 * without code in the readers' scripts (decision 58). Any other issue is not found.
 */
export const issuePages = (db: Database["db"]): PageRoutes => ({
  issue({ id }) {
    if (id === null) return undefined;
    const url = documentUrl.issue(id);
    return {
      url,
      make: async ({ viewer, now, site }) => {
        const issue = await readIssue(db, viewer, now, id);
        return issue && { head: headOfIssue(site, url, issue), view: <IssuePage issue={issue.view} /> };
      },
    };
  },

  issues({ query: { before } }) {
    const after = typeof before === "string" ? parseId(before) : null;
    const url = documentUrl.issues(after ?? undefined);
    return {
      url,
      make: async ({ viewer, now, site }) => {
        const archive = await readArchive(db, { viewer, now }, after);
        return (
          archive && { head: headOfArchive(site, url), view: <ArchivePage siteName={site.name} archive={archive} /> }
        );
      },
    };
  },
});

const archiveOf = (site: SiteInfo) => ({ name: textIn(site.language)("Newsletter"), path: documentUrl.issues() });

const headOfArchive = (site: SiteInfo, url: string): Head => ({
  title: archiveOf(site).name,
  description: textIn(site.language)("{name} by email: all issues.", { name: site.name }),
  canonical: url,
  jsonLd: [breadcrumbList(site, [archiveOf(site)])],
});

/** With the issue as search engines know it (schema.org PublicationIssue). */
function headOfIssue(site: SiteInfo, url: string, { view, description }: ReadIssue): Head {
  const { subject: title, sentAt } = view;
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
      breadcrumbList(site, [archiveOf(site), { name: title, path: url }]),
    ],
  };
}
