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
import { SUGGESTED_TEXTS } from "../rules.ts";
import { recordStaged, withStaged } from "../staging.ts";
import type { DocumentType, Showing } from "../types.ts";
import { changesFrom, isSame, onlyGiven, without } from "./editing.ts";
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
  type WritingStore,
  wholeOf,
} from "./type.ts";
import { isSeen } from "./versions.ts";

/** `fields`: what the document says, with its text as HTML. `state`: columns that working copies don't have. */
type Saved<Fields, State> = { fields: Partial<Fields>; state?: State };

export type SaveOptions = {
  ifMatch?: string | undefined;
  note?: Note | undefined;
  claim?: ClaimKey | undefined;
  /** The file of the picture uploaded with the text. */
  picture?: File | undefined;
};

/**
 * Saves the given fields of a document as its next version, which replaces the working copy: a draft is saved with it; what
 * readers have or will have gets only the given fields, and what was typed stays among the versions. A change of state or
 * placement alone leaves the working copy. Throws NotFoundError, ForbiddenError, InvalidError, ConflictError, TooLargeError
 * for the text, and ImageError for a picture that cannot be read.
 */
export function saveDocument<Shown>(
  store: WritingStore,
  type: Showing<Shown>,
  actor: Actor,
  id: number,
  { fields, state = {} }: Saved<Snapshot, object>,
  { ifMatch, note, claim, picture }: SaveOptions,
): Promise<Shown> {
  const { content } = SUGGESTED_TEXTS[type.type];
  const { [content]: text, ...others } = onlyGiven(fields);
  const given = { html: text as string | undefined, actor, picture, surface: type.type };
  return withStaged(store, given, (staged) => {
    const { imageUrl } = staged;
    const said = {
      ...others,
      ...(staged.content && { [content]: staged.content }),
      ...(imageUrl && { image_url: imageUrl }),
    };
    const names = Object.keys(said);
    const change = { ...said, ...onlyGiven(state) };
    return retry(PREPARING, async () => {
      const seen = await findEdited(store.database.db, type, id);
      const isDraft = type.phaseOf(seen.row, store.clock.now()) === "draft";
      const rest = without(seen.copy?.changes ?? {}, names);
      const copied = isDraft ? await type.prepare(rest) : {};
      return changeContent(store.database, async (trx) => {
        const edited = await lockEdited(trx, type, id);
        const { row, copy } = edited;
        await type.authorizeSave(trx, actor, row, change);
        requireOpen(type, row);
        if (!matchesVersion(ifMatch, nameOf(edited))) throw new ConflictError("stale_version", stale(type.type));
        if (nameOf(edited) !== nameOf(seen)) throw new ChangedMeanwhileError(type.type);
        await claim?.(trx);
        await recordStaged(trx, store.clock, staged);
        const isKept = !isDraft && names.every((name) => type.placement.includes(name));
        const ended = isKept ? undefined : copy;
        const write = { before: row, ended, change: { ...copied, ...change }, note };
        const { row: after, changed } = await type.write(trx, actor, write);
        if (isKept) await keepCopy(trx, store, type, edited, { after, whole: { ...type.fieldsOf(after), ...rest } });
        return { result: await type.read(trx, id), changed };
      });
    });
  });
}

/**
 * Stores what is left of a working copy after its document was saved: under its author, who cannot approve it. One that
 * says nothing new is removed. Throws ForbiddenError for one with a time that may no longer be published then.
 */
export async function keepCopy(
  trx: Transaction<Tables>,
  { clock }: Pick<LifecycleStore, "clock">,
  type: DocumentType,
  { row: before, copy }: Edited,
  { after, whole }: { after: DocumentRow; whole: Snapshot },
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
export async function replaceInDocument<Fields extends Snapshot>(
  store: LifecycleStore,
  type: DocumentType<DocumentRow, Fields>,
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
