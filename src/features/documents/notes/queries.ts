import type { Kysely, Selectable, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { NoteReplyTable, NoteTable } from "#features/documents/tables.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { DocumentKey } from "#shared/document.ts";
import { mentionedIn, showMentions, showTexts } from "./mentions.ts";
import type { Note } from "./schema.ts";

export type NoteRow = Selectable<NoteTable>;

export const lockNote = (trx: Transaction<Tables>, document: DocumentKey, id: number): Promise<NoteRow | undefined> =>
  trx
    .selectFrom("note")
    .selectAll()
    .where("id", "=", id)
    .where("document_type", "=", document.type)
    .where("document_id", "=", document.id)
    .forUpdate()
    .executeTakeFirst();

/** `open`: only those that are not resolved. */
export async function countNotes(db: Kysely<Tables>, { type, id }: DocumentKey, which?: "open"): Promise<number> {
  const { count } = await db
    .selectFrom("note")
    .where("document_type", "=", type)
    .where("document_id", "=", id)
    .$if(which === "open", (notes) => notes.where("state", "<>", "resolved"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countReplies(db: Kysely<Tables>, noteId: number): Promise<number> {
  const { count } = await db
    .selectFrom("note_reply")
    .where("note_id", "=", noteId)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A document's notes with their replies as the account `reader` sees them, oldest first; or only one of them. */
export async function listNotes(
  db: Kysely<Tables>,
  { type, id }: DocumentKey,
  reader: number | null,
  only?: number,
): Promise<Note[]> {
  const notes = await db
    .selectFrom("note")
    .selectAll()
    .where("document_type", "=", type)
    .where("document_id", "=", id)
    .$if(only !== undefined, (query) => query.where("id", "=", only ?? 0))
    .orderBy("id")
    .execute();
  const replies = await db
    .selectFrom("note_reply")
    .innerJoin("note", "note.id", "note_reply.note_id")
    .selectAll("note_reply")
    .where("note.document_type", "=", type)
    .where("note.document_id", "=", id)
    .$if(only !== undefined, (query) => query.where("note.id", "=", only ?? 0))
    .orderBy("note_reply.id")
    .execute();
  const names = await accountNames(
    db,
    [...notes, ...replies].flatMap(({ author_id, text }) => [author_id, ...mentionedIn(text)]),
  );
  const present = ({ id, text, author_id, created_at }: NoteRow | Selectable<NoteReplyTable>) => ({
    id,
    ...showMentions(text, names),
    author: author_id === null ? null : (names.get(author_id) ?? null),
    is_mine: author_id !== null && author_id === reader,
    created: new Date(created_at).toISOString(),
  });
  const byNote = Map.groupBy(replies, ({ note_id }) => note_id);
  return notes.map((row) => ({
    ...present(row),
    quote: row.quote,
    suggestion: row.suggestion,
    state: row.state,
    replies: (byNote.get(row.id) ?? []).map(present),
  }));
}

/** The notes that an account wrote, in order after an id; at most `limit`. */
export const notesOfAccount = async (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  showTexts(
    db,
    await db
      .selectFrom("note")
      .selectAll()
      .where("author_id", "=", accountId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

export const repliesOfAccount = async (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  showTexts(
    db,
    await db
      .selectFrom("note_reply")
      .selectAll()
      .where("author_id", "=", accountId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
