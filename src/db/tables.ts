import type { Generated, Selectable } from "kysely";
import type { CleanHtml, PageHtml } from "#shared/clean-html.ts";
import type { Role } from "#shared/roles.ts";
import type {
  AuthenticatorTable,
  EmailChangeTable,
  HoldingTable,
  InvitationTable,
  KnownClientTable,
  OidcIdentityTable,
  OidcLoginTable,
  PasskeyTable,
  PasswordResetTable,
  RecoveryCodeTable,
  RefreshTokenTable,
  SessionTable,
  SignInTicketTable,
} from "./account-tables.ts";
import type { AuditChainTable, AuditEntryTable } from "./audit-tables.ts";
import type {
  IssueRevisionTable,
  NoteReplyTable,
  NoteTable,
  PlacementTable,
  PresenceTable,
  PreviewLinkTable,
  PublishedDayTable,
  PublishedVersionTable,
  RemovedArticleTable,
  RevisionTable,
  SettingTable,
  TrashedArticleTable,
  WorkingCopyStateTable,
  WorkingCopyTable,
} from "./desk-tables.ts";
import type { MailBodyTable, MailBounceTable, MailTable, MailTallyTable } from "./mail-tables.ts";
import type { NotificationSettingTable, NotificationTable } from "./notification-tables.ts";
import type { ArticlePictureTable, PictureTable, RemoteItemTable, RemovedPictureTable } from "./picture-tables.ts";
import type { ArticleApprovalTable, ReviewRequestTable } from "./review-tables.ts";
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
  /** By which names are compared (`nameKey`). */
  name_key: string;
  image_url: string;
  bio: string;
  /** JSON list of `{label, url}`: where else an author can be found. */
  links: Generated<string>;
  created_at: number;
  /** Raised when the password changes, which ends sessions of an older generation. */
  token_generation: Generated<number>;
  /** When it last signed in with its password; null before the first time. */
  signed_in_at: Generated<number | null>;
  /** What it may do; of one that cannot log in it says nothing. */
  role: Generated<Role>;
  /** 0: suspended. It keeps everything, and cannot log in. */
  is_active: Generated<Flag>;
};

/** An attempt counts under several keys, each a keyed hash; `id` is the same in all its rows. */
export type AttemptTable = { id: string; key: string; attempted_at: number };

/** Calls of one client, by a keyed hash, in a window of time that ends at `ends_at`. */
export type RequestCountTable = { key: string; calls: number; ends_at: number };

/** Who does the jobs that one of all processes does. */
export type JobLeaseTable = { name: string; holder: string; lease_until: number };

/** Work that outlives its request (features/tasks). */
export type TaskTable = {
  id: Generated<number>;
  kind: string;
  /** `queued` with an unexpired lease: a process is working on it. */
  state: "queued" | "done" | "failed";
  /** Its input, as JSON; emptied when it ends. */
  payload: string;
  /** Where its next step begins, as JSON; null before the first. */
  position: string | null;
  done: Generated<number>;
  total: Generated<number>;
  /** JSON; null until it is done. */
  result: string | null;
  /** Failures since the last progress. */
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
  /** 0: named by an article only, visible to readers once something in it is published. 1: created by an editor. */
  shown_empty: Generated<Flag>;
};

/** A former slug of a category, while no other category has taken it. */
export type CategoryRedirectTable = { slug: string; category_id: number };

/** `ready`: written, and waiting for somebody who publishes it. */
export type ArticleStatus = "draft" | "ready" | "published";

export type ArticleTable = {
  id: Generated<number>;
  title: string;
  excerpt: string;
  content: CleanHtml;
  /** The article's own picture; empty where there is none. */
  image_url: string;
  /** Alternative text of the picture, for those who do not see it. */
  image_alt: string;
  /** The first picture of the content, stored with the article so that lists need not read the content. */
  content_image_url: string;
  category_id: number;
  author_id: number | null;
  /** JSON list of the authors after the first: account and name, which never changes. */
  co_authors: Generated<string>;
  /** The allowed values are checked by the program alone (features/articles). */
  status: ArticleStatus;
  published_at: number | null;
  last_updated_at: number | null;
  is_auto_update: Flag;
  is_featured: Flag;
  is_editors_pick: Flag;
  is_breaking: Generated<Flag>;
  /** A canonical BCP 47 tag; empty for the site's language. */
  language: Generated<string>;
  /** JSON list of where the newsroom knows from what it says, as texts: never public. */
  sources: Generated<string>;
  /** JSON list of tag names in their order. */
  tags: string;
  /** Raised by every change: the article's ETag. */
  version: Generated<number>;
  views: Generated<number>;
  /** Logarithm of the decayed views (see articles/rules); null before the first view. */
  heat: number | null;
  created_at: number;
  updated_at: number;
  /** The account that last changed it, which may be deleted; null for the operator. */
  updated_by: number | null;
  /** 1 if readers had seen it when it was last written; one that has become public by its date since, see `wasPublic`. */
  was_public: Generated<Flag>;
};

/** What was derived from an article's content when it was written (features/content/derive.ts). */
export type DerivedContentTable = {
  article_id: number;
  /** The version of the article that it was derived from; it is stale for any other. */
  article_version: number;
  /** `DERIVATION` of the program that derived it. */
  derivation: number;
  /** 1 where a preview hides a part. */
  has_rest: Flag;
  /** JSON list of the addresses of its pictures. */
  pictures: string;
  /** JSON list of its headings: level and text. */
  outline: string;
  /** JSON list of the positions in the content of addresses that mean nothing in a feed. */
  local_addresses: string;
  /** JSON list of what is on other hosts, and to be fetched (features/media/remote). */
  remote_items: Generated<string>;
  /** One line per block. */
  plain_text: string;
  /** What readers get beyond the plain text: `pictureWords` of features/content. */
  picture_words: Generated<string>;
  reading_minutes: Generated<number>;
  page_html: PageHtml;
};

/** The columns by which the editors' list is searched, filtered and sorted: whole articles take too long to read. */
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
  /** The folded title, truncated to what an index can hold. */
  title_key: string;
  /** The folded words of title and tags, each after a space. */
  words: string;
};

/**
 * How many published articles, future ones included, lie in one stretch of a readers' list: from a date and id up to the
 * next span's. `list` 0 has all of them, any other those of a category.
 */
export type ArticleListSpanTable = { list: number; from_at: number; from_id: number; size: number };

/**
 * To whom an article belongs, in the trash as well: its authors, and who created it (`is_creator`). Accounts may be gone;
 * their ids are not given again.
 */
export type ArticleOwnerTable = { article_id: number; account_id: number; is_creator: Generated<Flag> };

/** The published articles of an author by date, future ones among them. The account may be gone. */
export type ArticleBylineTable = { account_id: number; published_at: number; article_id: number };

export type ArticleTagTable = { article_id: number; tag_key: string };

export type AdSpaceTable = {
  id: Generated<number>;
  name: string;
  type: "leaderboard" | "rectangle" | "sidebar";
  location: string;
  active: Flag;
  image_url: string;
  alt: string;
  target_url: string;
  /** Readers who saw the creative, and who clicked it. */
  views: Generated<number>;
  clicks: Generated<number>;
};

export type SubscriberTable = {
  id: Generated<number>;
  email: string;
  /** As an imported list gives it; else empty. */
  name: Generated<string>;
  /** `pending`: has not confirmed the address yet. */
  status: "pending" | "active" | "unsubscribed";
  /** When the reader subscribed, here or, for an imported one, elsewhere. */
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
  /** `spam`: apparently sent by a machine; it was not mailed. */
  state: Generated<"new" | "read" | "done" | "spam">;
};

export type IssueTable = {
  id: Generated<number>;
  state: "draft" | "scheduled" | "sending" | "paused" | "sent";
  /** Raised whenever an editor changes its content. */
  version: Generated<number>;
  is_digest: Generated<Flag>;
  subject: string;
  preview: string;
  /** Plain text, which comes first. */
  introduction: string;
  /** The rich text that follows; empty in an issue that consists of an introduction and articles. */
  body: Generated<CleanHtml | "">;
  /** JSON list of ids in their order: they follow the text, but for those that it shows itself. */
  article_ids: string;
  /** What is sent, as rendered when sending began. */
  body_id: number | null;
  recipients: Generated<number>;
  /** Mails are created for subscribers in the order of their ids: the last id done, and the last id of all. */
  expanded_to: Generated<number>;
  expand_until: Generated<number>;
  created_at: number;
  updated_at: number;
  scheduled_at: number | null;
  started_at: number | null;
  finished_at: number | null;
  /** Failures since sending last made progress, the time of the next try, and the message of the last failure. */
  attempts: Generated<number>;
  due_at: Generated<number>;
  last_error: Generated<string>;
};

/** The weekly digest: one row. `weekday` 0 (Sunday) to 6 and `hour` are in the newsroom's zone. */
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

/** The moment (epoch milliseconds) at which a process began to call the exchange: one row. */
export type MarketRefreshTable = { id: number; began_at: number };

/** What was created under an `Idempotency-Key` of an account. */
export type IdempotencyKeyTable = {
  resource: "article" | "issue" | "category" | "ad";
  account_id: number;
  key: string;
  created_id: number;
};

/** What a new publication was seeded with, once ever. */
export type SeedMarkTable = { name: "ad_spaces" | "edition" };

/** One row: `content_version`. */
export type SiteStateTable = { key: string; value: number };

/** What the latest versions of the content changed (db/change.ts). */
export type ContentChangeTable = { version: number; scopes: ScopeList };

/** Every word of the search index, forwards and backwards, for finding the neighbours of a misspelt one. */
export type SearchTermTable = { term: string; reversed: string };

export type Tables = {
  audit_entry: AuditEntryTable;
  audit_chain: AuditChainTable;
  account: AccountTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  password_reset: PasswordResetTable;
  email_change: EmailChangeTable;
  authenticator: AuthenticatorTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  sign_in_ticket: SignInTicketTable;
  oidc_identity: OidcIdentityTable;
  oidc_login: OidcLoginTable;
  invitation: InvitationTable;
  holding: HoldingTable;
  attempt: AttemptTable;
  request_count: RequestCountTable;
  job_lease: JobLeaseTable;
  known_client: KnownClientTable;
  task: TaskTable;
  category: CategoryTable;
  category_redirect: CategoryRedirectTable;
  article: ArticleTable;
  article_tag: ArticleTagTable;
  article_owner: ArticleOwnerTable;
  article_byline: ArticleBylineTable;
  article_picture: ArticlePictureTable;
  revision: RevisionTable;
  working_copy: WorkingCopyTable;
  working_copy_state: WorkingCopyStateTable;
  published_version: PublishedVersionTable;
  published_day: PublishedDayTable;
  preview_link: PreviewLinkTable;
  article_approval: ArticleApprovalTable;
  review_request: ReviewRequestTable;
  notification: NotificationTable;
  notification_setting: NotificationSettingTable;
  note: NoteTable;
  note_reply: NoteReplyTable;
  placement: PlacementTable;
  presence: PresenceTable;
  setting: SettingTable;
  trashed_article: TrashedArticleTable;
  removed_article: RemovedArticleTable;
  derived_content: DerivedContentTable;
  article_list_entry: ArticleListEntryTable;
  article_list_span: ArticleListSpanTable;
  picture: PictureTable;
  removed_picture: RemovedPictureTable;
  remote_item: RemoteItemTable;
  ad_space: AdSpaceTable;
  subscriber: SubscriberTable;
  contact_message: ContactMessageTable;
  mail_body: MailBodyTable;
  mail: MailTable;
  mail_tally: MailTallyTable;
  mail_bounce: MailBounceTable;
  issue: IssueTable;
  issue_revision: IssueRevisionTable;
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
export type PictureRow = Selectable<PictureTable>;
