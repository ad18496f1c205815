import type { RecordFeature } from "#features/record/feature.ts";
import { ChangesPage } from "#features/record/site/changes-page.tsx";
import { CorrectionsPage } from "#features/record/site/corrections-page.tsx";
import { breadcrumbList } from "#shared/breadcrumbs.ts";
import type { SiteInfo } from "#shared/page.ts";
import { documentUrl } from "#shared/urls.ts";
import { type DocumentRoutes, pageIn } from "./document-pages.tsx";

type PublishedRecord = Pick<RecordFeature, "readCorrections" | "readChanges">;

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
        const title = `Changes: ${list.title ?? "a removed article"}`;
        const description = "What was changed since the article was published, and why.";
        return {
          head: { title, description, canonical: url, robots: "noindex" },
          view: <ChangesPage id={id} {...list} />,
        };
      },
    };
  },
});
