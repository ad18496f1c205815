import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { CleanHtml, PageHtml } from "#shared/html.ts";

declare module "#db/tables.ts" {
  interface Tables {
    article: ArticleTable;
    article_topic: ArticleTopicTable;
    article_owner: ArticleOwnerTable;
    article_byline: ArticleBylineTable;
    article_picture: ArticlePictureTable;
    placement: PlacementTable;
    derived_content: DerivedContentTable;
    view_hour: ViewHourTable;
    article_hour: ArticleHourTable;
    article_source: ArticleSourceTable;
    article_list_entry: ArticleListEntryTable;
    article_list_span: ArticleListSpanTable;
    saved_view: SavedViewTable;
    series: SeriesTable;
    series_article: SeriesArticleTable;
    front_version: FrontVersionTable;
  }
}

export type ArticleLayout = "news" | "long_read" | "photo_essay" | "live";
export type PicturePlace = "automatic" | "beside" | "above" | "wide" | "none";
export type ArticleGenre = "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";

/** `ready`: written, and waiting to be published. */
export type ArticleStatus = "draft" | "ready" | "published";

export type ArticleTable = {
  id: Generated<number>;
  title: string;
  excerpt: string;
  /** The readable part of its address; empty while it follows the title (`slug.ts`). */
  slug: Generated<string>;
  content: CleanHtml;
  /** The article's own picture; empty without one. */
  image_url: string;
  image_alt: string;
  /** The first picture of the content, stored so that lists need not read the content. */
  content_image_url: string;
  category_id: number;
  author_id: number | null;
  /** JSON list of co-authors: account and name. */
  co_authors: Generated<string>;
  /** Only the program checks the allowed values (features/articles). */
  status: ArticleStatus;
  published_at: number | null;
  last_updated_at: number | null;
  is_auto_update: Flag;
  is_featured: Flag;
  is_editors_pick: Flag;
  is_breaking: Generated<Flag>;
  /** A canonical BCP 47 tag; empty for the site's language. */
  language: Generated<string>;
  /** The kind of text. Only the program checks the allowed values (features/articles). */
  genre: Generated<ArticleGenre>;
  /** How its page is laid out, and where the picture is on it. Only the program checks the allowed values. */
  layout: Generated<ArticleLayout>;
  picture_place: Generated<PicturePlace>;
  /** For search engines and other sites, instead of title, excerpt and picture; empty for these. */
  seo_title: Generated<string>;
  seo_description: Generated<string>;
  social_title: Generated<string>;
  social_text: Generated<string>;
  social_image: Generated<string>;
  /** Where the text was published first, on another site; empty if here. */
  canonical_url: Generated<string>;
  is_noindex: Generated<Flag>;
  /** JSON list of sources, as texts: never public. */
  sources: Generated<string>;
  /** JSON list of the names of its topics in their order. */
  tags: string;
  /** Incremented by every change: the article's ETag. */
  version: Generated<number>;
  views: Generated<number>;
  /** Logarithm of the decayed views (see articles/rules); null before the first view. */
  heat: number | null;
  created_at: number;
  updated_at: number;
  /** The account of the last change, which may be deleted; null for the operator. */
  updated_by: number | null;
  /** 1 if readers had seen it at the last write. It may have become public by its date since: see `wasPublic`. */
  was_public: Generated<Flag>;
  /** 1 while it belongs to an import that is not released: a draft that no list shows. */
  is_staged: Generated<Flag>;
  /** The id of its entry in feeds, from the system that it came from; empty for its address here. */
  feed_id: Generated<string>;
};

/** Views of all articles per hour since 1970, for the last two weeks. */
export type ViewHourTable = { hour: number; views: number };

/** New readers of an article in an hour since 1970, for five weeks. `finished`: who reached the end of the text. */
export type ArticleHourTable = { article_id: number; hour: number; views: number; finished: number };

/** Views of an article by the host that readers came from (`numbers/rules.ts`). */
export type ArticleSourceTable = { article_id: number; host: string; views: number };

/** Data derived from an article's content when it was written (features/content/derive.ts). */
export type DerivedContentTable = {
  article_id: number;
  /** The version of the article that it was derived from; stale for any other. */
  article_version: number;
  /** `DERIVATION` of the program that derived it. */
  derivation: number;
  has_rest: Flag;
  /** JSON list of picture addresses. */
  pictures: string;
  /** JSON list of headings: level and text. */
  outline: string;
  /** JSON list of positions in the content of addresses that are useless in a feed. */
  local_addresses: string;
  /** JSON list of content on other hosts to be fetched (features/media/remote). */
  remote_items: Generated<string>;
  /** One line per block. */
  plain_text: string;
  /** Public words beyond the plain text: `pictureWords` of features/content. */
  picture_words: Generated<string>;
  reading_minutes: Generated<number>;
  page_html: PageHtml;
};

/** The columns that the editors' list is searched, filtered and sorted by: full articles take too long to read. */
export type ArticleListEntryTable = {
  article_id: number;
  /** When it was or will be published; for a draft without a date, when it was created. */
  effective_at: number;
  updated_at: number;
  category_id: number;
  author_id: number | null;
  status: ArticleStatus;
  is_auto_update: Flag;
  is_featured: Flag;
  is_editors_pick: Flag;
  /** The folded title, truncated to the limit of an index. */
  title_key: string;
  /** The folded words of title and tags, each after a space. */
  words: string;
};

/**
 * How many published articles, future ones included, are in one stretch of a readers' list: from a date and id to those
 * of the next span. `list` 0 is all articles, others are a category's.
 */
export type ArticleListSpanTable = { list: number; from_at: number; from_id: number; size: number };

/** Named filters and sort orders of the editors' list by account; `filters` is a query string. */
export type SavedViewTable = {
  id: Generated<number>;
  account_id: number;
  name: string;
  filters: string;
  /** 1 if everyone on the desk sees it. */
  is_shared: Generated<Flag>;
};

/**
 * The owners of an article, also in the trash: its authors and its creator (`is_creator`). Accounts may be deleted;
 * their ids are not reused.
 */
export type ArticleOwnerTable = { article_id: number; account_id: number; is_creator: Generated<Flag> };

/** The published articles of an author by date, including future ones. The account may be deleted. */
export type ArticleBylineTable = { account_id: number; published_at: number; article_id: number };

/** The topics of an article. `published_at` is its date if it is published, also a future one; null for a draft. */
export type ArticleTopicTable = { article_id: number; topic_id: number; published_at: number | null };

/** An article's position on the home page, until `ends_at` if set. */
export type PlacementTable = { list: "lead" | "picks"; article_id: number; position: number; ends_at: number | null };

/** Articles that belong together. */
export type SeriesTable = {
  id: Generated<number>;
  name: string;
  /** By `nameKey`; unique. */
  name_key: string;
  /** The folded name, which searches compare. */
  search_key: Generated<string>;
  slug: string;
  description: Generated<string>;
  image_url: Generated<string>;
};
export type SeriesRow = Selectable<SeriesTable>;

/** The place of an article in its series, also while it is in the trash. */
export type SeriesArticleTable = { article_id: number; series_id: number; position: number };

/** A stored picture that an article shows or links to, written together with the article. */
export type ArticlePictureTable = { article_id: number; picture_key: string };

/** The arrangements of front pages: each save is a row, and readers have the newest one whose time has come. */
export type FrontVersionTable = {
  id: Generated<number>;
  kind: "home" | "category" | "topic" | "series";
  /** The category, topic or series that it is for; 0 for all pages of the kind. */
  place: number;
  /** JSON list of blocks; null for the arrangement that the page has by default. */
  blocks: string | null;
  one_place: Flag;
  /** The account that saved it; null for a deleted one. */
  saved_by: number | null;
  saved_at: number;
  /** When it is or was put in place, in epoch milliseconds; null for a draft. */
  live_at: number | null;
};
