import type { ReactNode } from "react";
import { parseId } from "#shared/ids.ts";
import type { DatedPage, Head, SiteInfo } from "#shared/page.ts";
import { namedPicture } from "#shared/pictures.ts";
import { isSlug } from "#shared/slug.ts";
import { breadcrumbList } from "#shared/structured-data.ts";
import { beginningOf, isStorable, nameKey } from "#shared/text.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, type DocumentName } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";

/** Who reads a page, when, and in which publication. */
export type Reading = { viewer: Viewer; now: number; site: SiteInfo };

/** A page before it is inserted into its document. */
export type DocumentPage = { head: Head; view: ReactNode };

/** `moved`: the path of the page that was here before. Undefined if there is none. */
export type MakePage = (reading: Reading) => Promise<DocumentPage | { moved: string } | undefined>;

type Query = Record<string, unknown>;

/**
 * One kind of page, by the valid numbers in the path and the query: its cache key, and how it is rendered. `isRare`:
 * cached apart from the publication's main pages. Undefined for an invalid address.
 */
export type PageRoute = (asked: {
  id: number | null;
  /** Empty in addresses without one. */
  slug: string;
  n: number | null;
  /** Such as `2026-11`; empty in addresses without one. */
  month: string;
  query: Query;
}) => { url: string; make: MakePage; isRare?: boolean } | undefined;

/** Pages that are complete without scripts, by the names of their addresses (`documentPattern`). */
export type PageRoutes = Partial<Record<DocumentName, PageRoute>>;

/** A page in the sitemap, with when what it shows changed last, in epoch milliseconds. */
export type SitemapEntry = { path: string; modified?: number | null | undefined };

/** How many pages of one kind the sitemap lists. */
export const MAX_LISTED = 10_000;

/** Dated pages as the sitemap lists them. */
export const entriesOf = (pages: readonly DatedPage[], url: (slug: string) => string): SitemapEntry[] =>
  pages.map(({ slug, modified }) => ({ path: url(slug), modified }));

/** The page of a list that a query requests; the first by default. */
export const pageIn = ({ page }: Query): number => (typeof page === "string" ? (parseId(page) ?? 1) : 1);

/** The title of a numbered page. */
export const numberedTitle = ({ language }: SiteInfo, title: string, page: number): string =>
  page > 1 ? textIn(language)("{name}, page {page}", { name: title, page }) : title;

type SlugPage<View> = {
  /** Whether an address that is no slug may be a name. */
  hasNames?: boolean;
  url: (slug: string, page: number) => string;
  /** `movedTo`: the slug to redirect to, for a former one. Undefined for an unknown slug. */
  read: (reading: Reading, slug: string, page: number) => Promise<View | { movedTo: string } | undefined>;
  show: (view: View, site: SiteInfo, page: number) => DocumentPage;
};

/** The numbered pages of something with a slug; its number and former slugs redirect. */
export const slugPage =
  <View extends object>({ hasNames = false, url, read, show }: SlugPage<View>): PageRoute =>
  ({ slug: given, query }) => {
    const slug = nameKey(given);
    if (hasNames ? !isStorable(slug) || slug === "" : parseId(slug) === null && !isSlug(slug)) return undefined;
    const page = pageIn(query);
    return {
      url: url(slug, page),
      make: async (reading) => {
        const view = await read(reading, slug, page);
        if (!view) return undefined;
        return "movedTo" in view ? { moved: url(view.movedTo, page) } : show(view, reading.site, page);
      },
    };
  };

/** Search engines show about this much of a description. */
const DESCRIPTION_LENGTH = 160;

type Named = {
  name: string;
  /** If not the name. */
  title?: string;
  slug: string;
  description: string;
  /** Used without a description. */
  fallback: string;
  image_url: string;
  url: (slug: string, page?: number) => string;
  page: number;
  /** The pages above it. */
  above?: { name: string; path: string }[];
  /** Its JSON-LD, from its address and its picture's. */
  data: (url: string, image: string | undefined) => Record<string, unknown>;
};

/** The head of a numbered page of something with a name, a description and a picture, whose articles have a feed. */
export function headOfNamed(site: SiteInfo, named: Named): Head {
  const { name, title = name, slug, description, fallback, image_url, url, page, above = [], data } = named;
  const path = url(slug);
  const image = image_url ? absoluteUrl(site.url, image_url) : undefined;
  return {
    title: numberedTitle(site, title, page),
    description: beginningOf(description.replace(/\s+/g, " "), DESCRIPTION_LENGTH) || fallback,
    canonical: url(slug, page),
    image: namedPicture(image_url, name),
    feedOf: path,
    jsonLd: [data(absoluteUrl(site.url, path), image), breadcrumbList(site, [...above, { name, path }])],
  };
}
