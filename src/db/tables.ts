import type { Generated, Selectable } from "kysely";
import type { CleanHtml, PageHtml } from "#shared/clean-html.ts";
import type { ScopeList } from "./scopes.ts";

/**
 * The rows of both engines. Times are epoch milliseconds, truth values 0 or 1, lists JSON text: one meaning on
 * SQLite and PostgreSQL without conversion.
 */
export type Flag = 0 | 1;

export type AccountTable = {
  id: Generated<number>;
  /** Null for an author who cannot log in. */
  email: string | null;
  password_hash: string | null;
  name: string;
  image_url: string;
  bio: string;
  created_at: number;
  /** Raised when the password changes: sessions of an older generation have ended. */
  token_generation: Generated<number>;
};

/** What began with a login: a family of refresh tokens. Ended sessions are deleted. */
export type SessionTable = {
  /** Random. Access tokens name it, so that they end with it. */
  id: string;
  account_id: number;
  /** The account's `token_generation` at login. */
  generation: number;
  /** When its newest refresh token expires. */
  expires_at: number;
};

export type RefreshTokenTable = {
  /** SHA-256 of the token, which itself is nowhere. */
  hash: string;
  session_id: string;
  /** When it was exchanged for its successor; null for the newest. */
  spent_at: number | null;
};

/** An attempt counts under several keys, each a keyed hash; `id` is the same in all its rows. */
export type AttemptTable = { id: string; key: string; attempted_at: number };

/** Networks that an account has signed in from lately, each as a keyed hash. */
export type KnownClientTable = { account_id: number; network: string; seen_at: number };

/** Work that outlives its request (features/tasks). */
export type TaskTable = {
  id: Generated<number>;
  kind: string;
  /** `queued` with a lease that has not run out: a process is at it. */
  state: "queued" | "done" | "failed";
  /** What it was given, as JSON; emptied when it ends. */
  payload: string;
  /** Where its next step begins, as JSON; null before the first. */
  position: string | null;
  done: Generated<number>;
  total: Generated<number>;
  /** JSON; null until it is done. */
  result: string | null;
  /** Failures since it last got on. */
  attempts: Generated<number>;
  last_error: Generated<string>;
  due_at: number;
  lease_by: string | null;
  lease_until: number | null;
  created_at: number;
  finished_at: number | null;
};

export type CategoryTable = {
  id: Generated<number>;
  name: string;
  /** The folded name, by which names are compared. */
  name_key: string;
  slug: string;
  /** 0: an article named it; readers see it once something in it is published. 1: an editor made it. */
  shown_empty: Generated<Flag>;
};

/** A slug that a category used to have, while no other category has taken it. */
export type CategoryRedirectTable = { slug: string; category_id: number };

export type ArticleTable = {
  id: Generated<number>;
  title: string;
  excerpt: string;
  content: CleanHtml;
  /** The article's own picture; empty where there is none. */
  image_url: string;
  /** What the picture shows, for those who do not see it. */
  image_alt: string;
  /** The first picture of the content, kept beside it so that lists need not read the content. */
  content_image_url: string;
  category_id: number;
  author_id: number | null;
  /** Which there are is checked by the program alone (features/articles). */
  status: "published" | "draft";
  published_at: number | null;
  last_updated_at: number | null;
  is_auto_update: Flag;
  is_featured: Flag;
  is_editors_pick: Flag;
  /** JSON list of tag names in their order. */
  tags: string;
  /** Raised by every change: the article's ETag. */
  version: Generated<number>;
  views: Generated<number>;
  /** Logarithm of the decayed views (see articles/rules); null before the first view. */
  heat: number | null;
  created_at: number;
  updated_at: number;
  /** The account that wrote it last, which may be gone; null for the operator. */
  updated_by: number | null;
};

/** What was derived from an article's content when it was written (features/content/derive.ts). */
export type DerivedContentTable = {
  article_id: number;
  /** The article's version that it was derived from: with any other it no longer holds. */
  article_version: number;
  /** `DERIVATION` of the program that derived it. */
  derivation: number;
  /** 1 where a preview hides a part. */
  has_rest: Flag;
  /** JSON list of the addresses of its pictures. */
  pictures: string;
  /** JSON list of its headings: level and text. */
  outline: string;
  /** JSON list of where in the content addresses begin that mean nothing in a feed. */
  local_addresses: string;
  /** A line a block. */
  plain_text: string;
  page_html: PageHtml;
};

/** What the editors' list of articles is searched, filtered and sorted by: written with the article. */
export type DeskArticleTable = {
  article_id: number;
  /** When it was or will be published; a draft without a date stands where it was begun. */
  stands_at: number;
  updated_at: number;
  category_id: number;
  author_id: number | null;
  status: "published" | "draft";
  is_auto_update: Flag;
  is_featured: Flag;
  is_editors_pick: Flag;
  /** The folded title, cut where indexes end. */
  title_key: string;
  /** The folded words of title and tags, each after a space. */
  words: string;
};

export type ArticleTagTable = { article_id: number; tag_key: string };

export type MediaTable = {
  id: Generated<number>;
  /** The random name in the address. */
  key: string;
  /** SHA-256 of the bytes that came in: the same picture twice is stored once. */
  sha256: string;
  width: number;
  height: number;
  fallback_format: "jpg" | "png";
  /** 1 when the smaller variants are made; until then the master stands in. */
  has_variants: Flag;
  created_at: number;
};

/** A picture that was taken down for good. */
export type RemovedPictureTable = { key: string; removed_at: number };

export type AdSpaceTable = {
  id: Generated<number>;
  name: string;
  type: "leaderboard" | "rectangle" | "sidebar";
  location: string;
  active: Flag;
  image_url: string;
  alt: string;
  target_url: string;
  /** Readers who saw the creative, and who followed it. */
  views: Generated<number>;
  clicks: Generated<number>;
};

export type SubscriberTable = {
  id: Generated<number>;
  email: string;
  /** `pending`: has not confirmed the address yet. */
  status: "pending" | "active" | "unsubscribed";
  created_at: number;
  changed_at: number;
};

export type ContactMessageTable = {
  id: Generated<number>;
  first_name: string;
  last_name: string;
  email: string;
  subject: string;
  message: string;
  created_at: number;
  /** `spam`: a machine wrote it, by all appearances; it was not mailed. */
  state: Generated<"new" | "read" | "done" | "spam">;
};

/** What a mail says. The mails of one issue share one; the reader's own links are filled in while sending. */
export type MailBodyTable = { id: Generated<number>; subject: string; html: string; text: string };

/** The outbox (decision 13): one row a mail and recipient. */
export type MailTable = {
  id: Generated<number>;
  kind: "welcome" | "confirm" | "goodbye" | "contact" | "test" | "issue";
  /**
   * `queued`: not sent, surely. `sending`: the mail server was asked to take the text. `uncertain`: so it was when
   * the process died or the connection broke; nobody knows. `held`: its issue is paused. `cancelled`: not wanted any more.
   */
  state: "queued" | "sending" | "sent" | "failed" | "uncertain" | "held" | "cancelled";
  /** 0 before 1: what somebody waits for goes before an issue. */
  priority: number;
  attempts: Generated<number>;
  body_id: number;
  issue_id: number | null;
  /** Whose links the mail carries; null for mails to nobody on the list. */
  subscriber_id: number | null;
  created_at: number;
  due_at: number;
  first_tried_at: number | null;
  /** When it was last taken for sending: what the rate is counted by. */
  claimed_at: number | null;
  /** Until when the process `lease_by` may work on it; that process prolongs it. */
  lease_until: number | null;
  lease_by: string | null;
  settled_at: number | null;
  /** When the reader unsubscribed after this issue. */
  left_at: number | null;
  message_id: string;
  to_email: string;
  reply_name: Generated<string>;
  reply_email: Generated<string>;
  last_error: Generated<string>;
};

/** What became of those mails of an issue whose rows are gone: so many of each state, of whose readers so many left. */
export type MailTallyTable = { issue_id: number; state: MailTable["state"]; count: number; left_count: number };

/** Addresses that mail servers called unknown; a mail that arrives takes the address off. */
export type MailBounceTable = { email: string; count: number; last_at: number; last_error: string };

export type IssueTable = {
  id: Generated<number>;
  state: "draft" | "scheduled" | "sending" | "paused" | "sent";
  /** Raised whenever an editor changes what it says. */
  version: Generated<number>;
  is_digest: Generated<Flag>;
  subject: string;
  preview: string;
  introduction: string;
  /** JSON list of ids in their order. */
  article_ids: string;
  /** What is sent, as it was rendered when sending began. */
  body_id: number | null;
  recipients: Generated<number>;
  /** Mails are written for subscribers in the order of their ids: up to which, and which one is the last. */
  expanded_to: Generated<number>;
  expand_until: Generated<number>;
  created_at: number;
  updated_at: number;
  scheduled_at: number | null;
  started_at: number | null;
  finished_at: number | null;
  /** Failures since its sending last got on, when it is tried again, and what is said of the last one. */
  attempts: Generated<number>;
  due_at: Generated<number>;
  last_error: Generated<string>;
};

/** The weekly digest: one row. `weekday` 0 (Sunday) to 6 and `hour` are UTC. */
export type DigestTable = { id: number; enabled: Flag; weekday: number; hour: number; done_until: number };

export type MarketPriceTable = {
  symbol: string;
  last_price: string;
  price_change_percent: string;
  source: "exchange" | "demo";
  updated_at: number;
};

/** Keyed hashes of who saw what this hour; never an address (see platform/reader-counter). */
export type ViewMarkTable = { hash: string; seen_at: number };

/** The moment (epoch milliseconds) at which a process began to ask the exchange: one row. */
export type MarketRefreshTable = { id: number; began_at: number };

/** What was created under an `Idempotency-Key` of an account. */
export type IdempotencyKeyTable = {
  resource: "article" | "issue" | "category" | "ad";
  account_id: number;
  key: string;
  created_id: number;
};

/** What a new publication was given, once ever. */
export type SeedMarkTable = { name: "ad_spaces" | "edition" };

/** One row: `content_version`. */
export type SiteStateTable = { key: string; value: number };

/** What the latest versions of the content changed (db/change.ts). */
export type ContentChangeTable = { version: number; scopes: ScopeList };

/** Every word of the search index, forwards and backwards, for finding the neighbours of a misspelt one. */
export type SearchTermTable = { term: string; reversed: string };

export type Tables = {
  account: AccountTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  attempt: AttemptTable;
  known_client: KnownClientTable;
  task: TaskTable;
  category: CategoryTable;
  category_redirect: CategoryRedirectTable;
  article: ArticleTable;
  article_tag: ArticleTagTable;
  derived_content: DerivedContentTable;
  desk_article: DeskArticleTable;
  media: MediaTable;
  removed_picture: RemovedPictureTable;
  ad_space: AdSpaceTable;
  subscriber: SubscriberTable;
  contact_message: ContactMessageTable;
  mail_body: MailBodyTable;
  mail: MailTable;
  mail_tally: MailTallyTable;
  mail_bounce: MailBounceTable;
  issue: IssueTable;
  digest: DigestTable;
  market_price: MarketPriceTable;
  market_refresh: MarketRefreshTable;
  view_mark: ViewMarkTable;
  idempotency_key: IdempotencyKeyTable;
  seed_mark: SeedMarkTable;
  site_state: SiteStateTable;
  content_change: ContentChangeTable;
  search_term: SearchTermTable;
};

export type CategoryRow = Selectable<CategoryTable>;
export type MediaRow = Selectable<MediaTable>;
