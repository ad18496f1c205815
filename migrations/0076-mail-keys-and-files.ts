import type { Kysely } from "kysely";

/**
 * Adds the prefix of the placeholders in a mail's body, empty for earlier bodies (`{{name}}`), and a mark on mails that
 * were written to files because the site had no mail server.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("mail_body")
    .addColumn("field_key", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema
    .alterTable("mail")
    .addColumn("is_file", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
