import type { Kysely } from "kysely";

/**
 * What the placeholders of a mail's body begin with; empty for `{{name}}`, as bodies before had them. And which mails
 * were written to files, as there was no mail server.
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
