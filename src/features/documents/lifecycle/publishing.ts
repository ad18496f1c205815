import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Scope } from "#db/scopes.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { recordEvent } from "#features/events/commands.ts";
import { matchesVersion } from "#platform/version-tags.ts";
import { type Actor, onBehalfOf, system } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { ConflictError, DomainError, InvalidError, isAllowed, NotFoundError } from "#shared/errors.ts";
import { retry } from "#shared/retry.ts";
import { dropWorkingCopy, scheduleWorkingCopy } from "../history/commands.ts";
import { hasChanges, listDue } from "../history/queries.ts";
import type { ClaimKey } from "../history/saves.ts";
import { subjectOf } from "../requests/commands.ts";
import type { DocumentType, Showing } from "../types.ts";
import { lockForEdit } from "./editing.ts";
import { documentEvent } from "./events.ts";
import { NOTHING_TO_PUBLISH, nothingScheduled, stale } from "./rules.ts";
import {
  type Edited,
  findEdited,
  keyOf,
  type LifecycleStore,
  lockEdited,
  type Note,
  nameOf,
  requireOpen,
  wholeOf,
} from "./type.ts";

/**
 * `at` in epoch milliseconds; now if missing or past. `ifMatch`: the required version. `isDue`: only if the working
 * copy's time has come. `claim`: see `saveOnce`.
 */
export type Publication = {
  at?: number | undefined;
  ifMatch?: string | undefined;
  note?: Note | undefined;
  isDue?: boolean;
  claim?: ClaimKey | undefined;
};

/** Another user saved the document after its text was prepared, and again at each further attempt. */
export class ChangedMeanwhileError extends ConflictError {
  constructor(type: DocumentTypeName) {
    super("stale_version", stale(type));
  }
}

/** An update whose time was changed or cancelled after it was listed as due. */
class NotDueError extends Error {}

const MAX_ATTEMPTS = 5;
export const PREPARING = {
  attempts: MAX_ATTEMPTS,
  isTemporary: (error: unknown) => error instanceof ChangedMeanwhileError,
};

/**
 * Publishes a document's working copy, or its stored text without one, now or at a time. What readers have stays until
 * then; what waits for its time is moved as it was approved, and later typing stays in the working copy. Throws
 * NotFoundError, ForbiddenError, InvalidError for a text that lacks what readers need, and ConflictError.
 */
export function publishDocument<Shown>(
  store: LifecycleStore,
  type: Showing<Shown>,
  actor: Actor,
  id: number,
  publication: Publication = {},
): Promise<Shown> {
  const { at, ifMatch, note, isDue, claim } = publication;
  return retry(PREPARING, async () => {
    const now = store.clock.now();
    const seen = await findEdited(store.database.db, type, id);
    const phase = type.phaseOf(seen.row, now);
    const isLater = at !== undefined && at > now;
    const isMove = at !== undefined && phase === "waiting";
    const ended = isMove ? undefined : seen.copy;
    const isUpdateLater = phase === "public" && isLater;
    const change = isUpdateLater ? {} : await type.prepare(ended?.changes ?? {});
    return changeContent(store.database, async (trx) => {
      const edited = await lockEdited(trx, type, id);
      const { row, copy } = edited;
      await type.authorize(trx, actor, "write", id);
      await type.authorize(trx, actor, "publish", id);
      requireOpen(type, row);
      const name = nameOf(edited);
      if (!matchesVersion(ifMatch, name)) throw new ConflictError("stale_version", stale(type.type));
      if (name !== nameOf(seen)) throw new ChangedMeanwhileError(type.type);
      if (isDue && (copy?.publish_at == null || copy.publish_at > now)) throw new NotDueError();
      await claim?.(trx);
      if (isUpdateLater) return scheduleUpdate(trx, store, type, actor, edited, { at, note });
      if (phase === "public" && !hasChanges(copy) && !note?.correction) {
        // A working copy that says what readers have is no update, and no version.
        await dropWorkingCopy(trx, keyOf(type, id));
        return { result: await type.read(trx, id), changed: [] };
      }
      type.requireComplete(isMove ? type.fieldsOf(row) : wholeOf(type, edited), row);
      const { changed } = await type.write(trx, actor, {
        before: row,
        ended,
        change: { ...change, ...type.publishing(row, isLater ? at : null, now) },
        note,
        isUpdate: phase === "public" && hasChanges(copy),
      });
      return { result: await type.read(trx, id), changed };
    });
  });
}

/** Sets when the working copy of a public document becomes public. */
async function scheduleUpdate<Shown>(
  trx: Transaction<Tables>,
  { clock }: LifecycleStore,
  type: Showing<Shown>,
  by: Actor,
  edited: Edited,
  { at, note }: { at: number; note: Note | undefined },
): Promise<{ result: Shown; changed: Scope[] }> {
  const { row, copy } = edited;
  if (!copy) throw new InvalidError("nothing_to_publish", NOTHING_TO_PUBLISH, { at: NOTHING_TO_PUBLISH });
  const whole = wholeOf(type, edited);
  type.requireComplete(whole, row);
  await type.guard(trx, whole, row, note);
  const { reason, isMinor } = note ?? { reason: "", isMinor: false };
  await scheduleWorkingCopy(trx, keyOf(type, row.id), { at, authorId: by.accountId, reason, isMinor });
  const { title } = await subjectOf(trx, type, row.id);
  const changes = { at: { to: new Date(at).toISOString() } };
  await recordEvent(trx, clock, documentEvent(by, "scheduled", { type: type.type, id: row.id, title, changes }));
  return { result: await type.read(trx, row.id), changed: [] };
}

/** Cancels the time of a scheduled update; both texts stay. Throws NotFoundError and ForbiddenError. */
export async function cancelUpdate(
  { database, clock }: LifecycleStore,
  type: DocumentType,
  by: Actor,
  id: number,
): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    const { copy } = await lockForEdit(trx, type, by, id);
    if (!copy || copy.publish_at === null) throw new NotFoundError("nothing_scheduled", nothingScheduled(type.type));
    await unschedule(trx, { clock }, type, by, id);
  });
}

/** Takes the time from a scheduled update. `reason`: of one that could not be published. */
async function unschedule(
  trx: Transaction<Tables>,
  { clock }: Pick<LifecycleStore, "clock">,
  type: DocumentType,
  by: Actor,
  id: number,
  reason?: string,
): Promise<void> {
  await scheduleWorkingCopy(trx, keyOf(type, id), null);
  const { title } = await subjectOf(trx, type, id);
  const changes = reason === undefined ? {} : { reason: { to: reason } };
  await recordEvent(trx, clock, documentEvent(by, "unschedule", { type: type.type, id, title, changes }));
}

/**
 * Takes a document back from readers, or from its time; its working copy stays, without a time. One that is a draft stays
 * as it is. Throws NotFoundError, ForbiddenError and ConflictError.
 */
export function withdrawDocument<Shown>(
  { database, clock }: LifecycleStore,
  type: Showing<Shown>,
  actor: Actor,
  id: number,
  ifMatch: string | undefined,
): Promise<Shown> {
  return changeContent(database, async (trx) => {
    const edited = await lockForEdit(trx, type, actor, id);
    await type.authorize(trx, actor, "publish", id);
    if (!matchesVersion(ifMatch, nameOf(edited))) throw new ConflictError("stale_version", stale(type.type));
    const { row } = edited;
    const isDraft = type.phaseOf(row, clock.now()) === "draft";
    const write = { before: row, ended: undefined, change: type.withdrawing };
    const { changed } = isDraft ? { changed: [] } : await type.write(trx, actor, write);
    return { result: await type.read(trx, id), changed };
  });
}

/** Updates published in one round. */
const MAX_DUE = 50;

type Log = { warn: (details: object, message: string) => void };

/**
 * Publishes due updates of all types. One that may no longer be published, also because it is in the trash, loses its
 * time and stays a working copy. One that fails for another reason is retried in the next round, without blocking others.
 */
export async function publishDue(store: LifecycleStore, types: readonly DocumentType[], log: Log): Promise<void> {
  const { database, clock } = store;
  const faults: unknown[] = [];
  for (const type of types)
    for (const { document_id: id, ...due } of await listDue(database.db, type.type, clock.now(), MAX_DUE)) {
      const note = { reason: due.publish_reason, isMinor: due.publish_minor === 1 };
      try {
        await publishDocument(store, type, onBehalfOf(due.publish_by), id, { note, isDue: true });
      } catch (error) {
        if (error instanceof NotDueError) continue;
        if (!(error instanceof DomainError) || error instanceof ChangedMeanwhileError) {
          faults.push(error);
          continue;
        }
        log.warn({ err: error, document: keyOf(type, id) }, "a scheduled update cannot be published");
        await shareCommit(database.db, (trx) => unschedule(trx, store, type, system, id, error.message));
      }
    }
  if (faults.length > 1) throw new AggregateError(faults, "Several scheduled updates could not be published.");
  if (faults.length > 0) throw faults[0];
}

/** Documents that were taken back, and the affected scopes. */
export type Held = { documents: { id: number; title: string }[]; changed: Scope[] };

/** Takes back what waits for its time without the approval that the two-person rule asks for. */
export async function holdScheduled(
  trx: Transaction<Tables>,
  { clock }: Pick<LifecycleStore, "clock">,
  type: DocumentType,
  by: Actor,
): Promise<Held> {
  const held: Held = { documents: [], changed: [] };
  for (const row of await type.lockWaiting(trx, clock.now())) {
    if (await isAllowed(() => type.guard(trx, type.fieldsOf(row), row, undefined))) continue;
    const { changed } = await type.write(trx, by, { before: row, ended: undefined, change: type.holding });
    held.changed.push(...changed);
    held.documents.push({ id: row.id, title: (await subjectOf(trx, type, row.id)).title });
  }
  return held;
}
