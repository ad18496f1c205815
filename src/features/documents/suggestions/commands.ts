import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { columnsOf } from "#features/documents/history/queries.ts";
import type { ClaimKey } from "#features/documents/history/saves.ts";
import { saveDraft } from "#features/documents/lifecycle/editing.ts";
import { lockEdited } from "#features/documents/lifecycle/type.ts";
import { subjectOf } from "#features/documents/requests/commands.ts";
import { recordStaged, withStaged } from "#features/documents/staging.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import type { Cause } from "#features/notifications/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { matchesVersion } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { retry } from "#shared/retry.ts";
import { documentEvent } from "../lifecycle/events.ts";
import {
  CLOSED,
  MAX_SUGGESTIONS,
  NO_EDIT,
  NO_SUGGESTION,
  OVERLAPPING,
  STALE,
  SUGGESTED_TEXTS,
  type Texts,
  TOO_MANY,
} from "../rules.ts";
import { accepted, editsIn, rebased, rejected, type Suggestion } from "./edits.ts";
import {
  countSuggestions,
  currentTexts,
  findSuggestion,
  nameOf,
  type Opened,
  type SuggestionRow,
  unstored,
} from "./queries.ts";

export type SuggestionStore = PictureStore & {
  database: Database;
  clock: Clock;
  content: ContentPreparer;
  kind: DocumentType;
};

type Write = { ifMatch: string | undefined; claim: ClaimKey };
type GivenTexts = Record<string, string | undefined>;

/** The edits of a person to decide on: those of the keys, or all. */
type Chosen = { id: number; person: number; keys?: readonly string[] | undefined };

/**
 * Stores the suggestion of an account that may read the document, merged with changes of the document elsewhere in the
 * text, which `isMerged` says. A suggestion without edits is deleted. Throws NotFoundError, ForbiddenError, InvalidError
 * and ConflictError.
 */
export function storeSuggestion(
  store: SuggestionStore,
  by: Actor & { accountId: number },
  id: number,
  given: GivenTexts,
  { ifMatch, claim }: Write,
): Promise<{ opened: Opened; isMerged: boolean }> {
  const { database, clock, kind } = store;
  const { type } = kind;
  const document = { type, id };
  const { content } = SUGGESTED_TEXTS[type];
  return withStaged(store, { html: given[content], actor: by, surface: type }, (staged) =>
    shareCommit(database.db, async (trx) => {
      await lockEdited(trx, kind, id);
      await kind.authorize(trx, by, "read", id);
      await claim(trx);
      await recordStaged(trx, clock, staged);
      const current = await currentTexts(trx, kind, id);
      if (current.isFinal) throw new InvalidError("suggestions_closed", CLOSED);
      const before = await findSuggestion(trx, document, by.accountId);
      const opened = before ?? unstored(current);
      if (!matchesVersion(ifMatch, nameOf(opened))) throw new ConflictError("stale_version", STALE);
      const html = staged.content && { [content]: staged.content.html };
      const typed = { base: opened.base, texts: { ...opened.texts, ...onlyGiven(given), ...html } };
      const isBehind = opened.base_version !== current.name;
      const moved = isBehind ? rebased(type, typed, current.texts) : undefined;
      const base_version = moved ? current.name : opened.base_version;
      const next = moved ?? typed;
      if (editsIn(type, next, current.texts).length === 0) {
        await deleteSuggestion(trx, document, by.accountId);
        return { opened: unstored(current), isMerged: isBehind };
      }
      const saved_at = clock.now();
      const created_at = opened.created_at ?? saved_at;
      const row = { ...next, base_version, version: opened.version + 1, created_at, saved_at };
      if (before) await updateSuggestion(trx, before, row);
      else await addSuggestion({ trx, clock, by }, kind, id, row);
      return { opened: row, isMerged: isBehind };
    }),
  );
}

const onlyGiven = (given: GivenTexts): Texts =>
  Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));

type Saved = Suggestion & { base_version: string; version: number; created_at: number; saved_at: number };

const columnsIn = ({ base, texts, base_version, version, saved_at }: Saved) => ({
  base: JSON.stringify(base),
  texts: JSON.stringify(texts),
  base_version,
  version,
  saved_at,
});

/** Stores a person's first edits and notifies the owners of the document. Throws InvalidError. */
async function addSuggestion(cause: Cause, kind: DocumentType, id: number, row: Saved): Promise<void> {
  const { trx, clock, by } = cause;
  const document = { type: kind.type, id };
  if ((await countSuggestions(trx, document)) >= MAX_SUGGESTIONS)
    throw new InvalidError("too_many_suggestions", TOO_MANY);
  const owner = { ...columnsOf(document), owner_id: by.accountId ?? 0, created_at: row.created_at };
  await trx
    .insertInto("suggestion")
    .values({ ...owner, ...columnsIn(row) })
    .execute();
  const { title } = await subjectOf(trx, kind, id);
  await recordEvent(trx, clock, documentEvent(by, "suggest", { ...document, title }));
}

async function updateSuggestion(trx: Transaction<Tables>, { id }: Pick<SuggestionRow, "id">, row: Saved) {
  await trx.updateTable("suggestion").set(columnsIn(row)).where("id", "=", id).execute();
}

async function deleteSuggestion(trx: Transaction<Tables>, document: DocumentKey, ownerId: number): Promise<void> {
  await trx
    .deleteFrom("suggestion")
    .where((eb) => eb.and(columnsOf(document)))
    .where("owner_id", "=", ownerId)
    .execute();
}

/** Deletes an account's suggestion for a document, if any. Throws NotFoundError and ForbiddenError. */
export async function discardSuggestion(
  { database, kind }: SuggestionStore,
  actor: Actor & { accountId: number },
  id: number,
): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    await lockEdited(trx, kind, id);
    await kind.authorize(trx, actor, "read", id);
    await deleteSuggestion(trx, { type: kind.type, id }, actor.accountId);
  });
}

/** The suggestion was saved or deleted after it was read. */
class SuggestionChangedError extends ConflictError {
  constructor() {
    super("stale_version", STALE);
  }
}
const DECIDING = { attempts: 5, isTemporary: (error: unknown) => error instanceof SuggestionChangedError };

/**
 * Accepts edits by saving them as the actor's own change. Without keys, conflicting edits stay. Throws NotFoundError,
 * ForbiddenError, and ConflictError for another version of the document and for a missing or conflicting edit.
 */
export function acceptEdits(
  store: SuggestionStore,
  by: Actor,
  { id, person, keys }: Chosen,
  { ifMatch, claim }: Write,
): Promise<void> {
  const { database, clock, kind } = store;
  const { db } = database;
  const { type } = kind;
  return retry(DECIDING, async () => {
    await kind.authorize(db, by, "write", id);
    const current = await currentTexts(db, kind, id);
    if (!matchesVersion(ifMatch, current.name)) throw new ConflictError("stale_version", STALE);
    const row = await requireSuggestion(db, { type, id }, person);
    const edits = chosenEdits(type, row, current.texts, keys);
    const taken = keys ? edits : edits.filter(({ is_conflict }) => !is_conflict);
    if (taken.length === 0 || taken.some(({ is_conflict }) => is_conflict))
      throw new ConflictError("edit_conflict", OVERLAPPING);
    const { changes, suggestion } = accepted(type, row, current.texts, keys && new Set(keys));
    await saveDraft(store, kind, by, id, kind.fieldsOfTexts?.(changes) ?? changes, {
      ifMatch: `"${current.name}"`,
      changesScheduled: true,
      suggestedBy: row.owner_id,
      async claim(trx) {
        await claim(trx);
        const decided = { deed: "accept", count: taken.length } as const;
        const texts = { ...current.texts, ...changes };
        await settle({ trx, clock, by }, kind, { id, row, suggestion, texts, ...decided });
      },
    });
  });
}

/** Rejects edits: removes them from the suggestion. Throws NotFoundError, ForbiddenError and ConflictError. */
export function rejectEdits(store: SuggestionStore, by: Actor, { id, person, keys }: Chosen): Promise<void> {
  const { database, clock, kind } = store;
  const { type } = kind;
  return retry(DECIDING, () =>
    shareCommit(database.db, async (trx) => {
      await lockEdited(trx, kind, id);
      await kind.authorize(trx, by, "write", id);
      const { texts } = await currentTexts(trx, kind, id);
      const row = await requireSuggestion(trx, { type, id }, person);
      const count = chosenEdits(type, row, texts, keys).length;
      const suggestion = rejected(type, row, texts, keys && new Set(keys));
      await settle({ trx, clock, by }, kind, { id, row, suggestion, texts, deed: "reject", count });
    }),
  );
}

async function requireSuggestion(db: Database["db"], document: DocumentKey, person: number): Promise<SuggestionRow> {
  const row = await findSuggestion(db, document, person);
  if (!row) throw new ConflictError("suggestions_settled", NO_SUGGESTION);
  return row;
}

/** The edits of these keys, or all. Throws ConflictError for an unknown key. */
function chosenEdits(type: DocumentTypeName, row: Suggestion, current: Texts, keys: readonly string[] | undefined) {
  const edits = editsIn(type, row, current);
  if (!keys) return edits;
  const wanted = new Set(keys);
  const chosen = edits.filter(({ key }) => wanted.has(key));
  if (chosen.length < wanted.size) throw new ConflictError("suggestions_settled", NO_EDIT);
  return chosen;
}

type Decided = {
  id: number;
  row: SuggestionRow;
  /** The remaining suggestion, for the document with `texts`. */
  suggestion: Suggestion;
  texts: Texts;
  deed: "accept" | "reject";
  count: number;
};

/** Stores the remaining suggestion, or deletes an empty one and notifies the reviewer. */
async function settle(cause: Cause, kind: DocumentType, decided: Decided): Promise<void> {
  const { trx, clock, by } = cause;
  const { id, row, suggestion, texts, deed, count } = decided;
  const { version } = row;
  const stored = await trx
    .selectFrom("suggestion")
    .select("version")
    .where("id", "=", row.id)
    .forUpdate()
    .executeTakeFirst();
  if (stored?.version !== version) throw new SuggestionChangedError();
  const isOpen = editsIn(kind.type, suggestion, texts).length > 0;
  if (isOpen) await updateSuggestion(trx, row, { ...row, ...suggestion, version: version + 1 });
  else await deleteSuggestion(trx, { type: kind.type, id }, row.owner_id);
  if (deed === "accept") await recordAccepted(cause, { type: kind.type, id }, row.owner_id);
  const changes = { person: { to: String(row.owner_id) }, edits: { to: count } };
  const { title } = await subjectOf(trx, kind, id);
  // The reviewer is notified once, when nothing is left to decide.
  const facts = { only: isOpen ? [] : [row.owner_id] };
  await recordEvent(trx, clock, documentEvent(by, deed, { type: kind.type, id, title, changes, facts }));
}

/** Stores that words of a person are in the document: the two-person rule counts them among its writers. */
async function recordAccepted({ trx, clock }: Cause, document: DocumentKey, owner_id: number): Promise<void> {
  await trx
    .insertInto("accepted_suggestion")
    .values({ ...columnsOf(document), owner_id, accepted_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the suggestions for permanently deleted documents of a type. */
export async function forgetSuggestions(
  trx: Transaction<Tables>,
  type: DocumentTypeName,
  ids: readonly number[],
): Promise<void> {
  await trx.deleteFrom("suggestion").where("document_type", "=", type).where("document_id", "in", ids).execute();
  const accepted = trx.deleteFrom("accepted_suggestion").where("document_type", "=", type);
  await accepted.where("document_id", "in", ids).execute();
}

/** Deletes all suggestions of an account, and where some were accepted. */
export async function forgetSuggestionsOf(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.deleteFrom("suggestion").where("owner_id", "=", accountId).execute();
  await trx.deleteFrom("accepted_suggestion").where("owner_id", "=", accountId).execute();
}
