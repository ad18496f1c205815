import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

type Former = {
  id: number;
  document_type: string;
  document_id: number;
  owner_id: number;
  created_at: number;
  base: string;
  texts: string;
};

type Note = {
  document_type: string;
  document_id: number;
  quote: string;
  text: string;
  state: string;
  author_id: number;
  created_at: number;
};

type Before = { suggestion: Former; note: Note };

/** The length of a note, in characters. */
const MAX_NOTE = 5_000;

/**
 * Suggestions become marks in the text of a document. Open ones of the former kind, a second text for each person, are
 * closed: what they say becomes a note of that person on the document.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const before = db as Kysely<Before>;
  for (const row of await before.selectFrom("suggestion").selectAll().orderBy("id").execute())
    await closeWithNote(before, row);
  await db.schema.dropTable("suggestion").execute();
  await db.schema
    .createTable("suggestion")
    .$call(idColumn(engine))
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull())
    .addColumn("mark", "text", (column) => column.notNull())
    .addColumn("field", "text", (column) => column.notNull())
    .addColumn("author_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("before", "text", (column) => column.notNull())
    .addColumn("after", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("decided_by", "integer", (column) => column.references("account.id").onDelete("set null"))
    .addColumn("decided_at", "bigint")
    .execute();
  await db.schema
    .createIndex("suggestion_in_document")
    .on("suggestion")
    .columns(["document_id", "document_type", "mark"])
    .execute();
  await db.schema.createIndex("suggestion_by_author").on("suggestion").column("author_id").execute();
  await db.schema.createIndex("suggestion_decided_by").on("suggestion").column("decided_by").execute();
  await db.schema
    .createTable("suggested_text")
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull())
    .addColumn("html", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("suggested_text_pk", ["document_id", "document_type"])
    .execute();
  await db.schema
    .alterTable("note")
    .addColumn("suggestion", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}

async function closeWithNote(db: Kysely<Before>, row: Former): Promise<void> {
  const [base, texts] = [JSON.parse(row.base), JSON.parse(row.texts)] as Record<string, string>[];
  const changed = Object.keys(texts ?? {}).filter((field) => texts?.[field] !== base?.[field]);
  const lines = changed.map((field) => `${field}: ${newWords(base?.[field] ?? "", texts?.[field] ?? "")}`);
  const intro = "Suggested before the update, which closed this suggestion. Suggest it again in the text.";
  await db
    .insertInto("note")
    .values({
      document_type: row.document_type,
      document_id: row.document_id,
      quote: "",
      text: [intro, ...lines].join("\n").slice(0, MAX_NOTE),
      state: "open",
      author_id: row.owner_id,
      created_at: row.created_at,
    })
    .execute();
}

/** The words of the blocks that the former text did not have. */
function newWords(before: string, after: string): string {
  const blocksOf = (html: string) => html.split(/(?<=<\/(?:p|h[1-3]|li|td|th|summary)>)/);
  const known = new Set(blocksOf(before));
  const added = blocksOf(after).filter((block) => !known.has(block));
  const words = added.map((block) =>
    block
      .replaceAll(/<[^<>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  return words
    .filter((line) => line !== "")
    .join(" ¶ ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
