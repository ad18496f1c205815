import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { ApiQuery } from "./api-query.ts";
import type { MenuEntry } from "./menus.ts";
import type { SizedPicture } from "./pictures.ts";
import type { OwnFacts, SocialLink } from "./site-facts.ts";
import { pageUrl } from "./urls.ts";

/** The header with the full count of a list. */
export const TOTAL_HEADER = "x-total-count";

const PAGE_NUMBER = /^[1-9]\d{0,4}$/;

/** The page number of a `?page=`: from 1 up; anything invalid is the first page. */
export function pageNumberOf(param: string | null): number {
  return param !== null && PAGE_NUMBER.test(param) ? Number(param) : 1;
}

/** The items of a page, counted from 1, if a backend has returned the full list instead. */
export const pageOf = <Item>(items: Item[], page: number, size: number): Item[] =>
  items.length > size ? items.slice((page - 1) * size, page * size) : items;

/** How many pages `total` items fill; at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The story that all pages have on top. `until`: when it leaves them, in epoch milliseconds. */
export type BreakingStory = { id: number; slug: string; title: string; language: string; until: number };

/** What all pages of one publication share. `url` has no trailing slash. */
export type SiteInfo = OwnFacts & {
  name: string;
  url: string;
  /** What it is about: the home page's title, and a sentence. */
  title: string;
  description: string;
  /** The language of the interface; English if absent. */
  language?: string | undefined;
  /** The path of the messages that the newsroom has changed in this language, if there are any. */
  words?: string;
  /** The newsroom's time zone, by its IANA name; UTC if absent. */
  timeZone?: string;
  /** Where readers write to, on the contact page. */
  contactEmail?: string;
  /** The name drawn in the headline face, in thousandths of the font size, for readers' pages. */
  wordmark?: { width: number; path: string } | undefined;
  /** A long name in several centred lines, for narrow screens; `end`: where the last line ends. */
  stackedWordmark?: { width: number; path: string; lines: number; end: number } | undefined;
  /** Whether an SMTP server is configured; only in the admin area's document. */
  sendsMail?: boolean;
  /** The name of the single sign-on, if configured; only in the admin area's document. */
  signOnName?: string | undefined;
  /** Set if addresses of articles end in their slugs. */
  hasSlugs?: true | undefined;
  /** Set if slots without an advertisement are omitted. */
  hidesEmptySlots?: true;
  /** Set if only the last slot of a page is shown without an advertisement. */
  hasOneEmptySlot?: true;
  /** The paths of pages that state the newsroom's principles, as far as there are any. */
  policies?: { ethics?: string; ownership?: string };
  /** The newsroom's own menu in the header, and columns of the footer, if it has changed them. */
  header?: readonly MenuEntry[];
  footer?: readonly MenuEntry[];
  /** Pages that the default footer links to after its own. */
  menu?: { label: string; path: string }[];
  /** The publication's own logo, the one for the dark theme, and the picture of its icons, by canonical address. */
  logo?: string;
  logoDark?: string;
  icon?: string;
  /** The pairing of typefaces, if not the default. */
  fonts?: "classic" | "modern" | "plain" | "literary" | "warm" | "slab" | "narrow" | "bookish" | undefined;
  /** The files of the newsroom's own typefaces that pages preload, if it has any: Latin letters, and Arabic ones. */
  ownFonts?: Partial<Record<"headlines" | "text", { basic?: string; arabic?: string }>>;
  /** The backgrounds of both themes, if they are the newsroom's own. */
  papers?: { light: string; dark: string };
  /** Front pages with arrangements of their own: the home page with its kinds of blocks, and whether categories have any. */
  fronts?: { home?: readonly string[]; category?: true };
  breaking?: BreakingStory;
  /** Set if the home page starts with the newest stories instead of the featured ones. */
  startsWithLatest?: true;
  /** The picture for pages without one, if it is not drawn from the name. */
  socialCard?: SizedPicture;
  /** The path of the stylesheet with the newsroom's own look, if it has one. */
  theme?: string | undefined;
  /** In the order of the footer. */
  social: readonly SocialLink[];
};

/** The canonical path of an article. A slug is missing where a backend returns none. */
export const articlePath = (
  { hasSlugs }: Pick<SiteInfo, "hasSlugs">,
  { id, slug }: { id: number; slug?: string | undefined },
): string => pageUrl.article(id) + (hasSlugs && slug ? `/${encodeURIComponent(slug)}` : "");

/** A page that sitemaps list: its slug, and when what it shows changed last, in epoch milliseconds; null if unknown. */
export type DatedPage = { slug: string; modified: number | null };

/** The address a page is rendered for. `params` are decoded; `now` is epoch milliseconds. */
export type PageContext = {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
  now: number;
  site: SiteInfo;
};

/** The content of the head of a page. Addresses are paths; the document makes them absolute. */
export type Head = {
  title: string;
  description: string;
  /** A path, or the address on another site where the text was published first; null if there is no page. */
  canonical: string | null;
  /** Its own path, where `canonical` is on another site. */
  path?: string;
  /** What cards on other sites show instead of title and description. */
  social?: { title?: string | undefined; text?: string | undefined };
  /** Default: index. Search results, errors and the unsubscribe page are `noindex`. */
  robots?: "noindex";
  /** A path or address; default: a card with the title, or the publication's own. */
  image?: { url: string; width?: number | undefined; height?: number | undefined; alt?: string } | undefined;
  article?: { published: string | null; modified: string | null; authors: string[]; section: string; tags: string[] };
  /** The language of the page's text, where it is not the publication's. */
  language?: string | undefined;
  /** JSON-LD objects, without `@context`. */
  jsonLd?: Record<string, unknown>[];
  /** The path of the same text as Markdown. */
  markdown?: string;
  /** The path of the page that a feed pair (RSS, JSON) belongs to: a category's, or a topic's. */
  feedOf?: string;
  /** A picture to preload: the largest of the page. */
  preloadImage?: { url: string; sizes: string };
};

/**
 * One page of the site: the module behind a route. `queries` are read before the first paint, on the server and before
 * a navigation. `status` is the HTTP status (default 200). All but `Page` are pure.
 */
export type PageModule = {
  Page: ComponentType;
  queries: (context: PageContext) => ApiQuery<unknown>[];
  /** Loads code that only some publications need, before the page is rendered. */
  load?: (site: SiteInfo) => Promise<unknown> | undefined;
  /** Loaded when it is needed: the server needs it for each document, the browser only after a navigation. */
  head: (context: PageContext, client: QueryClient) => Head | Promise<Head>;
  status?: (context: PageContext, client: QueryClient) => number;
  /** Where the page has moved to, as a path: the server redirects there; in the browser the page itself navigates. */
  movedTo?: (context: PageContext, client: QueryClient) => string | undefined;
  /** The status of that redirect; default 308. */
  movedStatus?: 301;
};

/** A promise that React's `use` reads without suspending once it is settled. */
type ReadPromise<T> = Promise<T> & { status?: "fulfilled" | "rejected"; value?: T; reason?: unknown };

/** Marks a promise as settled when it is. */
function settled<T>(promise: ReadPromise<T>): ReadPromise<T> {
  promise.then(
    (value) => {
      Object.assign(promise, { status: "fulfilled", value });
    },
    (reason: unknown) => {
      Object.assign(promise, { status: "rejected", reason });
    },
  );
  return promise;
}

/**
 * How long a failure to load code counts, in milliseconds: React renders again immediately, the network does not recover
 * that fast.
 */
const RETRY_AFTER_MS = 1_000;

/**
 * Loads code once, when it is first needed, and again a while after a failure. React's `use` reads the promise without
 * suspending once it is settled.
 */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: ReadPromise<T> | undefined;
  let failedAt: number | undefined;
  return () => {
    if (loading && (failedAt === undefined || Date.now() - failedAt < RETRY_AFTER_MS)) return loading;
    failedAt = undefined;
    const started = settled(load());
    started.catch(() => {
      failedAt = Date.now();
    });
    loading = started;
    return started;
  };
}
