import type { NewsletterFeature } from "#features/newsletter/feature.ts";
import { ArchivePage } from "#features/newsletter/issues/site/archive-page.tsx";
import { IssuePage } from "#features/newsletter/issues/site/issue-page.tsx";
import { parseId } from "#shared/ids.ts";
import { breadcrumbList, type Head, type SiteInfo } from "#shared/page.ts";
import { absoluteUrl, documentUrl } from "#shared/urls.ts";
import type { DocumentRoutes } from "./document-pages.tsx";

type Issues = Pick<NewsletterFeature, "readIssue" | "readArchive">;

/**
 * The pages of sent newsletter issues, and the list of them: cached like all pages, but rendered on the server only,
 * without code in the readers' scripts (decision 58). Any other issue is not found.
 */
export const issuePages = (site: SiteInfo, issues: Issues): Pick<DocumentRoutes, "issue" | "issues"> => ({
  issue({ id }) {
    if (id === null) return undefined;
    const url = documentUrl.issue(id);
    return {
      url,
      make: async () => {
        const issue = await issues.readIssue(id);
        if (!issue) return undefined;
        const { view, description } = issue;
        const about = { title: view.subject, description, sentAt: view.sentAt, url };
        return { head: issueHead(site, about), view: <IssuePage issue={view} /> };
      },
    };
  },

  issues({ query: { before } }) {
    const after = typeof before === "string" ? parseId(before) : null;
    const url = documentUrl.issues(after ?? undefined);
    return {
      url,
      make: async () => {
        const archive = await issues.readArchive(after);
        return (
          archive && { head: archiveHead(site, url), view: <ArchivePage siteName={site.name} archive={archive} /> }
        );
      },
    };
  },
});

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
