import type { Database } from "#db/open.ts";
import { headOfNamed, numberedTitle, type PageRoutes, pageIn, slugPage } from "#platform/pages.ts";
import type { Head, SiteInfo } from "#shared/page.ts";
import { breadcrumbList } from "#shared/structured-data.ts";
import { textIn } from "#shared/translate.ts";
import { documentUrl } from "#shared/urls.ts";
import { type HoldingsOfAuthor, readAuthor, readAuthors } from "./queries.ts";
import { type Author, AuthorPage } from "./site/author-page.tsx";
import { AuthorsPage, type AuthorsView } from "./site/authors-page.tsx";

/**
 * The list of authors, and their pages. An author who is unknown, was erased or has published nothing is not found;
 * numbers and former slugs redirect.
 */
export const authorPages = (db: Database["db"], heldAt: HoldingsOfAuthor): PageRoutes => ({
  authors({ query }) {
    const page = pageIn(query);
    return {
      url: documentUrl.authors(page),
      make: async ({ now, site }) => {
        const view = await readAuthors(db, now, page);
        return view && { head: headOfAuthors(site, page, view), view: <AuthorsPage {...view} /> };
      },
    };
  },

  author: slugPage({
    url: documentUrl.author,
    read: (reading, slug, page) => readAuthor(db, reading, slug, page, heldAt),
    show: (view, site, page) => ({ head: headOfAuthor(site, view.author, page), view: <AuthorPage {...view} /> }),
  }),
});

function headOfAuthors(site: SiteInfo, page: number, { authors }: AuthorsView): Head {
  const t = textIn(site.language);
  return {
    title: numberedTitle(site, t("Authors"), page),
    description: t("Everyone who writes for {name}.", { name: site.name }),
    canonical: documentUrl.authors(page),
    ...(authors.length === 0 && { robots: "noindex" }),
    jsonLd: [breadcrumbList(site, [{ name: t("Authors"), path: documentUrl.authors() }])],
  };
}

function headOfAuthor(site: SiteInfo, { bio, links, ...author }: Author, page: number): Head {
  const { name } = author;
  const t = textIn(site.language);
  return headOfNamed(site, {
    ...author,
    url: documentUrl.author,
    page,
    description: bio,
    fallback: t("Articles by {name} in {site}.", { name, site: site.name }),
    above: [{ name: t("Authors"), path: documentUrl.authors() }],
    data: (url, image) => ({
      "@type": "ProfilePage",
      url,
      mainEntity: {
        "@type": "Person",
        name,
        url,
        ...(bio && { description: bio }),
        ...(image && { image }),
        ...(links.length > 0 && { sameAs: links.map((link) => link.url) }),
      },
    }),
  });
}
