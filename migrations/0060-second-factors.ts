import type { Kysely } from "kysely";

/** Authenticator secrets, recovery codes and passkeys of accounts, and sign-ins that wait for one of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("authenticator")
    .addColumn("account_id", "integer", (column) => column.primaryKey().references("account.id").onDelete("cascade"))
    .addColumn("secret", "text")
    .addColumn("pending_secret", "text")
    .addColumn("last_step", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("recovery_code")
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("recovery_code_key", ["account_id", "hash"])
    .execute();
  await db.schema
    .createTable("passkey")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("credential_id", "text", (column) => column.notNull().unique())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .execute();
  await db.schema.createIndex("passkey_by_account").on("passkey").column("account_id").execute();
  await db.schema
    .createTable("sign_in_ticket")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("account_id", "integer", (column) => column.references("account.id").onDelete("cascade"))
    .addColumn("generation", "integer", (column) => column.notNull())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("challenge", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sign_in_ticket_by_expiry").on("sign_in_ticket").column("expires_at").execute();
}
