import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { AccountExport } from "#features/personal-data/schema.ts";

/** What becomes of a column that names an account. */
type Fate = {
  /** The part of an export that has it, or why none has. */
  exported: keyof AccountExport | { not: string };
  /**
   * After an erasure: `gone` is the row; `number` is what stays, which names nobody any more; `ends` are rows that go by
   * themselves within the hour.
   */
  erased: "gone" | "number" | "ends";
};

const HASHED = { not: "a hash, which names nobody" };
const BY_ARTICLE = { not: "told by the article itself" };

/**
 * Every column that names an account. A table with another one fails personal-data.test.ts until it has a line here, a
 * row in `leaveRows` where the desk leaves none by itself, and its place in docs/privacy.md.
 */
export const ACCOUNT_COLUMNS: Record<string, Fate> = {
  "article.author_id": { exported: "articles", erased: "number" },
  "article.updated_by": { exported: "revisions", erased: "number" },
  "article_approval.approver_id": { exported: "approvals", erased: "number" },
  "article_byline.account_id": { exported: "articles", erased: "number" },
  "article_list_entry.author_id": { exported: "articles", erased: "number" },
  "article_owner.account_id": { exported: "articles", erased: "number" },
  "audit_entry.actor_id": { exported: "audit", erased: "number" },
  "authenticator.account_id": { exported: "second_factors", erased: "gone" },
  "email_change.account_id": { exported: "email_change", erased: "gone" },
  "holding.account_id": { exported: "holdings", erased: "gone" },
  "idempotency_key.account_id": { exported: { not: "a key that a program chose, and what it made" }, erased: "number" },
  "invitation.invited_by": { exported: "audit", erased: "number" },
  "issue_revision.author_id": { exported: "issue_versions", erased: "number" },
  "known_client.account_id": { exported: HASHED, erased: "gone" },
  "mail.account_id": { exported: "mails", erased: "gone" },
  "note.author_id": { exported: "notes", erased: "number" },
  "note_reply.author_id": { exported: "replies", erased: "number" },
  "notification.account_id": { exported: "notifications", erased: "gone" },
  "notification.actor_id": { exported: { not: "what others were told, which is theirs" }, erased: "number" },
  "notification_setting.account_id": { exported: "notification_settings", erased: "gone" },
  "oidc_identity.account_id": { exported: "sign_on", erased: "gone" },
  "oidc_login.account_id": { exported: HASHED, erased: "gone" },
  "passkey.account_id": { exported: "second_factors", erased: "gone" },
  "password_reset.account_id": { exported: HASHED, erased: "gone" },
  "picture.uploaded_by": { exported: "pictures", erased: "number" },
  "presence.account_id": { exported: { not: "over some seconds after the article is closed" }, erased: "ends" },
  "preview_link.created_by": { exported: HASHED, erased: "number" },
  "recovery_code.account_id": { exported: "second_factors", erased: "gone" },
  "review_request.asked_by": { exported: "review_requests", erased: "gone" },
  "review_request.asked_id": { exported: "review_requests", erased: "gone" },
  "revision.author_id": { exported: "revisions", erased: "number" },
  "session.account_id": { exported: "sessions", erased: "gone" },
  "sign_in_ticket.account_id": { exported: HASHED, erased: "gone" },
  "trashed_article.trashed_by": { exported: "audit", erased: "number" },
  "working_copy.publish_by": { exported: BY_ARTICLE, erased: "number" },
  "working_copy.saved_by": { exported: "revisions", erased: "number" },
};

/** Columns whose names end like those, and which name something else. */
const OF_SOMETHING_ELSE =
  /^(mail|task)\.lease_by$|\.(article|body|category|created|credential|digest|from|issue|message|note|session|subject|subscriber)_id$/;

/** The columns of a database that name an account, by their names: whatever nobody has said to name something else. */
export async function accountColumnsOf(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const columns = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  return columns.filter((column) => /_(id|by)$/.test(column) && !OF_SOMETHING_ELSE.test(column)).sort();
}

/** How many rows name an account in a column. */
export async function rowsNaming(db: Kysely<Tables>, column: string, id: number): Promise<number> {
  const [table, name] = column.split(".") as ["session", "account_id"];
  const found = await db
    .selectFrom(table)
    .where(name, "=", id)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(found.count);
}

/** Rows of an account that takes more than calls of the API to leave; `mark` is what an erasure must not leave behind. */
export async function leaveRows(
  { db }: { db: Kysely<Tables> },
  { id, article, mark }: { id: number; article: number; mark: string },
): Promise<void> {
  const later = Date.parse("2100-01-01");
  const link = { account_id: id, generation: 1, expires_at: later };
  const rows: { [Table in keyof Tables]?: object } = {
    known_client: { account_id: id, network: "a keyed hash", seen_at: 1 },
    password_reset: { ...link, hash: "reset" },
    email_change: { ...link, email: `${mark}@new.example`, new_hash: "change", role: "chief", asked_at: 1 },
    authenticator: { account_id: id, secret: "sealed" },
    recovery_code: { account_id: id, hash: "code" },
    passkey: {
      ...{ id: "passkey", account_id: id, credential_id: "c", public_key: "k", counter: 0, transports: "[]" },
      ...{ name: `Phone of ${mark}`, created_at: 1 },
    },
    sign_in_ticket: { ...link, hash: "ticket", purpose: "sign-in", challenge: "c" },
    oidc_identity: { issuer: "https://id.example", subject: mark, account_id: id },
    oidc_login: { hash: "login", state: "", nonce: "", verifier: "", account_id: id, expires_at: later },
    holding: { account_id: id, symbol: "BTC", from_day: "2026-01-02" },
    invitation: {
      ...{ id: "i", email: "invited@news.example", role: "writer", hash: "h", invited_by: id },
      ...{ created_at: 1, expires_at: later },
    },
    mail_body: { id: 900, subject: `For ${mark}`, html: "", text: "" },
    mail: {
      ...{ kind: "password", state: "sent", priority: 0, body_id: 900, account_id: id, created_at: 1, due_at: 1 },
      ...{ settled_at: 1, message_id: "m", to_email: `${mark}@former.example` },
    },
    idempotency_key: { resource: "article", account_id: id, key: "key", created_id: article },
    preview_link: { hash: "preview", article_id: article, created_by: id, expires_at: later },
    presence: { id: "window", article_id: article, account_id: id, since: 1, seen_at: later },
    article_approval: {
      ...{ article_id: article, text_hash: "text", approver_id: id, approved_at: 1, is_override: 0, reason: "" },
    },
    picture: {
      ...{ key: "k1", sha256: "s", width: 1, height: 2, fallback_format: "jpg", has_variants: 1, created_at: 3 },
      ...{ name: "Own.jpg", alt: "A street", size: 1, uploaded_by: id },
    },
  };
  for (const [table, row] of Object.entries(rows))
    await db
      .insertInto(table as "setting")
      .values(row as never)
      .execute();
  await db.updateTable("working_copy").set({ saved_by: id, publish_by: id }).execute();
}
