import { type Kysely, sql } from "kysely";
import { fold } from "./frozen/text.ts";

const BATCH = 200;

type Message = { id: number; first_name: string; last_name: string; email: string; subject: string; message: string };

/** What a search looks through in readers' messages, and the tags of pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("contact_message")
    .addColumn("folded", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await foldMessages(db);
  await db.schema
    .createTable("picture_tag")
    .addColumn("picture_id", "integer", (column) => column.notNull().references("picture.id").onDelete("cascade"))
    .addColumn("tag_key", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("picture_tag_key", ["picture_id", "tag_key"])
    .execute();
  await db.schema.createIndex("picture_tag_by_key").on("picture_tag").columns(["tag_key", "picture_id"]).execute();
}

async function foldMessages(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Message>`select id, first_name, last_name, email, subject, message from contact_message
      where id > ${after} order by id limit ${BATCH}`.execute(db);
    for (const { id, first_name, last_name, email, subject, message } of rows) {
      const folded = fold([first_name, last_name, email, subject, message].join(" "));
      await sql`update contact_message set folded = ${folded} where id = ${id}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
  }
}
