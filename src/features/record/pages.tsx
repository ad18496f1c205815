import type { Database } from "#db/open.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { type PageRoutes, pageIn } from "#platform/pages.ts";
import type { SiteInfo } from "#shared/page.ts";
import { breadcrumbList } from "#shared/structured-data.ts";
import { textIn } from "#shared/translate.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { readChanges, readCorrections, readVersion } from "./internal/pages.tsx";
import { ChangesPage, CorrectionsPage, VersionPage } from "./site/record-pages.tsx";

type Store = { db: Database["db"]; content: ContentPreparer; language: SiteInfo["language"] };

/**
 * The pages of all corrections, of an article's changes and of its older texts. Missing ones and those past the end are
 * not found.
 */
export const recordPages = (store: Store): PageRoutes => ({
  corrections({ query }) {
    const page = pageIn(query);
    const url = documentUrl.corrections(page);
    return {
      url,
      make: async ({ viewer, now, site }) => {
        const list = await readCorrections(store.db, viewer, now, page);
        if (!list) return undefined;
        const t = textIn(site.language);
        const head = {
          title: t("Corrections"),
          description: t("Mistakes {name} has corrected, newest first.", { name: site.name }),
          canonical: url,
          jsonLd: [breadcrumbList(site, [{ name: t("Corrections"), path: documentUrl.corrections() }])],
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
      make: async (reading) => {
        const list = await readChanges(store, reading, id, page);
        if (!list) return undefined;
        const t = textIn(reading.site.language);
        const title = t("Changes: {title}", { title: list.article?.title ?? t("a removed article") });
        const description = t("What was changed since the article was published, and why.");
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
      make: async (reading) => {
        const version = await readVersion(store, reading, id, n);
        if (!version) return undefined;
        const { title, isCurrent } = version;
        const t = textIn(reading.site.language);
        const head = {
          title: isCurrent ? title : t("{title} (older text)", { title }),
          description: t("The text of an article as it was published, before later changes."),
          canonical: pageUrl.article(id),
          robots: "noindex" as const,
        };
        return { head, view: <VersionPage id={id} {...version} /> };
      },
    };
  },
});
