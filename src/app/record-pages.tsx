import type { RecordFeature } from "#features/record/feature.ts";
import { ChangesPage, CorrectionsPage, VersionPage } from "#features/record/site/record-pages.tsx";
import { breadcrumbList, type SiteInfo } from "#shared/page.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { type DocumentRoutes, pageIn } from "./document-pages.tsx";

type PublishedRecord = Pick<RecordFeature, "readCorrections" | "readChanges" | "readVersion">;

/**
 * The pages of all corrections, of an article's changes and of its older texts. Missing ones and those past the end are
 * not found.
 */
export const recordPages = (
  site: SiteInfo,
  record: PublishedRecord,
): Pick<DocumentRoutes, "corrections" | "changes" | "version"> => ({
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
          description: `Mistakes ${site.name} has corrected, newest first.`,
          canonical: url,
          jsonLd: [breadcrumbList(site, [{ name: "Corrections", path: documentUrl.corrections() }])],
        };
        return { head, view: <CorrectionsPage {...list} /> };
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
        const title = `Changes: ${list.article?.title ?? "a removed article"}`;
        const description = "What was changed since the article was published, and why.";
        return {
          head: { title, description, canonical: url, robots: "noindex" },
          view: <ChangesPage id={id} {...list} />,
        };
      },
    };
  },

  version({ id, n }) {
    if (id === null || n === null) return undefined;
    return {
      url: documentUrl.version(id, n),
      isRare: true,
      make: async () => {
        const version = await record.readVersion(id, n);
        if (!version) return undefined;
        const { title, isCurrent } = version;
        const description = "The text of an article as it was published, before later changes.";
        return {
          head: {
            title: isCurrent ? title : `${title} (older text)`,
            description,
            canonical: pageUrl.article(id),
            robots: "noindex",
          },
          view: <VersionPage id={id} {...version} />,
        };
      },
    };
  },
});
