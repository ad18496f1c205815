import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import { matchesVersion } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { retry } from "#shared/retry.ts";
import { dropWorkingCopy, recordRevision, scheduleWorkingCopy, storeWorkingCopy } from "../history/commands.ts";
import type { Snapshot } from "../history/rules.ts";
import type { ClaimKey } from "../history/saves.ts";
import { recordStaged, type Staged } from "../staging.ts";
import type { DocumentType } from "../types.ts";
import { changesFrom, isSame, without } from "./editing.ts";
import { ChangedMeanwhileError, PREPARING } from "./publishing.ts";
import { stale } from "./rules.ts";
import {
  type DocumentRow,
  type Edited,
  findEdited,
  keyOf,
  type LifecycleStore,
  lockEdited,
  type Note,
  nameOf,
  requireOpen,
  saveOf,
  wholeOf,
} from "./type.ts";
import { isSeen } from "./versions.ts";

type Saved<Fields, Change> = {
  change: Partial<Change>;
  /** The fields that are given. */
  names: readonly (keyof Fields & string)[];
};

export type SaveOptions = {
  ifMatch?: string | undefined;
  note?: Note | undefined;
  claim?: ClaimKey | undefined;
  staged?: Staged | undefined;
};

/**
 * Saves the given fields of a document as its next version, which replaces the working copy: a draft is saved with it; what
 * readers have or will have gets only the given fields, and what was typed stays among the versions. A change of state or
 * placement alone leaves the working copy. Throws NotFoundError, ForbiddenError, InvalidError and ConflictError.
 */
export function saveDocument<Row extends DocumentRow, Fields extends Snapshot, Change extends object, Shown>(
  store: LifecycleStore,
  type: DocumentType<Row, Fields, Change, Shown>,
  actor: Actor,
  id: number,
  { change, names }: Saved<Fields, Change>,
  { ifMatch, note, claim, staged }: SaveOptions,
): Promise<Shown> {
  return retry(PREPARING, async () => {
    const seen = await findEdited(store.database.db, type, id);
    const isDraft = type.phaseOf(seen.row, store.clock.now()) === "draft";
    const rest = without((seen.copy?.changes ?? {}) as Partial<Fields>, names);
    const copied = isDraft ? await type.prepare(rest) : {};
    return changeContent(store.database, async (trx) => {
      const edited = await lockEdited(trx, type, id);
      const { row, copy } = edited;
      await type.authorizeSave(trx, actor, row, change);
      requireOpen(type, row);
      if (!matchesVersion(ifMatch, nameOf(edited))) throw new ConflictError("stale_version", stale(type.type));
      if (nameOf(edited) !== nameOf(seen)) throw new ChangedMeanwhileError(type.type);
      await claim?.(trx);
      if (staged) await recordStaged(trx, store.clock, staged);
      const isKept = !isDraft && names.every((name) => type.placement.includes(name));
      const ended = isKept ? undefined : copy;
      const { row: after, changed } = await type.write(trx, actor, {
        before: row,
        ended,
        change: { ...copied, ...change },
        note,
      });
      if (isKept) await keepCopy(trx, store, type, edited, { after, whole: { ...type.fieldsOf(after), ...rest } });
      return { result: await type.read(trx, id), changed };
    });
  });
}

/**
 * Stores what is left of a working copy after its document was saved: under its author, who cannot approve it. One that
 * says nothing new is removed. Throws ForbiddenError for one with a time that may no longer be published then.
 */
export async function keepCopy<Row extends DocumentRow, Fields extends Snapshot, Change extends object, Shown>(
  trx: Transaction<Tables>,
  { clock }: Pick<LifecycleStore, "clock">,
  type: DocumentType<Row, Fields, Change, Shown>,
  { row: before, copy }: Edited<Row>,
  { after, whole }: { after: Row; whole: Fields },
): Promise<void> {
  if (!copy) return;
  const key = keyOf(type, after.id);
  const changes = changesFrom(type, type.fieldsOf(after), whole);
  const isNone = isSame(changes);
  if (isNone) await dropWorkingCopy(trx, key);
  else if (!isSame(changesFrom(type, wholeOf(type, { row: before, copy }), whole))) {
    const by = { authorId: copy.saved_by, at: clock.now() };
    await storeWorkingCopy(trx, key, { ...by, whole, changes });
    const save = { ...by, snapshot: whole, isAutosave: true, documentVersion: null };
    await recordRevision(trx, key, save, () => saveOf(type, after));
  }
  if (!isNone && !isSeen(type.phaseOf(after, clock.now()))) await scheduleWorkingCopy(trx, key, null);
  else if (!isNone && copy.publish_at !== null) await type.guard(trx, whole, after, undefined);
  await type.copyStored?.(trx, after);
}

/**
 * Replaces something in a document and in its working copy, which stays apart; returns whether anything changed. Throws
 * ConflictError if it was saved concurrently, or no longer changes.
 */
export async function replaceInDocument<Row extends DocumentRow, Fields extends Snapshot, Change extends object, Shown>(
  store: LifecycleStore,
  type: DocumentType<Row, Fields, Change, Shown>,
  actor: Actor,
  id: number,
  replaced: (whole: Fields) => Fields,
): Promise<boolean> {
  const read = await findEdited(store.database.db, type, id);
  const stored = changesFrom(type, type.fieldsOf(read.row), replaced(type.fieldsOf(read.row)));
  const change = await type.prepare(stored);
  return changeContent(store.database, async (trx) => {
    const edited = await lockEdited(trx, type, id);
    requireOpen(type, edited.row);
    if (nameOf(edited) !== nameOf(read)) throw new ConflictError("stale_version", stale(type.type));
    const typed = wholeOf(type, edited);
    const whole = replaced(typed);
    const isStored = !isSame(stored);
    const write = { before: edited.row, ended: undefined, change };
    const { row, changed } = isStored ? await type.write(trx, actor, write) : { row: edited.row, changed: [] };
    await keepCopy(trx, store, type, edited, { after: row, whole });
    return { result: isStored || !isSame(changesFrom(type, typed, whole)), changed };
  });
}
