import { type Kysely, sql } from "kysely";

/** How long a session lasted without use when this was written, in milliseconds. */
const UNUSED_TTL_MS = 14 * 24 * 60 * 60_000;

/**
 * When and from where a session began and was used, for whoever looks through their own; when an account last signed
 * in; links to set a new password; and what a mail's own link is made from while it is sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["started_at", "used_at"])
    await db.schema
      .alterTable("session")
      .addColumn(column, "bigint", (definition) => definition.notNull().defaultTo(0))
      .execute();
  for (const column of ["device", "origin"])
    await db.schema
      .alterTable("session")
      .addColumn(column, "text", (definition) => definition.notNull().defaultTo(""))
      .execute();
  // Of an older session only the last use is known: it ended then at `expires_at`, 14 days later.
  await sql`update session set used_at = expires_at - ${sql.lit(UNUSED_TTL_MS)},
    started_at = expires_at - ${sql.lit(UNUSED_TTL_MS)}`.execute(db);
  await db.schema.alterTable("account").addColumn("signed_in_at", "bigint").execute();
  await sql`update account set signed_in_at =
    (select max(seen_at) from known_client where known_client.account_id = account.id)`.execute(db);
  await db.schema
    .createTable("password_reset")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("generation", "integer", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("password_reset_by_account").on("password_reset").column("account_id").execute();
  await db.schema.alterTable("mail").addColumn("link_seed", "text").execute();
}
