import { crc32 } from "node:zlib";
import type { Kysely, Selectable } from "kysely";
import { createLoopYield } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { columnsOf } from "#features/documents/history/queries.ts";
import { versionName } from "#features/documents/history/rules.ts";
import { findEdited, nameOf as nameOfDocument, wholeOf } from "#features/documents/lifecycle/type.ts";
import type { SuggestionTable } from "#features/documents/tables.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { isAllowed } from "#shared/errors.ts";
import { isoDate } from "#shared/time.ts";
import type { Texts } from "../rules.ts";
import { editsIn, rebased, type Suggestion } from "./edits.ts";
import type { OwnSuggestion, SuggestionList } from "./schema.ts";

export type SuggestionRow = Omit<Selectable<SuggestionTable>, "base" | "texts"> & Suggestion;
/** A suggestion that may not be stored yet. */
export type Opened = Suggestion & {
  version: number;
  base_version: string;
  created_at: number | null;
  saved_at: number | null;
};

const read = (row: Selectable<SuggestionTable>): SuggestionRow => ({
  ...row,
  base: JSON.parse(row.base),
  texts: JSON.parse(row.texts),
});

/** An account's suggestion for a document, if any. */
export async function findSuggestion(
  db: Kysely<Tables>,
  document: DocumentKey,
  ownerId: number,
): Promise<SuggestionRow | undefined> {
  const row = await db
    .selectFrom("suggestion")
    .selectAll()
    .where((eb) => eb.and(columnsOf(document)))
    .where("owner_id", "=", ownerId)
    .executeTakeFirst();
  return row && read(row);
}

/** The number of people with undecided suggestions for a document. */
export async function countSuggested(db: Kysely<Tables>, document: DocumentKey): Promise<number> {
  const { count } = await db
    .selectFrom("suggestion")
    .where((eb) => eb.and(columnsOf(document)))
    .whereRef("texts", "<>", "base")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An empty suggestion for the current document. */
export const unstored = ({ texts, name }: CurrentTexts): Opened => ({
  base: texts,
  texts,
  version: 0,
  base_version: name,
  created_at: null,
  saved_at: null,
});

/**
 * The version of a suggestion in `If-Match`, from its base, creation time and number of saves, so that a suggestion created
 * again after a discard has another name.
 */
export const nameOf = ({ base_version, created_at, version }: Opened): string =>
  versionName(crc32(`${base_version} ${created_at}`), version);

/** The current texts of a document, and the name of that version. `isFinal`: they can no longer be changed. */
export type CurrentTexts = { texts: Texts; name: string; isFinal: boolean };

/** The texts of a document that people can suggest changes to, with its working copy. Throws NotFoundError. */
export async function currentTexts(db: Kysely<Tables>, kind: DocumentType, id: number): Promise<CurrentTexts> {
  const edited = await findEdited(db, kind, id);
  const texts = kind.textsOf(wholeOf(kind, edited), edited.row);
  return { texts, name: nameOfDocument(edited), isFinal: kind.isClosed?.(edited.row) ?? false };
}

/** The owner's view of a suggestion. */
export function presentOwn({ type, id }: DocumentKey, opened: Opened, current: CurrentTexts): OwnSuggestion {
  const { texts, saved_at } = opened;
  const isMoved = opened.base_version !== current.name && !current.isFinal;
  return {
    id,
    texts,
    edits: editsIn(type, opened, current.texts).length,
    is_behind: isMoved && rebased(type, opened, current.texts) !== undefined,
    saved: saved_at === null ? null : isoDate(saved_at),
  };
}

/** All suggestions for a document with their edits, for an actor who may read it. */
export async function listSuggestions(
  db: Kysely<Tables>,
  kind: DocumentType,
  actor: Actor,
  id: number,
): Promise<SuggestionList> {
  const { type } = kind;
  const { texts } = await currentTexts(db, kind, id);
  const rows = await db
    .selectFrom("suggestion")
    .selectAll()
    .where((eb) => eb.and(columnsOf({ type, id })))
    .orderBy("id")
    .execute();
  const names = await accountNames(
    db,
    rows.map(({ owner_id }) => owner_id),
  );
  const pause = createLoopYield();
  const suggestions: SuggestionList["suggestions"] = [];
  for (const row of rows.map(read)) {
    await pause();
    suggestions.push({
      person: row.owner_id,
      name: names.get(row.owner_id) ?? null,
      is_mine: row.owner_id === actor.accountId,
      created: isoDate(row.created_at),
      saved: isoDate(row.saved_at),
      edits: editsIn(type, row, texts),
    });
  }
  const may_decide = await isAllowed(() => kind.authorize(db, actor, "write", id));
  return { texts, may_decide, suggestions: suggestions.filter(({ edits }) => edits.length > 0) };
}

/** The number of people with suggestions for a document. */
export async function countSuggestions(db: Kysely<Tables>, document: DocumentKey): Promise<number> {
  const { count } = await db
    .selectFrom("suggestion")
    .where((eb) => eb.and(columnsOf(document)))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A state per document with suggestions, which changes with each of them. */
export async function suggestionStates(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  ids: number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("suggestion")
    .select(["document_id", "id", "version"])
    .where("document_type", "=", type)
    .where("document_id", "in", ids)
    .orderBy("id")
    .execute();
  const byDocument = Map.groupBy(rows, ({ document_id }) => document_id);
  const stateOf = (own: typeof rows) => own.map(({ id, version }) => `${id}:${version}`).join(",");
  return new Map([...byDocument].map(([id, own]) => [id, stateOf(own)]));
}

/** The suggestions of an account after an id, without their texts; at most `limit`. */
export const suggestionsOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("suggestion")
    .select(["id", "document_type", "document_id", "created_at", "saved_at"])
    .where("owner_id", "=", accountId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** The documents of a type with a suggestion that contains an address that matches `pattern`. */
export async function suggestionsShowing(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  pattern: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom("suggestion")
    .select("document_id")
    .distinct()
    .where("document_type", "=", type)
    .where("texts", "like", pattern)
    .orderBy("document_id")
    .execute();
  return rows.map(({ document_id }) => document_id);
}

/** The suggested texts that name a stored picture, as JSON. */
export async function suggestionTexts(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom("suggestion").select("texts").where("texts", "like", "%/media/%").execute();
  return rows.map(({ texts }) => texts);
}
