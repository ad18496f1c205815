import { type Author, AuthorPage } from "#features/articles/authors/site/author-page.tsx";
import type { ArticlesFeature } from "#features/articles/feature.ts";
import { breadcrumbList, type Head, type SiteInfo } from "#shared/page.ts";
import { beginningOf } from "#shared/text.ts";
import { absoluteUrl, documentUrl } from "#shared/urls.ts";
import { type DocumentRoutes, pageIn } from "./document-pages.tsx";

type Authors = Pick<ArticlesFeature, "readAuthor">;

/** The pages of authors. An author who is unknown, was erased or has published nothing is not found. */
export const authorPages = (site: SiteInfo, authors: Authors): Pick<DocumentRoutes, "author"> => ({
  author({ id, query }) {
    if (id === null) return undefined;
    const page = pageIn(query);
    return {
      url: documentUrl.author(id, page),
      make: async () => {
        const view = await authors.readAuthor(id, page);
        if (!view) return undefined;
        return {
          head: headOf(site, view.author, page),
          view: <AuthorPage {...view} />,
        };
      },
    };
  },
});

/** Search engines show about this much of a description. */
const DESCRIPTION_LENGTH = 160;

function headOf(site: SiteInfo, { id, name, bio, image_url, links }: Author, page: number): Head {
  const path = documentUrl.author(id);
  const url = absoluteUrl(site.url, path);
  const person = {
    "@type": "Person",
    name,
    url,
    ...(bio && { description: bio }),
    ...(image_url && { image: absoluteUrl(site.url, image_url) }),
    ...(links.length > 0 && { sameAs: links.map((link) => link.url) }),
  };
  return {
    title: page > 1 ? `${name}, page ${page}` : name,
    description: beginningOf(bio.replace(/\s+/g, " "), DESCRIPTION_LENGTH) || `Articles by ${name} in ${site.name}.`,
    canonical: documentUrl.author(id, page),
    jsonLd: [{ "@type": "ProfilePage", url, mainEntity: person }, breadcrumbList(site, [{ name, path }])],
  };
}
