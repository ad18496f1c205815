import type { Readable } from "node:stream";
import type { ArticleGenre, ArticleLayout, PicturePlace } from "#features/articles/tables.ts";
import type { ImportAnswers, ImportReport } from "#features/newsletter/audience/endpoints.ts";
import type { TopicKind } from "#features/topics/rules.ts";
import type { Link } from "#shared/fields/fields.ts";

/** A file, in a zip or not. `path`: with `/`, below the folder or zip. `size`: bytes, uncompressed. */
export type SourceEntry = { path: string; size: number; open: () => Promise<Readable> };

/** The files of an import in the order of their paths. Nothing is extracted to disk. */
export type SourceFiles = AsyncDisposable & {
  /** How the person who gave it calls it. */
  name: string;
  entries: readonly SourceEntry[];
  find: (path: string) => SourceEntry | undefined;
};

/** The kinds of files that an import reads. */
export const IMPORT_KINDS = [
  "ghost",
  "wordpress",
  "substack",
  "beehiiv",
  "medium",
  "markdown",
  "feed",
  "redirects",
  "subscribers",
  "jarida",
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * Something to know about a source before it is stored. `info`: it comes along in another form; `warning`: a part of it is
 * lost or restricted; `error`: the item is skipped. `item` names it for a person, such as its title or file.
 */
export type Finding = { level: "info" | "warning" | "error"; item: string; message: string };

/**
 * A person that texts name as their author. `key` is unique among the source's authors, and the same in a later export. No
 * account is created for it. `addresses`: the old addresses of their page.
 */
export type AuthorItem = {
  kind: "author";
  key: string;
  name: string;
  slug: string;
  bio: string;
  picture: string;
  links?: readonly Link[];
  addresses?: readonly string[];
};

/** A category, tag or topic. Articles name it by `key`. `addresses`: the old addresses of its page. */
export type TopicItem = {
  kind: "topic";
  key: string;
  name: string;
  slug: string;
  description: string;
  picture: string;
  addresses: readonly string[];
  /** Of another Jarida: what it is, such as a coin, and its other names. */
  type?: TopicKind;
  aliases?: readonly string[];
  /** Of a category of another Jarida: the name of its editor. */
  editor?: string;
  /** Of a category: its own accent colour; one that is not `#rrggbb` is not imported. */
  accent?: string;
};

/**
 * A picture whose file the source contains. Texts name it by any of `addresses`, as they are in their HTML. Pictures that
 * only have an address need no item: they are fetched.
 */
export type PictureItem = {
  kind: "picture";
  key: string;
  addresses: readonly string[];
  /** The entry of the file. */
  path: string;
  alt: string;
  caption: string;
  credit: string;
  licence?: string;
  focus?: { x: number; y: number };
};

/** What only another Jarida has of a text. */
export type OwnFields = {
  genre: ArticleGenre;
  layout: ArticleLayout;
  picturePlace: PicturePlace;
  isBreaking: boolean;
  isEditorsPick: boolean;
  isAutoUpdate: boolean;
  /** Private sources, for the newsroom only. */
  sources: readonly string[];
  /** Whether the footer links to a page. */
  isInMenu: boolean;
};

/**
 * A post or a page. Its HTML is what the source's own site would show, without scripts and forms of the source: blocks, cards and
 * shortcodes are already HTML that the content model accepts, and everything else is named in `findings`. It is not clean:
 * the import passes it through the content model.
 */
export type TextItem = {
  kind: "post" | "page";
  /** Unique among the source's posts and pages, and the same in a later export: an id or a permanent address. */
  key: string;
  title: string;
  slug: string;
  excerpt: string;
  html: string;
  /** `published` only if everyone could read it without a password, an account or a payment. */
  state: "published" | "draft";
  /** Why a text that the source shows to some people is a draft here, as a sentence; a finding follows from it. */
  restriction: string;
  /** Epoch milliseconds; null if the source does not say. A future date makes it a draft. */
  publishedAt: number | null;
  updatedAt: number | null;
  /** The addresses at which readers had it, with the newest first: absolute, or paths of the source's own site. */
  addresses: readonly string[];
  /** The id of its entry in the source's feed; empty if unknown. */
  feedId: string;
  /** Keys of authors, in their order. */
  authors: readonly string[];
  /** Keys of topics in their order; `section`: the key of the one that is its category, empty for none. */
  topics: readonly string[];
  section: string;
  /** Its own picture: an address as in `PictureItem`, or one to fetch; empty for none. */
  picture: { address: string; alt: string; caption: string };
  seoTitle: string;
  seoDescription: string;
  socialTitle: string;
  socialText: string;
  socialPicture: string;
  /** Where the text was published first, on another site; empty if here. */
  canonicalUrl: string;
  /** A BCP 47 tag; empty if the source does not say. */
  language: string;
  isFeatured: boolean;
  isNoindex: boolean;
  own?: OwnFields;
  /** What the source has and Jarida has not, and what had to change: one sentence each, without the item's name. */
  findings: readonly Pick<Finding, "level" | "message">[];
};

/** A person on the list. Only `subscribed` ones get mail; all others are stored as having left, or not at all. */
export type SubscriberItem = {
  kind: "subscriber";
  key: string;
  email: string;
  name: string;
  state: "subscribed" | "unsubscribed" | "pending" | "unreachable";
  /** Epoch milliseconds; null if unknown. */
  since: number | null;
};

/** A redirect of the source's own site. `code`: 301, 302, 410 or 451. */
export type RedirectItem = { kind: "redirect"; key: string; from: string; to: string; code: number };

/** Articles that follow each other, by the keys of posts. */
export type SeriesItem = {
  kind: "series";
  key: string;
  name: string;
  slug: string;
  description: string;
  picture: string;
  posts: readonly string[];
  addresses: readonly string[];
};

/**
 * A newsletter issue, which becomes a draft: it is never sent again. `posts`: keys of the articles after its text, which names
 * others in `data-article` by their keys.
 */
export type IssueItem = {
  kind: "issue";
  key: string;
  subject: string;
  preview: string;
  introduction: string;
  html: string;
  posts: readonly string[];
};

/**
 * How the columns of a CSV of subscribers are understood; one for each file with them, before its subscribers. While `question`
 * is not empty, the import must not start: read again with `SourceOptions.answers` for this `file`.
 */
export type MappingItem = { kind: "mapping"; file: string; question: string } & Pick<
  ImportReport,
  "columns" | "statuses"
>;

export type Item =
  | AuthorItem
  | TopicItem
  | PictureItem
  | TextItem
  | SubscriberItem
  | RedirectItem
  | SeriesItem
  | IssueItem;

/**
 * What is known of a source as a whole; yielded first, and again if more becomes known. `address`: that of its site, with
 * which relative addresses are resolved; empty if unknown. `name` and `language` for the report.
 */
export type SiteItem = { kind: "site"; address: string; name: string; language: string };

/** What a reader yields, in any order that the source has: references may point forwards and to other files. */
export type Read = SiteItem | MappingItem | Item | ({ kind: "finding" } & Finding);

/** An unusable file, as a sentence for the person who gave it. */
export class SourceError extends Error {
  override name = "SourceError";
}

/** What people said about the files. `answers`: to questions, by `MappingItem.file`. */
export type SourceOptions = { answers?: Readonly<Record<string, ImportAnswers>> };

/**
 * Reads one kind of file. To add a kind, add a folder with its source and name it in `registry.ts`: matching, cleaning, links,
 * pictures, addresses, staging, release and undo are the same for all.
 */
export type Source = {
  kind: ImportKind;
  /** How the kind is called for people. */
  label: string;
  /** Whether the files look like this kind, from their names and first bytes. Never throws for a strange file. */
  recognises(files: SourceFiles): Promise<boolean>;
  /**
   * Yields everything in the files, the same for the same files. Memory does not grow with their size, apart from an index
   * of keys. Each step does a bounded amount of work, and leaves the event loop to others at least every 50 ms. Throws
   * SourceError for files that it cannot read at all; a broken item is a finding.
   */
  read(files: SourceFiles, options?: SourceOptions): AsyncIterable<Read>;
};

/** The defaults of a text, for sources that do not have all of it. */
export const NEW_TEXT: Omit<TextItem, "kind" | "key" | "title" | "html"> = {
  slug: "",
  excerpt: "",
  state: "draft",
  restriction: "",
  publishedAt: null,
  updatedAt: null,
  addresses: [],
  feedId: "",
  authors: [],
  topics: [],
  section: "",
  picture: { address: "", alt: "", caption: "" },
  seoTitle: "",
  seoDescription: "",
  socialTitle: "",
  socialText: "",
  socialPicture: "",
  canonicalUrl: "",
  language: "",
  isFeatured: false,
  isNoindex: false,
  findings: [],
};
