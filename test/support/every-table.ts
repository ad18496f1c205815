import type { Insertable } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";

/** Text that a careless copy would change: quotes, line ends, other scripts, pairs of UTF-16, what looks like escapes. */
export const HOSTILE = [
  'it\'s "quoted" and `ticked`; drop table article; --',
  "line\nline\r\nline\ttab\u0001\u001f\u007f",
  "\\x41 \\N \\. %s $1 ? :a NULL null",
  "Ünïcödé ﷽ \u202Eright to left\u202C 日本語 👩‍👩‍👧‍👦 \u{1F1F9}\u{1F1FF} e\u0301 \uFEFF\u200B",
  "  spaces around  ",
  "",
  "x".repeat(300_000),
];
const LAST_SAFE = Number.MAX_SAFE_INTEGER;
const [quoted = "", lines = "", escapes = "", scripts = ""] = HOSTILE;

type Rows = { [Table in keyof Tables]: Insertable<Tables[Table]>[] };

/** Rows for every table, in an order in which they can be inserted. A new table does not compile without its own. */
const ROWS = {
  audit_entry: [
    {
      ...{ n: 1, at: LAST_SAFE, actor_kind: "account", actor_id: 1, actor_name: scripts, network: quoted },
      ...{ who_salt: escapes, who_hash: "h1", action: "article.update", subject_kind: "article", subject_id: "1" },
      ...{ subject_title: lines, changes: JSON.stringify({ title: { to: scripts } }), details_salt: "s" },
      ...{ details_hash: "h2", words: scripts, times: 2, previous_hash: "h0", hash: "h3" },
    },
    {
      ...{ at: 0, actor_kind: "nobody", actor_id: null, actor_name: "", network: "", who_salt: "s", who_hash: "h" },
      ...{ action: "session.fail", subject_kind: "account", subject_id: null, subject_title: "", changes: "{}" },
      ...{ details_salt: "s", details_hash: "h", words: "", times: 3, fold_key: scripts, open_until: LAST_SAFE },
    },
  ],
  audit_chain: [],
  account: [
    {
      email: "a@example.com",
      password_hash: escapes,
      name: scripts,
      name_key: scripts,
      image_url: "",
      bio: lines,
      created_at: LAST_SAFE,
    },
    { email: null, password_hash: null, name: quoted, name_key: quoted, image_url: "", bio: "", created_at: -1 },
  ],
  session: [
    {
      ...{ id: "s1", account_id: 1, generation: 1, expires_at: 1_800_000_000_000 },
      ...{ started_at: 1, used_at: LAST_SAFE, device: scripts, origin: quoted, is_strong: 1 },
    },
  ],
  refresh_token: [
    { hash: "h1", session_id: "s1", used_at: null },
    { hash: "h2", session_id: "s1", used_at: 1 },
  ],
  password_reset: [{ hash: escapes, account_id: 1, generation: 1, expires_at: LAST_SAFE }],
  email_change: [
    {
      ...{ account_id: 1, email: "c@example.com", old_hash: null, new_hash: escapes, generation: 1 },
      ...{ role: "editor", asked_at: 1, expires_at: LAST_SAFE },
    },
  ],
  authenticator: [{ account_id: 1, secret: escapes, pending_secret: null, last_step: LAST_SAFE }],
  recovery_code: [{ account_id: 1, hash: escapes }],
  passkey: [
    {
      ...{ id: "p", account_id: 1, credential_id: "c", public_key: escapes, counter: LAST_SAFE, transports: "[]" },
      ...{ name: scripts, created_at: 1, used_at: null },
    },
  ],
  sign_in_ticket: [
    { hash: escapes, account_id: null, generation: 0, purpose: "sign-in", challenge: quoted, expires_at: LAST_SAFE },
  ],
  oidc_identity: [{ issuer: "https://id.example", subject: scripts, account_id: 1 }],
  invitation: [
    {
      ...{ id: "i", email: "invited@example.com", role: "writer", hash: escapes, invited_by: 1 },
      ...{ created_at: 1, expires_at: LAST_SAFE },
    },
  ],
  holding: [
    { account_id: 1, symbol: "BTC", from_day: "2025-03-01", to_day: null },
    { account_id: 1, symbol: "1INCH", from_day: "2024-02-29", to_day: "9999-12-31" },
  ],
  oidc_login: [
    { hash: escapes, state: quoted, nonce: "n", verifier: "v", account_id: null, is_strong: 1, expires_at: LAST_SAFE },
  ],
  attempt: [{ id: "1", key: scripts, attempted_at: 5 }],
  request_count: [{ key: scripts, calls: 3, ends_at: 9 }],
  job_lease: [{ name: "j", holder: scripts, lease_until: 9 }],
  known_client: [{ account_id: 1, network: "n", seen_at: 7 }],
  article_approval: [
    {
      ...{ article_id: 1, text_hash: "h", approver_id: 1, approved_at: LAST_SAFE, is_override: 1, reason: scripts },
    },
  ],
  review_request: [{ article_id: 1, asked_id: 1, asked_by: null, asked_at: LAST_SAFE }],
  notification: [
    {
      ...{ account_id: 1, kind: "changed", detail: "", article_id: 1, actor_id: null, created_at: LAST_SAFE },
      ...{ read_at: null, is_shown: 1, mailed_at: 1 },
    },
    {
      ...{ account_id: 1, kind: "noted", detail: "reply", article_id: 9, actor_id: 1, created_at: 1 },
      ...{ read_at: LAST_SAFE, is_shown: 0, mailed_at: null },
    },
  ],
  notification_setting: [{ account_id: 1, kind: "changed", in_product: 0, by_mail: 1 }],
  task: [
    {
      ...{ kind: "k", state: "queued", payload: JSON.stringify({ text: scripts }), position: null, result: null },
      ...{ due_at: 0, lease_by: "gone", lease_until: 9, created_at: 1, finished_at: null },
    },
  ],
  category: [{ name: scripts, name_key: scripts, slug: "one" }],
  category_redirect: [{ slug: "former", category_id: 1 }],
  article: HOSTILE.map((text, index) => ({
    title: `Findable ${text.slice(0, 200)}`,
    excerpt: text.slice(0, 500),
    content: `<p>${text.replace(/[<&\p{Cc}]/gu, "")}</p>` as Insertable<Tables["article"]>["content"],
    ...{ image_url: "", image_alt: text.slice(0, 100), content_image_url: "", category_id: 1 },
    author_id: index % 2 === 0 ? 1 : null,
    status: index % 3 === 2 ? ("draft" as const) : ("published" as const),
    published_at: index === 0 ? null : index,
    last_updated_at: null,
    ...{ is_auto_update: 0 as const, is_featured: 1 as const, is_editors_pick: 0 as const },
    tags: JSON.stringify([text.slice(0, 50)]),
    heat: [null, 0.1, -1e-310, 1.7976931348623157e308, 1 / 3, -0.1, 12345678.90123][index] ?? null,
    ...{ created_at: LAST_SAFE - index, updated_at: index, updated_by: null },
  })),
  article_owner: [{ article_id: 1, account_id: 1, is_creator: 1 }],
  article_byline: [{ account_id: 1, published_at: LAST_SAFE, article_id: 1 }],
  article_tag: [{ article_id: 1, tag_key: scripts }],
  trashed_article: [
    {
      ...{
        article_id: 99,
        was_public: 1,
        trashed_at: 3,
        trashed_by: null,
        article: JSON.stringify({ title: scripts }),
      },
      content: lines as Rows["trashed_article"][0]["content"],
    },
  ],
  removed_article: [{ article_id: 98, removed_at: 4 }],
  derived_content: [
    {
      ...{ article_id: 1, article_version: 1, derivation: -1, has_rest: 1, pictures: "[]", outline: "[]" },
      ...{ local_addresses: "[]", plain_text: lines, page_html: quoted as Rows["derived_content"][0]["page_html"] },
    },
  ],
  revision: [
    {
      ...{ article_id: 1, n: 1, author_id: 1, began_at: 1, created_at: LAST_SAFE, is_autosave: 0, note: scripts },
      ...{ article_version: 1, base_n: null, body: lines },
    },
    {
      ...{ article_id: 9, n: 2, author_id: null, began_at: 1, created_at: 2, is_autosave: 1, note: "" },
      ...{ article_version: null, base_n: 1, body: escapes },
    },
  ],
  published_version: [
    {
      ...{ article_id: 1, n: 1, at: LAST_SAFE, kind: "correction", reason: scripts, position: "top" },
      ...{ content_hash: "c", previous_hash: null, hash: "h", base_n: 1, diff: escapes, body: lines },
      disclosures: JSON.stringify([{ account: 1, symbols: ["BTC"] }]),
    },
  ],
  published_day: [{ day: "2026-11-20", versions: 1, previous_head: null, head: escapes }],
  working_copy: [
    {
      ...{ article_id: 1, version: 3, changes: JSON.stringify({ title: scripts }), saved_at: 4, saved_by: 1 },
      ...{ publish_at: LAST_SAFE, publish_by: 1 },
    },
    { article_id: 9, version: 3, changes: null, saved_at: 4, saved_by: null, publish_at: null, publish_by: null },
  ],
  working_copy_state: [{ article_id: 1, version: 3, saved_at: 4, body: quoted }],
  note: [
    { article_id: 1, quote: lines, text: scripts, state: "open", author_id: null, created_at: 2 },
    { article_id: 9, quote: "", text: escapes, state: "resolved", author_id: 1, created_at: 3 },
  ],
  note_reply: [{ note_id: 1, text: quoted, author_id: 1, created_at: 3 }],
  presence: [{ id: scripts, article_id: 1, account_id: 1, since: 1, seen_at: LAST_SAFE }],
  preview_link: [{ hash: escapes, article_id: 1, created_by: null, expires_at: LAST_SAFE }],
  placement: [
    { list: "lead", article_id: 1, position: 0, ends_at: LAST_SAFE },
    { list: "picks", article_id: 1, position: 1, ends_at: null },
  ],
  setting: [{ key: escapes, value: JSON.stringify({ text: scripts }), updated_at: LAST_SAFE }],
  article_list_entry: [
    {
      ...{ article_id: 1, effective_at: 1, updated_at: 1, category_id: 1, author_id: null, status: "draft" },
      ...{ is_auto_update: 0, is_featured: 0, is_editors_pick: 1, title_key: escapes, words: scripts },
    },
  ],
  article_list_span: [{ list: 0, from_at: Number.MIN_SAFE_INTEGER, from_id: 0, size: 1 }],
  search_term: [
    { term: "ünïcödé", reversed: "édöcïnü" },
    { term: "zebra", reversed: "arbez" },
  ],
  picture: [
    {
      ...{ key: "k1", sha256: "s", width: 1, height: 2, fallback_format: "jpg", has_variants: 1, created_at: 3 },
      ...{ name: quoted, alt: scripts, caption: lines, credit: escapes, licence: "l", words: scripts },
      ...{ focal_x: 0, focal_y: 1 / 3, size: LAST_SAFE, uploaded_by: 1 },
    },
  ],
  article_picture: [{ article_id: 1, picture_key: "k1" }],
  removed_picture: [{ key: "k2", removed_at: 1 }],
  remote_item: [
    { key: "r1", kind: "card", address: quoted, details: scripts, error: lines, asked_at: 1, done_at: LAST_SAFE },
  ],
  ad_space: [{ name: quoted, type: "sidebar", location: "l", active: 1, image_url: "", alt: lines, target_url: "" }],
  subscriber: [{ email: "r@example.com", status: "active", created_at: 1, changed_at: 2 }],
  contact_message: HOSTILE.map((message) => ({
    ...{ first_name: scripts, last_name: quoted, email: "c@example.com", subject: escapes, message, created_at: 1 },
  })),
  mail_body: [{ subject: quoted, html: scripts, text: lines }],
  mail: [
    {
      ...{ kind: "contact", state: "queued", priority: 0, body_id: 1, created_at: 1, due_at: 1 },
      ...{ message_id: "m1", to_email: "r@example.com", link_seed: escapes },
    },
  ],
  mail_tally: [{ issue_id: 1, state: "sent", count: 1, unsubscribed_count: 0 }],
  mail_bounce: [{ email: "b@example.com", count: 2, last_at: 1, last_error: lines }],
  issue: [
    {
      ...{ state: "scheduled", subject: scripts, preview: "", introduction: lines, article_ids: "[1]" },
      ...{ created_at: 1, updated_at: 1, scheduled_at: 1, body: quoted as Rows["issue"][0]["body"] },
    },
  ],
  issue_revision: [
    {
      ...{ issue_id: 1, n: 2, author_id: null, began_at: 1, created_at: LAST_SAFE, is_autosave: 1, note: scripts },
      ...{ base_n: 1, body: escapes },
    },
  ],
  digest: [],
  market_price: [{ symbol: "BTC", last_price: "0.10", price_change_percent: "-1", source: "demo", updated_at: 1 }],
  market_refresh: [{ id: 1, began_at: 1 }],
  view_mark: [{ hash: "v", seen_at: 1 }],
  idempotency_key: [{ resource: "article", account_id: 1, key: scripts, created_id: 1 }],
  seed_mark: [{ name: "ad_spaces" }, { name: "edition" }],
  site_state: [{ key: "largest", value: LAST_SAFE }],
  content_change: [{ version: 2, scopes: "everything" as Insertable<Tables["content_change"]>["scopes"] }],
} satisfies Rows as Rows;

/** Puts rows into every table of a migrated, otherwise empty database. `audit_chain`, `digest` and `site_state` have some already. */
export async function fillEveryTable({ db }: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [table, rows] of Object.entries(ROWS) as [keyof Tables, never[]][])
      if (rows.length > 0) await trx.insertInto(table).values(rows).execute();
  });
}
