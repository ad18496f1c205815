import type { Kysely } from "kysely";

/** Who people are at the provider of single sign-on, and sign-ins that are under way there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("oidc_identity")
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("oidc_identity_key", ["issuer", "subject"])
    .execute();
  await db.schema.createIndex("oidc_identity_by_account").on("oidc_identity").column("account_id").execute();
  await db.schema
    .createTable("oidc_login")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("nonce", "text", (column) => column.notNull())
    .addColumn("verifier", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.references("account.id").onDelete("cascade"))
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}
