import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { ConflictError, ForbiddenError, NotFoundError } from "#shared/errors.ts";
import { documentEvent } from "../lifecycle/events.ts";
import { listMentionable, mentionedIn, storeMentions } from "./mentions.ts";
import { countNotes, countReplies, listNotes, lockNote, type NoteRow } from "./queries.ts";
import type { Note, NoteBody, NoteChange } from "./schema.ts";

export type NoteStore = { database: Database; clock: Clock; kind: DocumentType };

type NotePlace = { id: number; n: number };

export const NO_NOTE = "Note not found.";
const OTHERS_TEXT = "Only the author of a note can change its text.";
const OTHERS_NOTE = "Only the author of a note can delete it.";
const MAX_NOTES = 500;
const MAX_REPLIES = 200;
const TOO_MANY = "The maximum number is reached.";

/** Locks the note, so that it is not deleted during a reply or change. */
async function requireNote(
  trx: Transaction<Tables>,
  kind: DocumentType,
  actor: Actor,
  { id, n }: NotePlace,
): Promise<NoteRow> {
  await kind.authorize(trx, actor, "read", id);
  const row = await lockNote(trx, { type: kind.type, id }, n);
  if (!row) throw new NotFoundError("note_not_found", NO_NOTE);
  return row;
}

async function readNote(
  trx: Transaction<Tables>,
  { type }: DocumentType,
  { id, n }: NotePlace,
  actor: Actor,
): Promise<Note> {
  const [note] = await listNotes(trx, { type, id }, actor.accountId, n);
  return justWritten(note);
}

type Writing = { trx: Transaction<Tables>; store: NoteStore; actor: Actor; id: number };

/** The stored form of a text. Notifies mentioned people that `before` did not mention, and resolves with their ids. */
async function mentioning(
  { trx, store: { kind, clock }, actor, id }: Writing,
  text: string,
  before = "",
): Promise<{ text: string; mentioned: number[] }> {
  const earlier = mentionedIn(before);
  const people = text.includes("@") ? await listMentionable(trx, kind, id) : [];
  // Mentions stay, even if the person may no longer read the document.
  const names = await accountNames(trx, earlier);
  const kept = [...names].map(([account, name]) => ({ id: account, name }));
  const stored = storeMentions(text, [...people, ...kept]);
  const mentioned = mentionedIn(stored).filter((account) => !earlier.includes(account));
  if (mentioned.length > 0)
    await recordEvent(
      trx,
      clock,
      documentEvent(actor, "mentioned", { type: kind.type, id, facts: { only: mentioned } }),
    );
  return { text: stored, mentioned };
}

/** Adds a note to a document. Throws NotFoundError, and ConflictError if there are too many. */
export const writeNote = (store: NoteStore, actor: Actor, id: number, body: NoteBody): Promise<Note> =>
  shareCommit(store.database.db, (trx) => addNote(trx, store, actor, id, body));

/** The same in the caller's transaction. */
export async function addNote(
  trx: Transaction<Tables>,
  store: NoteStore,
  actor: Actor,
  id: number,
  { quote, suggestion = "", text: given }: Omit<NoteBody, "suggestion"> & Partial<NoteBody>,
): Promise<Note> {
  const { clock, kind } = store;
  await kind.authorize(trx, actor, "read", id);
  const { type } = kind;
  if ((await countNotes(trx, { type, id })) >= MAX_NOTES) throw new ConflictError("too_many_notes", TOO_MANY);
  const { text, mentioned } = await mentioning({ trx, store, actor, id }, given);
  const made = await trx
    .insertInto("note")
    .values({
      quote,
      suggestion,
      text,
      document_type: type,
      document_id: id,
      state: "open",
      author_id: actor.accountId,
      created_at: clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordEvent(trx, clock, documentEvent(actor, "noted", { type, id, facts: { without: mentioned } }));
  return readNote(trx, kind, { id, n: made.id }, actor);
}

/** Changes the state or text of a note. Throws NotFoundError, and ForbiddenError for another user's text. */
export function changeNote(
  store: NoteStore,
  actor: Actor,
  place: NotePlace,
  { text, state }: NoteChange,
): Promise<Note> {
  const { database, kind } = store;
  return shareCommit(database.db, async (trx) => {
    const note = await requireNote(trx, kind, actor, place);
    if (text !== undefined && note.author_id !== actor.accountId)
      throw new ForbiddenError("not_the_author", OTHERS_TEXT);
    const written = text === undefined ? note : await mentioning({ trx, store, actor, id: place.id }, text, note.text);
    const change = { text: written.text, state: state ?? note.state };
    await trx.updateTable("note").set(change).where("id", "=", note.id).execute();
    return readNote(trx, kind, place, actor);
  });
}

/** Deletes a note with its replies. Throws NotFoundError, and ForbiddenError for another user's. */
export async function deleteNote({ database, kind }: NoteStore, actor: Actor, place: NotePlace): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    const note = await requireNote(trx, kind, actor, place);
    if (note.author_id !== actor.accountId) throw new ForbiddenError("not_the_author", OTHERS_NOTE);
    await trx.deleteFrom("note_reply").where("note_id", "=", note.id).execute();
    await trx.deleteFrom("note").where("id", "=", note.id).execute();
  });
}

export async function forgetNotes(
  trx: Transaction<Tables>,
  type: DocumentTypeName,
  ids: readonly number[],
): Promise<void> {
  const gone = trx.selectFrom("note").select("id").where("document_type", "=", type).where("document_id", "in", ids);
  await trx.deleteFrom("note_reply").where("note_id", "in", gone).execute();
  await trx.deleteFrom("note").where("document_type", "=", type).where("document_id", "in", ids).execute();
}

/**
 * Replies to a note; a reply of another user marks an open note as answered. Throws NotFoundError, and ConflictError if
 * there are too many.
 */
export function replyToNote(store: NoteStore, actor: Actor, place: NotePlace, given: string): Promise<Note> {
  const { database, clock, kind } = store;
  return shareCommit(database.db, async (trx) => {
    const note = await requireNote(trx, kind, actor, place);
    if ((await countReplies(trx, note.id)) >= MAX_REPLIES) throw new ConflictError("too_many_notes", TOO_MANY);
    const { text, mentioned } = await mentioning({ trx, store, actor, id: place.id }, given);
    const reply = { note_id: note.id, text, author_id: actor.accountId, created_at: clock.now() };
    await trx.insertInto("note_reply").values(reply).execute();
    if (note.state === "open" && note.author_id !== actor.accountId)
      await trx.updateTable("note").set({ state: "answered" }).where("id", "=", note.id).execute();
    const facts = { also: note.author_id === null ? [] : [note.author_id], without: mentioned };
    await recordEvent(trx, clock, documentEvent(actor, "replied", { type: kind.type, id: place.id, facts }));
    return readNote(trx, kind, place, actor);
  });
}
