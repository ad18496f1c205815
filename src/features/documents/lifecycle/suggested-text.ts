import type { Kysely, Selectable, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import {
  carried,
  isSameContent,
  plainFrom,
  rejected,
  type SuggestedWords,
  suggestedWords,
} from "#features/content/suggestions.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { ForbiddenError, InvalidError } from "#shared/errors.ts";
import { columnsOf } from "../history/queries.ts";
import type { Snapshot } from "../history/rules.ts";
import { MAX_SUGGESTIONS, NO_SUGGESTED_CHANGE, OF_ANOTHER, SUGGESTED_TEXTS, type Texts, TOO_MANY } from "../rules.ts";
import type { SuggestionTable } from "../tables.ts";
import type { DocumentType } from "../types.ts";
import { documentEvent } from "./events.ts";
import { type Edited, findEdited, wholeOf } from "./type.ts";

export type SuggestionRow = Selectable<SuggestionTable>;

/**
 * The text of a document with its open suggestions, which is stored apart: what `content` says has none, so that nothing
 * that reads it can show one. Undefined without suggestions.
 */
export async function readSuggested(
  db: Kysely<Tables>,
  { type, id }: DocumentKey,
  whole: Snapshot,
): Promise<string | undefined> {
  const row = await stored(db, { type, id }).executeTakeFirst();
  return row && carried(row.html, textIn(type, whole), type);
}

const stored = (db: Kysely<Tables>, document: DocumentKey) =>
  db
    .selectFrom("suggested_text")
    .select("html")
    .where((eb) => eb.and(columnsOf(document)));

/** Whether a document has a stored text with suggestions. They may be gone. */
export const hasSuggestedText = async (db: Kysely<Tables>, document: DocumentKey): Promise<boolean> =>
  (await stored(db, document).executeTakeFirst()) !== undefined;

export type MarkedTexts = { edited: Edited; texts: Texts; marked: string };

/** The texts of a document with its working copy, and its text with the open suggestions. Throws NotFoundError. */
export async function markedTexts(db: Kysely<Tables>, type: DocumentType, id: number): Promise<MarkedTexts> {
  const edited = await findEdited(db, type, id);
  const whole = wholeOf(type, edited);
  const marked = await readSuggested(db, { type: type.type, id }, whole);
  return { edited, texts: type.textsOf(whole, edited.row), marked: marked ?? textIn(type.type, whole) };
}

/** The text of a snapshot. */
export const textIn = (type: DocumentTypeName, whole: Snapshot): string =>
  String(whole[SUGGESTED_TEXTS[type].content] ?? "");

/** The text as readers may have it. */
export const plainText = (type: DocumentTypeName, marked: string, former: string): string =>
  plainFrom(marked, former, type);

export type SuggestedChange = { before: string; after: string };

/** What became of suggestions that are no longer in the text; `gone` by default, with their words. */
export type Decided = { state: "accepted" | "rejected" | "withdrawn"; ids: ReadonlySet<string> };

/** `title`: reads the title of the document, for a notification. */
type Cause = { trx: Transaction<Tables>; clock: Clock; by: Actor; title: () => Promise<string> };

/**
 * Stores the text of a document with its suggestions, and follows it: new ones are the actor's, and those that it no
 * longer has are closed. Throws ForbiddenError for words in the name of another, and InvalidError for too many.
 */
export async function storeSuggested(
  cause: Cause,
  document: DocumentKey,
  { before, after }: SuggestedChange,
  decided?: Decided,
): Promise<void> {
  const { trx, clock, by } = cause;
  const { type } = document;
  const [known, words] = [suggestedWords(before, type), suggestedWords(after, type)];
  if (known.size === 0 && words.size === 0) return;
  const rows = await suggestionRows(trx, document);
  const byMark = new Map(rows.map((row) => [row.mark, row]));
  for (const [mark, now] of words) {
    const row = byMark.get(mark);
    if (!row) continue;
    const former = known.get(mark) ?? { inserted: row.after, deleted: row.before };
    if (!isOf(row, by) && !isPartOf(now, former)) throw new ForbiddenError("not_your_suggestion", OF_ANOTHER);
    if (row.state === "open" && now.inserted === row.after && now.deleted === row.before) continue;
    const open = { state: "open", decided_by: null, decided_at: null } as const;
    await setSuggestion(trx, row, { ...open, after: now.inserted, before: now.deleted });
  }
  await addNew(cause, document, { rows, words });
  for (const row of rows.filter(({ state, field, mark }) => state === "open" && field === "" && !words.has(mark))) {
    const state = decided?.ids.has(row.mark) ? decided.state : "gone";
    await setSuggestion(trx, row, { state, decided_by: by.accountId, decided_at: clock.now() });
  }
  await storeText(trx, document, words.size === 0 ? undefined : after);
}

export const setSuggestion = (trx: Transaction<Tables>, { id }: SuggestionRow, change: Partial<SuggestionRow>) =>
  trx.updateTable("suggestion").set(change).where("id", "=", id).execute();

type Found = { rows: readonly SuggestionRow[]; words: ReadonlyMap<string, SuggestedWords> };

/** Stores new suggestions, and notifies the owners of a person's first one. */
async function addNew({ trx, clock, by, title }: Cause, document: DocumentKey, { rows, words }: Found): Promise<void> {
  const known = new Set(rows.map(({ mark }) => mark));
  const added = [...words].filter(([mark]) => !known.has(mark));
  if (added.length === 0) return;
  const author_id = by.accountId;
  if (author_id === null) throw new ForbiddenError("not_your_suggestion", OF_ANOTHER);
  const open = rows.filter(({ state }) => state === "open");
  if (open.length + added.length > MAX_SUGGESTIONS) throw new InvalidError("too_many_suggestions", TOO_MANY);
  const columns = { ...columnsOf(document), author_id, field: "", state: "open", created_at: clock.now() } as const;
  for (const [mark, { inserted, deleted }] of added)
    await trx
      .insertInto("suggestion")
      .values({ ...columns, mark, before: deleted, after: inserted })
      .execute();
  if (open.some((row) => row.author_id === author_id)) return;
  await recordEvent(trx, clock, documentEvent(by, "suggest", { ...document, title: await title() }));
}

/**
 * Throws ForbiddenError for people without the permission to change a text if it differs from the stored one in more than
 * their own suggestions.
 */
export async function requireOnlySuggestions(
  trx: Transaction<Tables>,
  document: DocumentKey,
  by: Actor,
  { before, after }: SuggestedChange,
): Promise<void> {
  const { type } = document;
  const others = new Set((await suggestionRows(trx, document)).flatMap((row) => (isOf(row, by) ? [] : [row.mark])));
  const own = new Set(
    [before, after].flatMap((html) => [...suggestedWords(html, type).keys()]).filter((id) => !others.has(id)),
  );
  if (!isSameContent(rejected(before, own, type), rejected(after, own, type)))
    throw new ForbiddenError("only_suggestions", NO_SUGGESTED_CHANGE);
}

const isOf = ({ author_id }: SuggestionRow, { accountId }: Actor): boolean => author_id === accountId;

async function storeText(trx: Transaction<Tables>, document: DocumentKey, html: string | undefined): Promise<void> {
  const removed = trx.deleteFrom("suggested_text").where((eb) => eb.and(columnsOf(document)));
  await removed.execute();
  if (html === undefined) return;
  await trx
    .insertInto("suggested_text")
    .values({ ...columnsOf(document), html })
    .execute();
}

export const suggestionRows = (db: Kysely<Tables>, document: DocumentKey): Promise<SuggestionRow[]> =>
  db
    .selectFrom("suggestion")
    .selectAll()
    .where((eb) => eb.and(columnsOf(document)))
    .orderBy("id")
    .execute();

/** The ids of documents that a person has suggested changes to, open or decided. */
export const suggestedBy = (db: Kysely<Tables>, type: DocumentTypeName, accountId: number) =>
  db
    .selectFrom("suggestion")
    .select("document_id")
    .where("document_type", "=", type)
    .where("author_id", "=", accountId);

/** Whether words are those of a suggestion, or fewer: others may delete them, but add none. */
const isPartOf = (now: SuggestedWords, former: SuggestedWords): boolean =>
  isSubsequence(now.inserted, former.inserted) && isSubsequence(now.deleted, former.deleted);

function isSubsequence(words: string, of: string): boolean {
  const wanted = words.replaceAll(/\s/g, "");
  let at = 0;
  for (const character of of) if (at < wanted.length && wanted.startsWith(character, at)) at += character.length;
  return at === wanted.length;
}
