import { type Kysely, sql } from "kysely";

/** Mails that servers rejected because of this site, and not because of the recipient. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("mail")
    .addColumn("is_about_us", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index mail_about_us on mail (settled_at) where is_about_us = 1`.execute(db);
}
