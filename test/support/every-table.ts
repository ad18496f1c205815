import type { Insertable } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { generatedRow } from "#test/support/generated-rows.ts";

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

type Rows = { [Table in keyof Tables]?: Insertable<Tables[Table]>[] };

/** Rows that are not made from the columns of their table, in an order in which they can be inserted. */
const ROWS = {
  audit_entry: [
    {
      n: 1,
      at: LAST_SAFE,
      actor_kind: "account",
      actor_id: 1,
      actor_name: scripts,
      network: quoted,
      who_salt: escapes,
      who_hash: "h1",
      action: "article.update",
      subject_kind: "article",
      subject_id: "1",
      subject_title: lines,
      changes: JSON.stringify({ title: { to: scripts } }),
      details_salt: "s",
      details_hash: "h2",
      words: scripts,
      times: 2,
      previous_hash: "h0",
      hash: "h3",
    },
    {
      at: 0,
      actor_kind: "nobody",
      actor_id: null,
      actor_name: "",
      network: "",
      who_salt: "s",
      who_hash: "h",
      action: "session.fail",
      subject_kind: "account",
      subject_id: null,
      subject_title: "",
      changes: "{}",
      details_salt: "s",
      details_hash: "h",
      words: "",
      times: 3,
      fold_key: scripts,
      open_until: LAST_SAFE,
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
      id: "s1",
      account_id: 1,
      generation: 1,
      expires_at: 1_800_000_000_000,
      started_at: 1,
      used_at: LAST_SAFE,
      device: scripts,
      origin: quoted,
      is_strong: 1,
    },
  ],
  refresh_token: [
    { hash: "h1", session_id: "s1", used_at: null },
    { hash: "h2", session_id: "s1", used_at: 1 },
  ],
  task: [
    {
      kind: "k",
      state: "queued",
      payload: JSON.stringify({ text: scripts }),
      position: null,
      result: null,
      due_at: 0,
      lease_by: "gone",
      lease_until: 9,
      created_at: 1,
      finished_at: null,
    },
  ],
  category: [
    { name: scripts, name_key: scripts, slug: "one" },
    { name: quoted, name_key: quoted, slug: "two" },
  ],
  topic: [
    { name: scripts, name_key: scripts, slug: "one", description: lines },
    { name: quoted, name_key: quoted, slug: "two", description: escapes },
  ],
  article: HOSTILE.map((text, index) => ({
    title: `Findable ${text.slice(0, 200)}`,
    excerpt: text.slice(0, 500),
    content: `<p>${text.replace(/[<&\p{Cc}]/gu, "")}</p>` as Insertable<Tables["article"]>["content"],
    image_url: "",
    image_alt: text.slice(0, 100),
    content_image_url: "",
    category_id: 1,
    author_id: index % 2 === 0 ? 1 : null,
    status: index % 3 === 2 ? ("draft" as const) : ("published" as const),
    published_at: index === 0 ? null : index,
    last_updated_at: null,
    is_auto_update: 0 as const,
    is_featured: 1 as const,
    is_editors_pick: 0 as const,
    tags: JSON.stringify([text.slice(0, 50)]),
    heat: [null, 0.1, -1e-310, 1.7976931348623157e308, 1 / 3, -0.1, 12345678.90123][index] ?? null,
    created_at: LAST_SAFE - index,
    updated_at: index,
    updated_by: null,
  })),
  search_term: [
    { term: "ünïcödé", reversed: "édöcïnü" },
    { term: "zebra", reversed: "arbez" },
  ],
  picture: [
    {
      key: "k1",
      sha256: "s",
      width: 1,
      height: 2,
      fallback_format: "jpg",
      has_variants: 1,
      created_at: 3,
      name: quoted,
      alt: scripts,
      caption: lines,
      credit: escapes,
      licence: "l",
      words: scripts,
      focal_x: 0,
      focal_y: 1 / 3,
      size: LAST_SAFE,
      uploaded_by: 1,
    },
  ],
  picture_tag: [{ picture_id: 1, tag_key: scripts, name: lines }],
  ad_space: [{ name: quoted, type: "sidebar", location: "l", active: 1, image_url: "", alt: lines, target_url: "" }],
  subscriber: [{ email: "r@example.com", status: "active", created_at: 1, changed_at: 2 }],
  contact_message: HOSTILE.map((message) => ({
    first_name: scripts,
    last_name: quoted,
    email: "c@example.com",
    subject: escapes,
    message,
    created_at: 1,
  })),
  mail_body: [{ subject: quoted, html: scripts, text: lines }],
  mail: [
    {
      kind: "contact",
      state: "queued",
      priority: 0,
      body_id: 1,
      created_at: 1,
      due_at: 1,
      message_id: "m1",
      to_email: "r@example.com",
      link_seed: escapes,
    },
  ],
  issue: [
    {
      state: "scheduled",
      subject: scripts,
      preview: "",
      introduction: lines,
      article_ids: "[1]",
      created_at: 1,
      updated_at: 1,
      scheduled_at: 1,
      body: quoted as Insertable<Tables["issue"]>["body"],
    },
  ],
  digest: [],
  page: [
    {
      slug: "one",
      title: scripts,
      seo_title: quoted,
      seo_description: escapes,
      in_menu: 1,
      status: "draft",
      ...{
        content: lines as Insertable<Tables["page"]>["content"],
        published_at: LAST_SAFE,
        created_at: 1,
        updated_at: 2,
      },
    },
    {
      ...{
        slug: "two",
        title: quoted,
        seo_title: "",
        seo_description: "",
        in_menu: 0,
        status: "published",
        version: 2,
      },
      ...{
        content: scripts as Insertable<Tables["page"]>["content"],
        published_at: null,
        created_at: 1,
        updated_at: 2,
      },
    },
  ],
  download_ticket: [
    { hash: "h1", session_id: "s1", kind: "backup", name: scripts, expires_at: LAST_SAFE },
    { hash: "h2", session_id: "s1", kind: lines, name: "", expires_at: 1 },
  ],
  market_price: [{ symbol: "BTC", last_price: "0.10", price_change_percent: "-1", source: "demo", updated_at: 1 }],
  demo_removal: [{ id: 1, removed_at: LAST_SAFE, removed_by: 1, removed: JSON.stringify({ words: scripts }) }],
  backup_run: [{ id: 1, started_at: 1, started_by: 1, alive_at: LAST_SAFE, finished_at: null, place: lines }],
  job_run: [{ name: "mail", ran_at: LAST_SAFE, took_ms: 1, failed_at: null, error: lines }],
  webhook: [
    {
      ...{ url: scripts, events: lines, is_active: 0, off_because: "gone", secret: escapes, former_secret: quoted },
      ...{ former_until: LAST_SAFE, created_at: 1, last_at: LAST_SAFE, last_status: 1, last_error: scripts },
      ...{ failures: 1, failing_since: LAST_SAFE },
    },
  ],
  webhook_event: [
    {
      ...{ uid: scripts, event: "article.published", subject_kind: "article", subject_id: 1 },
      ...{ created_at: LAST_SAFE, body: lines },
    },
  ],
  webhook_delivery: [
    {
      ...{ webhook_id: 1, event_id: 1, subject: scripts, state: "failed", attempts: 1, created_at: LAST_SAFE },
      ...{ since: LAST_SAFE, due_at: 1, lease_by: quoted, lease_until: LAST_SAFE, status: 1, response: lines },
      ...{ error: escapes, settled_at: LAST_SAFE },
    },
  ],
  wire_source: [
    {
      ...{ url: scripts, title: lines, site_url: escapes, is_active: 0, off_because: "gone", created_at: LAST_SAFE },
      ...{ due_at: LAST_SAFE, every_minutes: 1, etag: quoted, last_modified: lines, body_hash: "h", polled_at: 1 },
      ...{ succeeded_at: LAST_SAFE, error: scripts, failures: 1, failing_since: 1, hub_url: scripts, hub_topic: lines },
      ...{ hub_token: "t", hub_until: LAST_SAFE, hub_due_at: 1, hub_failures: 1 },
    },
  ],
  wire_story: [{ state: "drafted", topics: JSON.stringify([scripts]), article_id: 1, published_at: LAST_SAFE }],
  wire_item: [
    {
      ...{ source_id: 1, story_id: 1, entry_hash: "e", address: scripts, address_hash: "a", title: lines },
      ...{ title_hash: "", summary: escapes, author: quoted, language: "", words: scripts },
      ...{ published_at: LAST_SAFE, seen_at: 1 },
    },
  ],
  idea: [
    {
      ...{ title: scripts, note: lines, category_id: 1, due_at: LAST_SAFE, length: 1, slot: "home", article_id: 1 },
      ...{ version: 1, created_at: LAST_SAFE, created_by: 1, soon_for: LAST_SAFE, late_for: 1 },
    },
  ],
  idea_person: [{ idea_id: 1, account_id: 1 }],
  wire_rule: [{ words: JSON.stringify([scripts]), effect: "topic", topic: lines, created_at: LAST_SAFE }],
  import: [
    {
      ...{ kind: "ghost", name: scripts, source: lines, site: escapes, state: "staged", work: "start", node: quoted },
      ...{ file: lines, size: LAST_SAFE, url: scripts, done: 1, total: 2, work_started_at: LAST_SAFE, counts: lines },
      ...{ differences: escapes, samples: scripts, mappings: lines, answers: quoted, findings: 1, kept: lines },
      ...{ error: scripts, created_by: 1, created_at: LAST_SAFE, checked_at: 1, staged_at: 1, released_at: 1 },
      ...{ finished_at: LAST_SAFE },
    },
  ],
  import_item: [
    {
      ...{ source: lines, kind: "post", key: scripts, seen_by: 1, seen_hash: "h", title: scripts, data: escapes },
      ...{ import_id: 1, hash: quoted, target_kind: "article", target_id: 1, is_added: 1, is_stored: 1, version: 1 },
    },
  ],
  import_address: [{ source: lines, address: scripts, item_id: 1 }],
  import_finding: [{ import_id: 1, n: 1, level: "warning", item: scripts, message: lines }],
  import_subscriber: [
    { import_id: 1, item_id: 1, email: "a@b.example", name: scripts, is_subscribed: 1, since: LAST_SAFE },
  ],
  import_update: [{ item_id: 1, import_id: 1, fields: escapes }],
  market_refresh: [{ id: 1, began_at: 1 }],
  site_state: [{ key: "largest", value: LAST_SAFE }],
} satisfies Rows;

/** Full text, and the lists of migrations. */
const NOT_FILLED = /^(kysely_|additive_migration|article_search)/;

/** Puts rows into every table of a migrated, otherwise empty database. `audit_chain`, `digest` and `site_state` have some already. */
export async function fillEveryTable({ db }: Database): Promise<void> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !NOT_FILLED.test(name) && !(name in ROWS));
  const generated = tables.map((table) => [
    table.name,
    [
      generatedRow(table, { text: scripts, id: 1, large: LAST_SAFE, isFull: true }),
      generatedRow(table, { text: lines, id: 2, large: -1, isFull: false }),
    ],
  ]);
  await db.transaction().execute(async (trx) => {
    for (const [table, rows] of [...Object.entries(ROWS), ...generated] as [keyof Tables, never[]][])
      for (const row of rows)
        await trx
          .insertInto(table)
          .values(row)
          .execute()
          .catch((cause) => {
            throw new Error(`${table} needs rows of its own in test/support/every-table.ts.`, { cause });
          });
  });
}
