import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { recordEvent } from "#features/events/commands.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import { matchesVersion, versionsIn } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import {
  dropWorkingCopy,
  ensureFirstRevision,
  nameRevision,
  recordRevision,
  storeWorkingCopy,
} from "../history/commands.ts";
import { peopleOf, presentRevision } from "../history/present.ts";
import { findVersion, hasSavedSince, mergeStale } from "../history/queries.ts";
import type { Snapshot } from "../history/rules.ts";
import type { ClaimKey } from "../history/saves.ts";
import type { Revision } from "../history/schema.ts";
import { MARKED_TEXT, SUGGESTED_TEXTS } from "../rules.ts";
import { recordStaged, withStaged } from "../staging.ts";
import type { DocumentType, Showing } from "../types.ts";
import { documentEvent } from "./events.ts";
import { NO_VERSION, noWorkingCopy, overlapping, SCHEDULED_UPDATE, stale } from "./rules.ts";
import {
  type Decided,
  plainText,
  readSuggested,
  requireOnlySuggestions,
  type SuggestedChange,
  storeSuggested,
  textIn,
} from "./suggested-text.ts";
import {
  type DocumentRow,
  type Edited,
  findEdited,
  keyOf,
  type LifecycleStore,
  lockEdited,
  nameOf,
  requireOpen,
  saveOf,
  type WritingStore,
  wholeOf,
} from "./type.ts";
import { isSeen } from "./versions.ts";

/** Locks a document and its working copy for a change by an actor. Throws NotFoundError and ForbiddenError. */
export async function lockForEdit(
  trx: Transaction<Tables>,
  type: DocumentType,
  actor: Actor,
  id: number,
): Promise<Edited> {
  const edited = await lockEdited(trx, type, id);
  await type.authorize(trx, actor, "write", id);
  // Scheduled text becomes public without another check.
  if (edited.copy && edited.copy.publish_at !== null) await type.authorize(trx, actor, "publish", id);
  return edited;
}

/** The fields of `whole` that differ from the stored ones. */
export function changesFrom<Fields extends Snapshot>(
  { compared }: Pick<DocumentType<never, Fields>, "compared">,
  stored: Fields,
  whole: Fields,
): Partial<Fields> {
  const before: Snapshot = compared?.(stored) ?? stored;
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(whole).filter(differs)) as Partial<Fields>;
}

/** Whether there is no change. */
export const isSame = (changes: object): boolean => Object.keys(changes).length === 0;

export const onlyGiven = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/**
 * `isRetry`: an earlier attempt may have been saved. `changesScheduled`: the editor confirmed changing an update that has
 * a time. `claim`: see `saveOnce`. `isSuggesting`: only the actor's own suggestions may change, for which reading suffices.
 */
export type DraftSave = {
  ifMatch: string | undefined;
  isRetry?: boolean;
  changesScheduled?: boolean;
  claim?: ClaimKey;
  isSuggesting?: boolean;
};

/**
 * Saves the given fields of a document's working copy, with the pictures in its text. A change based on an older version
 * is merged with later saves, except a retry whose first attempt was saved, which would merge with itself. Throws
 * NotFoundError, ForbiddenError, InvalidError for an autosave of a scheduled update, and ConflictError if both changed
 * the same part, or for a document that no longer changes. `isMerged`: what is shown contains later saves too.
 */
export function saveDraft<Shown>(
  store: WritingStore,
  type: Showing<Shown>,
  actor: Actor,
  id: number,
  fields: Partial<Snapshot>,
  { ifMatch, isRetry = false, changesScheduled = false, claim, isSuggesting = false }: DraftSave,
): Promise<{ shown: Shown; isMerged: boolean }> {
  const { content } = SUGGESTED_TEXTS[type.type];
  const { [content]: html, [MARKED_TEXT]: marked, ...others } = onlyGiven(fields);
  const hasSuggestions = marked !== undefined;
  const key = keyOf(type, id);
  const given = { html: (marked ?? html) as string | undefined, actor, surface: type.type, hasSuggestions };
  return withStaged(store, given, (staged) =>
    shareCommit(store.database.db, async (trx) => {
      const edited = await (isSuggesting ? lockForSuggestion : lockForEdit)(trx, type, actor, id);
      requireOpen(type, edited.row);
      await claim?.(trx);
      await recordStaged(trx, store.clock, staged);
      const change = { ...others, ...(staged.content && { [content]: staged.content.html }) };
      const mine: Partial<Snapshot> = type.typed ? await type.typed(trx, change) : change;
      const whole = wholeOf(type, edited);
      const text = textIn(type.type, whole);
      const before = hasSuggestions ? ((await readSuggested(trx, key, whole)) ?? text) : text;
      const theirs = { ...whole, [content]: before };
      const isStale = !matchesVersion(ifMatch, nameOf(edited));
      const isNothing = isSame(changesFrom(type, theirs, { ...theirs, ...mine }));
      if (isStale && edited.copy && isNothing) return { shown: await type.read(trx, id), isMerged: true };
      // Text typed after the time was set becomes public only if a user saved it by hand.
      const isTyped = () =>
        hasSuggestions ? plainText(type.type, textIn(type.type, { ...theirs, ...mine }), text) !== text : !isNothing;
      if (edited.copy && edited.copy.publish_at !== null && !changesScheduled && isTyped())
        throw new InvalidError("update_scheduled", SCHEDULED_UPDATE);
      const base = versionsIn(ifMatch ?? "")[0] ?? "";
      if (isStale && isRetry && (await hasSavedSince(trx, key, base, actor.accountId)))
        throw new ConflictError("stale_version", stale(type.type));
      const sides = { mine, theirs, hasSuggestions };
      const merge = isStale
        ? await mergeStale(trx, key, base, sides)
        : { merged: { ...theirs, ...mine }, conflicts: [] };
      if (!merge) throw new ConflictError("stale_version", stale(type.type));
      const detail = overlapping(type.type);
      const errors = Object.fromEntries(merge.conflicts.map((field) => [field, detail]));
      if (merge.conflicts.length > 0) throw new ConflictError("edit_conflict", detail, errors);
      const { merged } = merge;
      const suggested = hasSuggestions ? { before, after: textIn(type.type, merged) } : undefined;
      if (suggested && isSuggesting) await requireOnlySuggestions(trx, key, actor, suggested);
      const next = suggested ? { ...merged, [content]: plainText(type.type, suggested.after, text) } : merged;
      await writeCopy(trx, store, type, edited, next, { actor, isAutosave: true, suggested });
      return { shown: await type.read(trx, id), isMerged: isStale };
    }),
  );
}

/** Locks a document for a suggestion of one of its readers. Throws NotFoundError and ForbiddenError. */
async function lockForSuggestion(
  trx: Transaction<Tables>,
  type: DocumentType,
  actor: Actor,
  id: number,
): Promise<Edited> {
  const edited = await lockEdited(trx, type, id);
  await type.authorize(trx, actor, "read", id);
  return edited;
}

type CopyType<Row extends DocumentRow, Fields extends Snapshot> = Pick<
  DocumentType<Row, Fields, never>,
  "type" | "titles" | "fieldsOf" | "phaseOf" | "words" | "compared" | "checkTyped" | "copyStored"
>;

/**
 * `tells`: whether owners and publishers are notified, as of an editor's change. `suggestedBy`: the account whose suggestion
 * is accepted. `suggested`: the text with its suggestions, before and after the change.
 */
type CopyWrite = {
  actor: Actor;
  isAutosave: boolean;
  suggestedBy?: number | undefined;
  suggested?: (SuggestedChange & { decided?: Decided }) | undefined;
  tells?: boolean;
};

/**
 * Makes `whole` a document's working copy and a version, and tells the owners of another user's edit. A working copy that
 * says what readers have is no change, and is removed unless it has suggestions. Throws ForbiddenError and InvalidError.
 */
export async function writeCopy<Row extends DocumentRow, Fields extends Snapshot>(
  trx: Transaction<Tables>,
  { clock }: Pick<LifecycleStore, "clock">,
  type: CopyType<Row, Fields>,
  edited: Edited<Row>,
  typed: Fields,
  { actor, isAutosave, suggestedBy, suggested, tells = true }: CopyWrite,
): Promise<void> {
  const { row, copy } = edited;
  const key = keyOf(type, row.id);
  const by = { authorId: actor.accountId, at: clock.now() };
  const whole = type.checkTyped ? await type.checkTyped(trx, actor, edited, typed) : typed;
  const before = wholeOf(type, edited);
  if (suggested) {
    const title = async () => (await type.titles(trx, [row.id])).get(row.id) ?? "";
    await storeSuggested({ trx, clock, by: actor, title }, key, suggested, suggested.decided);
  }
  const marked = suggested?.after ?? (await readSuggested(trx, key, whole));
  const changes = changesFrom(type, type.fieldsOf(row), whole);
  if (isSame(changes) && !copy && (!suggested || suggested.after === suggested.before)) return;
  const phase = type.phaseOf(row, by.at);
  const hasSuggestions = marked !== undefined && marked !== textIn(type.type, whole);
  const isNone = isSame(changes) && phase !== "draft" && copy?.publish_at == null;
  const state = marked === undefined ? whole : { ...whole, [SUGGESTED_TEXTS[type.type].content]: marked };
  if (isNone && !hasSuggestions) await dropWorkingCopy(trx, key, { isChange: true });
  else await storeWorkingCopy(trx, key, { ...by, whole: state, changes });
  // A suggestion changes nothing that anybody has written.
  if (suggested && isSame(changesFrom(type, before, whole))) return;
  const save = {
    ...by,
    snapshot: whole,
    isAutosave,
    documentVersion: null,
    startsCopy: copy === undefined,
    suggestedBy,
  };
  await recordRevision(trx, key, save, () => saveOf(type, row));
  await type.copyStored?.(trx, row);
  if (!tells) return;
  const facts = { isReworded: isReworded(type, before, whole), isProposed: isSeen(phase) && !isNone };
  await recordEvent(trx, clock, documentEvent(actor, "typed", { type: type.type, id: row.id, facts }));
}

/** Whether two texts differ in the words that owners are notified about. */
export const isReworded = <Fields extends Snapshot>(
  { words }: Pick<DocumentType<never, Fields>, "words">,
  before: Fields,
  after: Fields,
): boolean => words.some((name) => before[name] !== after[name]);

/** Discards a document's working copy; it stays among the versions. Throws NotFoundError and ForbiddenError. */
export async function discardDraft(
  { database, clock }: LifecycleStore,
  type: DocumentType,
  actor: Actor,
  id: number,
): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    const edited = await lockForEdit(trx, type, actor, id);
    if (!edited.copy || !(await dropWorkingCopy(trx, keyOf(type, id), { isChange: true })))
      throw new NotFoundError("working_copy_not_found", noWorkingCopy(type.type));
    await type.copyStored?.(trx, edited.row);
    const facts = { isReworded: isReworded(type, wholeOf(type, edited), type.fieldsOf(edited.row)) };
    await recordEvent(trx, clock, documentEvent(actor, "typed", { type: type.type, id, facts }));
  });
}

export type VersionPlace = { id: number; n: number };

/** Names a version, and returns it; an empty name removes it. Throws NotFoundError and ForbiddenError. */
export async function nameVersion(
  { database }: LifecycleStore,
  type: DocumentType,
  actor: Actor,
  { id, n }: VersionPlace,
  note: string,
): Promise<Revision> {
  const key = keyOf(type, id);
  return shareCommit(database.db, async (trx) => {
    const { row } = await lockEdited(trx, type, id);
    await type.authorize(trx, actor, "write", id);
    await ensureFirstRevision(trx, key, () => saveOf(type, row));
    const head = await nameRevision(trx, key, n, note);
    if (!head) throw new NotFoundError("version_not_found", NO_VERSION);
    return presentRevision(head, await accountNames(trx, peopleOf([head])));
  });
}

/**
 * Restores a version as a new one: a draft immediately, what readers have or will have in its working copy. Status, date
 * and address stay. Throws NotFoundError, ForbiddenError and ConflictError.
 */
export async function restoreVersion<Shown>(
  store: LifecycleStore,
  type: Showing<Shown>,
  actor: Actor,
  { id, n }: VersionPlace,
  ifMatch: string | undefined,
): Promise<Shown> {
  const { db } = store.database;
  const key = keyOf(type, id);
  const { row: seen } = await findEdited(db, type, id);
  await type.authorize(db, actor, "write", id);
  const found = await findVersion(db, key, n, async () => saveOf(type, seen));
  if (!found) throw new NotFoundError("version_not_found", NO_VERSION);
  const edit = await type.restorable(db, found.snapshot);
  const prepared = await type.prepare(edit);
  return changeContent(store.database, async (trx) => {
    const edited = await lockForEdit(trx, type, actor, id);
    const { row, copy } = edited;
    requireOpen(type, row);
    if (!matchesVersion(ifMatch, nameOf(edited))) throw new ConflictError("stale_version", stale(type.type));
    if (type.phaseOf(row, store.clock.now()) === "draft") {
      const rest = copy ? await type.prepare(without(copy.changes, Object.keys(edit))) : {};
      const { changed } = await type.write(trx, actor, { before: row, ended: copy, change: { ...rest, ...prepared } });
      return { result: await type.read(trx, id), changed };
    }
    await writeCopy(trx, store, type, edited, { ...wholeOf(type, edited), ...edit }, { actor, isAutosave: false });
    return { result: await type.read(trx, id), changed: [] };
  });
}

export const without = <Fields extends object>(fields: Fields, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as Fields;
