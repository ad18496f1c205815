import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { accepted, placedIn, rejected, suggestedIn } from "#features/content/suggestions.ts";
import { columnsOf } from "#features/documents/history/queries.ts";
import type { ClaimKey } from "#features/documents/history/saves.ts";
import { lockForEdit, saveDraft, writeCopy } from "#features/documents/lifecycle/editing.ts";
import {
  type Decided,
  markedTexts,
  plainText,
  requireOnlySuggestions,
  type SuggestionRow,
  setSuggestion,
  suggestionRows,
  textIn,
} from "#features/documents/lifecycle/suggested-text.ts";
import { type Edited, lockEdited, nameOf, requireOpen, wholeOf } from "#features/documents/lifecycle/type.ts";
import { subjectOf } from "#features/documents/requests/commands.ts";
import { prepareKnown, recordStaged, withStaged } from "#features/documents/staging.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { matchesVersion } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { documentEvent } from "../lifecycle/events.ts";
import { CLOSED, GONE, IN_WORK, MARKED_TEXT, NO_SUGGESTION, OVERLAPPING, STALE, SUGGESTED_TEXTS } from "../rules.ts";
import {
  listForDeciding,
  listSuggestions,
  ownLines,
  type PresentedList,
  type PresentedOwn,
  presentOwn,
  suggestableTexts,
} from "./queries.ts";

export type SuggestionStore = PictureStore & {
  database: Database;
  clock: Clock;
  content: ContentPreparer;
  kind: DocumentType;
};

type Suggester = Actor & { accountId: number };
type Write = { ifMatch: string | undefined; claim: ClaimKey };
type GivenTexts = Record<string, string | undefined>;

/**
 * Stores the texts that a reader of the document proposes: lines as such, the text with the changes marked in it.
 * Resolves with the proposed texts, and whether later changes of others were merged. Throws NotFoundError, ForbiddenError,
 * InvalidError and ConflictError.
 */
export async function storeSuggestion(
  store: SuggestionStore,
  by: Suggester,
  id: number,
  given: GivenTexts,
  { ifMatch, claim }: Write,
): Promise<{ shown: PresentedOwn; isMerged: boolean }> {
  const { database, kind } = store;
  const { content } = SUGGESTED_TEXTS[kind.type];
  const { [content]: proposed, [MARKED_TEXT]: sent, ...lines } = given;
  const { edited, marked, isPublished } = await suggestableTexts(database.db, kind, by, id);
  if (kind.isClosed?.(edited.row)) throw new InvalidError("suggestions_closed", CLOSED);
  const html = sent ?? (proposed === undefined ? undefined : await markedFrom(store, marked, proposed));
  const base = sent === undefined ? (ifMatch ?? `"${nameOf(edited)}"`) : ifMatch;
  if (html === undefined && !matchesVersion(ifMatch, nameOf(edited))) throw new ConflictError("stale_version", STALE);
  const read = (trx: Kysely<Tables>) => presentOwn(trx, kind, by, id);
  const claimWithLines = async (trx: Transaction<Tables>) => {
    await claim(trx);
    await storeLines(trx, store, by, id, lines);
  };
  if (html !== undefined && isPublished) return storeOnPublished(store, by, id, html, base, claimWithLines);
  if (html !== undefined) {
    const write = { ifMatch: base, claim: claimWithLines, isSuggesting: true };
    return saveDraft(store, { ...kind, read }, by, id, { [MARKED_TEXT]: html }, write);
  }
  return shareCommit(database.db, async (trx) => {
    await lockEdited(trx, kind, id);
    await claimWithLines(trx);
    return { shown: await read(trx), isMerged: false };
  });
}

/** Stores suggestions for a text that the actor sees as readers do, in the text that the newsroom has. */
function storeOnPublished(
  store: SuggestionStore,
  by: Suggester,
  id: number,
  html: string,
  ifMatch: string | undefined,
  claim: ClaimKey,
): Promise<{ shown: PresentedOwn; isMerged: boolean }> {
  const { kind } = store;
  return withStaged(store, { html, actor: by, surface: kind.type, hasSuggestions: true }, (staged) =>
    shareCommit(store.database.db, async (trx) => {
      const edited = await lockEdited(trx, kind, id);
      const { marked, newsroomText: before } = await suggestableTexts(trx, kind, by, id);
      await claim(trx);
      if (!matchesVersion(ifMatch, nameOf(edited))) throw new ConflictError("stale_version", STALE);
      await recordStaged(trx, store.clock, staged);
      const after = placedIn(before, marked, staged.content.html);
      if (after === undefined) throw new InvalidError("passage_in_work", IN_WORK);
      const suggested = { before, after };
      await requireOnlySuggestions(trx, { type: kind.type, id }, by, suggested);
      await writeCopy(trx, store, kind, edited, wholeOf(kind, edited), { actor: by, isAutosave: true, suggested });
      return { shown: await presentOwn(trx, kind, by, id), isMerged: false };
    }),
  );
}

/** A proposed text as one suggestion in the text with the others. Throws ConflictError where there are others. */
async function markedFrom(store: SuggestionStore, marked: string, proposed: string): Promise<string> {
  const { type } = store.kind;
  const { content } = await prepareKnown(store, proposed, type, { isWritten: true });
  const html = suggestedIn(marked, content.html, newMark(), type);
  if (html === undefined) throw new ConflictError("edit_conflict", OVERLAPPING);
  return html;
}

const newMark = (): string => randomUUID().replaceAll("-", "").slice(0, 16);

/** Stores the lines that differ from the document as a person's suggestions, and withdraws those that do not. */
async function storeLines(
  trx: Transaction<Tables>,
  { clock, kind }: SuggestionStore,
  by: Suggester,
  id: number,
  lines: GivenTexts,
): Promise<void> {
  const given = Object.entries(lines).flatMap(([field, after]) => (after === undefined ? [] : [{ field, after }]));
  if (given.length === 0) return;
  const { texts } = await suggestableTexts(trx, kind, by, id);
  const own = await ownLines(trx, kind.type, id, by.accountId);
  const all = await suggestionRows(trx, { type: kind.type, id });
  let isFirst = !all.some(({ state, author_id }) => state === "open" && author_id === by.accountId);
  for (const { field, after } of given) {
    const before = texts[field] ?? "";
    const row = own.find((line) => line.field === field);
    if (row && row.after === after && row.before === before) continue;
    const decided = { decided_by: by.accountId, decided_at: clock.now() };
    if (row && after === before) await setSuggestion(trx, row, { state: "withdrawn", ...decided });
    else if (row) await setSuggestion(trx, row, { before, after });
    else if (after !== before) {
      const columns = { ...columnsOf({ type: kind.type, id }), author_id: by.accountId, created_at: clock.now() };
      await trx
        .insertInto("suggestion")
        .values({ ...columns, mark: newMark(), field, before, after, state: "open" })
        .execute();
      if (isFirst) await recordSuggested(trx, clock, kind, by, id);
      isFirst = false;
    }
  }
}

async function recordSuggested(trx: Transaction<Tables>, clock: Clock, kind: DocumentType, by: Actor, id: number) {
  const { title } = await subjectOf(trx, kind, id);
  await recordEvent(trx, clock, documentEvent(by, "suggest", { type: kind.type, id, title }));
}

/** The suggestions to decide on: those of the ids, or all; of a person, or of everybody. */
type Chosen = { id: number; how: Decided["state"]; marks?: readonly string[] | undefined; person?: number | undefined };

/**
 * Accepts or rejects suggestions, or withdraws those of the actor. Accepted ones are the actor's own change of the working
 * copy, person by person, so that its versions name both. Resolves with all suggestions. Throws NotFoundError, ForbiddenError and ConflictError.
 */
export function decideOn(
  store: SuggestionStore,
  by: Actor,
  chosen: Chosen,
  { ifMatch, claim }: Write,
): Promise<PresentedList> {
  const { database, kind } = store;
  const { id, how } = chosen;
  return shareCommit(database.db, async (trx) => {
    const edited = await lockFor(trx, kind, by, chosen);
    if (!matchesVersion(ifMatch, nameOf(edited))) throw new ConflictError("stale_version", STALE);
    await claim(trx);
    const rows = (await suggestionRows(trx, { type: kind.type, id })).filter(({ state }) => state === "open");
    const taken = rows.filter(
      (row) =>
        (chosen.marks?.includes(row.mark) ?? true) &&
        (chosen.person === undefined || row.author_id === chosen.person) &&
        (how !== "withdrawn" || row.author_id === by.accountId),
    );
    if (taken.length === 0 || taken.length < (chosen.marks?.length ?? 0))
      throw new ConflictError("suggestions_settled", NO_SUGGESTION);
    for (const [person, own] of Map.groupBy(taken, ({ author_id }) => author_id)) {
      const isLast = !rows.some((row) => row.author_id === person && !own.includes(row));
      await decide({ trx, store, by, how }, { id, person, own, isLast });
    }
    return readAfter(how)(trx, kind, by, id);
  });
}

/** The query of the list after a decision: accepting and rejecting need no permission to suggest. */
export const readAfter = (how: Decided["state"]) => (how === "withdrawn" ? listSuggestions : listForDeciding);

async function lockFor(trx: Transaction<Tables>, kind: DocumentType, by: Actor, { id, how }: Chosen): Promise<Edited> {
  if (how !== "withdrawn") {
    const edited = await lockForEdit(trx, kind, by, id);
    requireOpen(kind, edited.row);
    return edited;
  }
  const edited = await lockEdited(trx, kind, id);
  await kind.authorize(trx, by, "suggest", id);
  if (kind.isClosed?.(edited.row)) throw new InvalidError("suggestions_closed", CLOSED);
  return edited;
}

type Deciding = { trx: Transaction<Tables>; store: SuggestionStore; by: Actor; how: Decided["state"] };
type OfPerson = { id: number; person: number; own: readonly SuggestionRow[]; isLast: boolean };

async function decide({ trx, store, by, how }: Deciding, { id, person, own, isLast }: OfPerson): Promise<void> {
  const { clock, kind } = store;
  const { type } = kind;
  const { edited, texts, marked: before } = await markedTexts(trx, kind, id);
  const [lines, inText] = [own.filter(({ field }) => field !== ""), own.filter(({ field }) => field === "")];
  const ids = new Set(inText.map(({ mark }) => mark));
  const isAccepted = how === "accepted";
  const after = (isAccepted ? accepted : rejected)(before, ids, type);
  const whole = wholeOf(kind, edited);
  const next: Record<string, unknown> = {
    ...whole,
    [SUGGESTED_TEXTS[type].content]: plainText(type, after, textIn(type, whole)),
  };
  for (const { field, before: old, after: words } of isAccepted ? lines : []) {
    if (texts[field] !== old) throw new ConflictError("edit_conflict", GONE);
    Object.assign(next, kind.fieldsOfTexts?.({ [field]: words }) ?? { [field]: words });
  }
  for (const row of lines)
    await setSuggestion(trx, row, { state: how, decided_by: by.accountId, decided_at: clock.now() });
  const suggested = { before, after, decided: { state: how, ids } };
  const suggestedBy = isAccepted ? person : undefined;
  await writeCopy(trx, store, kind, edited, next, { actor: by, isAutosave: true, suggestedBy, suggested });
  if (how === "withdrawn") return;
  if (isAccepted) await recordAccepted(trx, clock, { type, id }, person);
  const changes = { person: { to: String(person) }, edits: { to: own.length } };
  const { title } = await subjectOf(trx, kind, id);
  // The person is notified once, when nothing is left to decide.
  const facts = { only: isLast ? [person] : [] };
  const deed = isAccepted ? "accept" : "reject";
  await recordEvent(trx, clock, documentEvent(by, deed, { type, id, title, changes, facts }));
}

/** Stores that words of a person are in the document: the two-person rule counts them among its writers. */
async function recordAccepted(
  trx: Transaction<Tables>,
  clock: Clock,
  document: DocumentKey,
  owner_id: number,
): Promise<void> {
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
  await trx.deleteFrom("suggested_text").where("document_type", "=", type).where("document_id", "in", ids).execute();
  const taken = trx.deleteFrom("accepted_suggestion").where("document_type", "=", type);
  await taken.where("document_id", "in", ids).execute();
}

/** Rejects the open suggestions of an account, and deletes all of its suggestions and where some were accepted. */
export async function forgetSuggestionsOf(trx: Transaction<Tables>, accountId: number): Promise<void> {
  const open = await trx
    .selectFrom("suggestion")
    .select(["document_type", "document_id", "mark"])
    .where("author_id", "=", accountId)
    .where("state", "=", "open")
    .where("field", "=", "")
    .execute();
  for (const [, own] of Map.groupBy(open, ({ document_type, document_id }) => `${document_type} ${document_id}`)) {
    const [first] = own;
    if (!first) continue;
    const place = { type: first.document_type, id: first.document_id };
    const stored = trx
      .selectFrom("suggested_text")
      .select("html")
      .where((eb) => eb.and(columnsOf(place)));
    const html = (await stored.executeTakeFirst())?.html;
    if (html === undefined) continue;
    const left = rejected(html, new Set(own.map(({ mark }) => mark)), place.type);
    await trx
      .updateTable("suggested_text")
      .set({ html: left })
      .where((eb) => eb.and(columnsOf(place)))
      .execute();
  }
  await trx.updateTable("suggestion").set({ decided_by: null }).where("decided_by", "=", accountId).execute();
  await trx.deleteFrom("suggestion").where("author_id", "=", accountId).execute();
  await trx.deleteFrom("accepted_suggestion").where("owner_id", "=", accountId).execute();
}
