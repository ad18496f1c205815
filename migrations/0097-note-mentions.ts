import { type Kysely, sql } from "kysely";

/** Notes store a mention as "@{12}": what reads so already was typed, and is no mention. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["note", "note_reply"])
    await sql`update ${sql.table(table)} set text = replace(text, '@{', '@{{') where text like '%@{%'`.execute(db);
}
