import type { Tables } from "./tables.ts";

/**
 * Which feature, or folder below the features, writes a table; no other does. All others call its functions (decision
 * 26; checked by scripts/check-database.mjs). `article_search` differs between the engines and has no row type.
 */
export const TABLE_OWNERS = {
  audit_entry: "audit",
  audit_chain: "audit",
  account: "accounts",
  session: "accounts",
  refresh_token: "accounts",
  known_client: "accounts",
  password_reset: "credentials",
  authenticator: "second-factor",
  recovery_code: "second-factor",
  passkey: "second-factor",
  sign_in_ticket: "second-factor",
  attempt: "platform",
  request_count: "platform",
  job_lease: "platform",
  view_mark: "platform",
  idempotency_key: "platform",
  seed_mark: "platform",
  task: "tasks",
  category: "categories",
  category_redirect: "categories",
  article: "articles",
  article_tag: "articles",
  article_owner: "articles",
  trashed_article: "trash",
  removed_article: "trash",
  article_picture: "articles",
  derived_content: "articles",
  revision: "revisions",
  working_copy: "revisions",
  working_copy_state: "revisions",
  published_version: "record",
  published_day: "record",
  preview_link: "desk",
  note: "notes",
  note_reply: "notes",
  placement: "front-page",
  presence: "presence",
  setting: "settings",
  article_list_entry: "article-list",
  article_list_span: "article-list",
  search_term: "vocabulary",
  picture: "pictures",
  removed_picture: "pictures",
  remote_item: "remote",
  ad_space: "ads",
  subscriber: "newsletter",
  contact_message: "contact",
  mail_body: "outbox",
  mail: "outbox",
  mail_tally: "outbox",
  mail_bounce: "outbox",
  issue: "issues",
  issue_revision: "issues",
  digest: "issues",
  market_price: "market",
  market_refresh: "market",
  article_search: "db",
  article_search_head: "db",
  content_change: "db",
  site_state: "db",
} as const satisfies Record<keyof Tables | "article_search" | "article_search_head", string>;

type Owned = keyof typeof TABLE_OWNERS;

/**
 * Who reads another's tables in its own queries, where a function of the owner would read too much or too often: lists
 * that are joined, filtered or counted by another feature's data.
 */
export const TABLE_READERS: Record<string, Owned[]> = {
  db: ["article", "article_list_entry"],
  accounts: ["article"],
  articles: ["account", "category", "note", "picture", "placement", "working_copy"],
  audience: ["subscriber"],
  audit: ["account"],
  calendar: ["article", "working_copy"],
  categories: ["article", "article_list_span"],
  pictures: ["account", "article_picture"],
  record: ["article"],
  "article-list": ["account", "article", "article_owner", "category"],
  discovery: ["article", "article_list_entry", "article_tag", "derived_content"],
  search: ["article_list_entry"],
};
