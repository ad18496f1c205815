import { setImmediate as nextTurn } from "node:timers/promises";
import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { DocumentType, Showing } from "#features/documents/types.ts";
import { recordEvent, recordEvents } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { DOCUMENT_TYPES, type DocumentKey, type DocumentTypeName } from "#shared/document.ts";
import { isAllowed, NotFoundError } from "#shared/errors.ts";
import { scheduleWorkingCopy } from "../history/commands.ts";
import { columnsOf, findWorkingCopy } from "../history/queries.ts";
import { documentEvent } from "../lifecycle/events.ts";
import { type DocumentRow, lockEdited, requireOpen } from "../lifecycle/type.ts";
import { subjectOf } from "../requests/commands.ts";
import { notInTrash } from "../rules.ts";

export type TrashStore = { database: Database; clock: Clock };

/** Moves a document into the trash. Throws NotFoundError, ForbiddenError and ConflictError. */
export async function trashDocument(store: TrashStore, type: DocumentType, actor: Actor, id: number): Promise<void> {
  await changeContent(store.database, async (trx) => ({
    result: undefined,
    changed: await trashRow(trx, store, type, { actor, id }),
  }));
}

type Deletion = { actor: Actor; id: number };

/**
 * Moves a document to the trash in the caller's transaction; returns the affected scopes. It leaves the table of its
 * type, so that no list, count or search must consider the trash (docs/decisions/0049).
 */
export async function trashRow(
  trx: Transaction<Tables>,
  { clock }: Pick<TrashStore, "clock">,
  kind: DocumentType,
  { actor, id }: Deletion,
): Promise<Scope[]> {
  const { type } = kind;
  const { row } = await lockEdited(trx, kind, id);
  await kind.authorizeSave(trx, actor, row, {});
  requireOpen(kind, row);
  const { title } = await subjectOf(trx, kind, id);
  const { fields, content, wasPublic, changed } = await kind.trash.remove(trx, row, actor);
  await recordEvent(trx, clock, documentEvent(actor, "trashed", { type, id, title }));
  await trx
    .insertInto("trashed_document")
    .values({
      document_type: type,
      document_id: id,
      was_public: wasPublic ? 1 : 0,
      trashed_at: clock.now(),
      trashed_by: actor.accountId,
      title,
      fields: JSON.stringify(fields),
      content,
    })
    .execute();
  return changed;
}

/** Restores a document under its id, and reads it. Throws NotFoundError and the errors of its type's `restore`. */
export function restoreDocument<Shown>(
  { database, clock }: TrashStore,
  type: Showing<Shown>,
  actor: Actor,
  id: number,
): Promise<Shown> {
  return changeContent(database, async (trx) => {
    const changed = await restoreRow(trx, { clock }, type, actor, id);
    return { result: await type.read(trx, id), changed };
  });
}

/**
 * Restores a document in the caller's transaction; returns the affected scopes. A public one is public again. One that waited
 * for its time waits on, if that is ahead and the text may become public then.
 */
export async function restoreRow(
  trx: Transaction<Tables>,
  { clock }: Pick<TrashStore, "clock">,
  kind: DocumentType,
  actor: Actor,
  id: number,
): Promise<Scope[]> {
  const { type } = kind;
  const stored = await trx
    .selectFrom("trashed_document")
    .selectAll()
    .where((eb) => eb.and(columnsOf({ type, id })))
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw new NotFoundError("not_in_trash", notInTrash(type));
  // An update whose time passed in the trash would be published immediately.
  const publishAt = (await findWorkingCopy(trx, { type, id }))?.publish_at;
  if (publishAt != null && publishAt <= clock.now()) await scheduleWorkingCopy(trx, { type, id }, null);
  const settled = async <Row extends DocumentRow>(row: Row): Promise<Row> => {
    if (kind.phaseOf(row, stored.trashed_at) !== "waiting") return row;
    const isAhead = (kind.timeOf(row) ?? 0) > clock.now();
    const mayWait = isAhead && (await isAllowed(() => kind.guard(trx, kind.fieldsOf(row), row, undefined)));
    return mayWait ? row : { ...row, ...kind.trash.held };
  };
  const changed = await kind.trash.restore(trx, stored, settled, actor);
  await recordEvent(trx, clock, documentEvent(actor, "restored", { type, id, title: stored.title }));
  await trx
    .deleteFrom("trashed_document")
    .where((eb) => eb.and(columnsOf({ type, id })))
    .execute();
  return changed;
}

/** Permanently deletes a document in the trash. Throws NotFoundError. */
export async function purgeDocument(store: TrashStore, actor: Actor, { type, id }: DocumentKey): Promise<void> {
  if ((await purge(store, actor, type, [id])) === 0) throw new NotFoundError("not_in_trash", notInTrash(type));
}

/** Documents deleted permanently per transaction. */
const MAX_PURGED = 200;

/** Permanently deletes documents trashed before a time (epoch milliseconds), in batches. */
export async function purgeUntil(
  store: TrashStore,
  actor: Actor,
  until: number,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (const type of DOCUMENT_TYPES)
    while (!isStopping()) {
      const rows = await store.database.db
        .selectFrom("trashed_document")
        .select("document_id")
        .where("document_type", "=", type)
        .where("trashed_at", "<=", until)
        .limit(MAX_PURGED)
        .execute();
      if (rows.length === 0) break;
      const ids = rows.map(({ document_id }) => document_id);
      await purge(store, actor, type, ids, until);
      await nextTurn();
    }
}

/**
 * Returns their number. `until` excludes documents restored and deleted again in between. No page changes:
 * pages of documents that were public stay 410.
 */
async function purge(
  { database, clock }: TrashStore,
  actor: Actor,
  type: DocumentTypeName,
  ids: number[],
  until = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  return database.db.transaction().execute(async (trx) => {
    const purged = await trx
      .deleteFrom("trashed_document")
      .where("document_type", "=", type)
      .where("document_id", "in", ids)
      .where("trashed_at", "<=", until)
      .returning(["document_type", "document_id", "was_public"])
      .execute();
    const removed = purged
      .filter(({ was_public }) => was_public === 1)
      .map(({ document_type, document_id }) => ({ document_type, document_id, removed_at: clock.now() }));
    if (removed.length > 0) await trx.insertInto("removed_document").values(removed).execute();
    const gone = purged.map(({ document_id }) => document_id);
    const events = gone.map((id) => ({ by: actor, action: `${type}.purge` as const, subject: { kind: type, id } }));
    await recordEvents(trx, clock, events);
    return gone.length;
  });
}

export async function changeTrashed<Fields extends object>(
  trx: Transaction<Tables>,
  { type, id }: DocumentKey,
  fields: Fields,
): Promise<void> {
  await trx
    .updateTable("trashed_document")
    .set({ fields: JSON.stringify(fields) })
    .where((eb) => eb.and(columnsOf({ type, id })))
    .execute();
}
