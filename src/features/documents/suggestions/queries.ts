import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { carried, rejected, suggestedWords } from "#features/content/suggestions.ts";
import { columnsOf } from "#features/documents/history/queries.ts";
import {
  type MarkedTexts,
  markedTexts,
  type SuggestionRow,
  suggestionRows,
  textIn,
} from "#features/documents/lifecycle/suggested-text.ts";
import { nameOf, type VersionedBody } from "#features/documents/lifecycle/type.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import { seenTitle, titlesNow } from "#features/notifications/titles.ts";
import type { NotifiedType, Reader } from "#features/notifications/types.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { isAllowed } from "#shared/errors.ts";
import { isoDate } from "#shared/time.ts";
import { SUGGESTED_TEXTS } from "../rules.ts";
import type { ListedSuggestion, OwnSuggestion, SuggestionList } from "./schema.ts";

/** Closed suggestions that a list shows. */
const MAX_CLOSED = 50;

export type PresentedOwn = VersionedBody<OwnSuggestion>;
export type PresentedList = VersionedBody<SuggestionList>;

/**
 * The texts of a document in which an actor may suggest changes: as the newsroom has them, or of others' published
 * articles as readers do, with the actor's own suggestions alone. `newsroomText`: the marked text as the newsroom has it.
 * Throws NotFoundError and ForbiddenError.
 */
export async function suggestableTexts(
  db: Kysely<Tables>,
  kind: DocumentType,
  actor: Actor,
  id: number,
): Promise<MarkedTexts & { isPublished: boolean; newsroomText: string }> {
  await kind.authorize(db, actor, "suggest", id);
  const all = await markedTexts(db, kind, id);
  const newsroomText = all.marked;
  if (await isAllowed(() => kind.authorize(db, actor, "read", id))) return { ...all, isPublished: false, newsroomText };
  const { type } = kind;
  const { row } = all.edited;
  const published = kind.fieldsOf(row);
  const rows = await suggestionRows(db, { type, id });
  const others = new Set(rows.flatMap(({ mark, author_id }) => (author_id === actor.accountId ? [] : [mark])));
  const marked = carried(rejected(all.marked, others, type), textIn(type, published), type);
  return { ...all, texts: kind.textsOf(published, row), marked, isPublished: true, newsroomText };
}

/** What `texts` would say with the open suggestions of a person for its plain lines, and all of its text. */
export async function presentOwn(
  db: Kysely<Tables>,
  kind: DocumentType,
  actor: Actor,
  id: number,
): Promise<PresentedOwn> {
  const { type } = kind;
  const { edited, texts, marked, isPublished } = await suggestableTexts(db, kind, actor, id);
  const rows = await suggestionRows(db, { type, id });
  const own = rows.filter(({ state, author_id }) => state === "open" && author_id === actor.accountId);
  const lines = Object.fromEntries(own.flatMap(({ field, after }) => (field === "" ? [] : [[field, after]])));
  const proposed = { ...texts, [SUGGESTED_TEXTS[type].content]: marked, ...lines };
  const body: OwnSuggestion = { id, texts: proposed, edits: own.length, may_read: !isPublished };
  return { name: nameOf(edited), body };
}

/** The number of people with open suggestions for a document. */
export async function countSuggested(db: Kysely<Tables>, document: DocumentKey): Promise<number> {
  const { count } = await db
    .selectFrom("suggestion")
    .where((eb) => eb.and(columnsOf(document)))
    .where("state", "=", "open")
    .select((eb) => eb.fn.count<number>("author_id").distinct().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Documents searched for open suggestions that concern a person, newest first. */
const MAX_LOOKED_AT = 100;

type Titled = DocumentKey & { title: string };

/**
 * The documents with open suggestions that concern a person: those that the person owns and others suggest changes for,
 * and those that the person has made.
 */
export async function openSuggestionsOf(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType[],
  reader: Reader,
): Promise<{ toDecide: Titled[]; own: Titled[] }> {
  const title = seenTitle(db, kinds, reader, "suggestion");
  const documentsBy = (operator: "=" | "<>") =>
    db
      .selectFrom("suggestion")
      .where("state", "=", "open")
      .where("author_id", operator, reader.accountId)
      .where(title, "is not", null)
      .select(["document_type as type", "document_id as id", title.as("title")])
      .groupBy(["document_type", "document_id"])
      .orderBy((eb) => eb.fn.max("id"), "desc")
      .limit(MAX_LOOKED_AT)
      .execute();
  const toDecide: Titled[] = [];
  for (const document of await documentsBy("<>")) {
    const owners = kinds.find(({ type }) => type === document.type)?.owners;
    if ((await owners?.(db, document.id))?.includes(reader.accountId)) toDecide.push(document);
  }
  const own = await documentsBy("=");
  return {
    toDecide: await titlesNow(db, kinds, toDecide, (row) => row),
    own: await titlesNow(db, kinds, own, (row) => row),
  };
}

/** All suggestions for a document, as one of its readers gets them. Throws NotFoundError and ForbiddenError. */
export const listSuggestions = async (
  db: Kysely<Tables>,
  kind: DocumentType,
  actor: Actor,
  id: number,
): Promise<PresentedList> => presentList(db, kind, actor, await suggestableTexts(db, kind, actor, id));

/** All suggestions for a document, for a user who decides on them: that needs the permission to write, not to suggest. */
export async function listForDeciding(
  db: Kysely<Tables>,
  kind: DocumentType,
  actor: Actor,
  id: number,
): Promise<PresentedList> {
  await kind.authorize(db, actor, "write", id);
  return presentList(db, kind, actor, { ...(await markedTexts(db, kind, id)), isPublished: false });
}

async function presentList(
  db: Kysely<Tables>,
  kind: DocumentType,
  actor: Actor,
  { edited, texts, marked, isPublished }: MarkedTexts & { isPublished: boolean },
): Promise<PresentedList> {
  const { type } = kind;
  const { id } = edited.row;
  const all = await suggestionRows(db, { type, id });
  const rows = isPublished ? all.filter(({ author_id }) => author_id === actor.accountId) : all;
  const names = await accountNames(
    db,
    rows.flatMap(({ author_id, decided_by }) => [author_id, decided_by]),
  );
  const places = new Map([...suggestedWords(marked, type).keys()].map((mark, at) => [mark, at]));
  const isThere = ({ field, mark, before }: SuggestionRow) =>
    field === "" ? places.has(mark) : texts[field] === before;
  const present = (row: SuggestionRow): ListedSuggestion => ({
    id: row.mark,
    person: row.author_id,
    name: names.get(row.author_id) ?? null,
    is_mine: row.author_id === actor.accountId,
    field: row.field || SUGGESTED_TEXTS[type].content,
    before: row.before,
    after: row.after,
    state: row.state === "open" && !isThere(row) ? "gone" : row.state,
    created: isoDate(row.created_at),
    decided_by: row.decided_by === null ? null : (names.get(row.decided_by) ?? null),
    decided: isoDate(row.decided_at),
  });
  const isOpen = (row: SuggestionRow) => row.state === "open" && isThere(row);
  const open = rows
    .filter(isOpen)
    .toSorted((one, other) => (places.get(one.mark) ?? -1) - (places.get(other.mark) ?? -1));
  const closed = rows
    .filter((row) => !isOpen(row))
    .toSorted((one, other) => (other.decided_at ?? 0) - (one.decided_at ?? 0));
  const may_decide = await isAllowed(() => kind.authorize(db, actor, "write", id));
  const body = { text: marked, may_decide, suggestions: [...open, ...closed.slice(0, MAX_CLOSED)].map(present) };
  return { name: nameOf(edited), body };
}

/** A state per document with suggestions, which changes with each of them. */
export async function suggestionStates(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  ids: number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("suggestion")
    .select(["document_id", "id", "state", "before", "after"])
    .where("document_type", "=", type)
    .where("document_id", "in", [0, ...ids])
    .orderBy("id")
    .execute();
  const byDocument = Map.groupBy(rows, ({ document_id }) => document_id);
  const stateOf = (own: typeof rows) =>
    own.map(({ id, state, before, after }) => `${id}${state[0]}${before.length}-${after.length}`).join(",");
  return new Map([...byDocument].map(([id, own]) => [id, stateOf(own)]));
}

/** The suggestions of an account after an id, without their words; at most `limit`. */
export const suggestionsOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("suggestion")
    .select(["id", "document_type", "document_id", "created_at", "state"])
    .where("author_id", "=", accountId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** The documents of a type with suggestions in whose text is an address that matches `pattern`. */
export async function suggestionsShowing(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  pattern: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom("suggested_text")
    .select("document_id")
    .where("document_type", "=", type)
    .where("html", "like", pattern)
    .orderBy("document_id")
    .execute();
  return rows.map(({ document_id }) => document_id);
}

/** The texts with suggestions that name a stored picture. */
export async function suggestionTexts(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom("suggested_text").select("html").where("html", "like", "%/media/%").execute();
  return rows.map(({ html }) => html);
}

/** The open suggestions of a person for the plain lines of a document. */
export const ownLines = (db: Kysely<Tables>, type: DocumentTypeName, id: number, accountId: number) =>
  db
    .selectFrom("suggestion")
    .selectAll()
    .where((eb) => eb.and(columnsOf({ type, id })))
    .where("author_id", "=", accountId)
    .where("state", "=", "open")
    .where("field", "<>", "")
    .execute();
