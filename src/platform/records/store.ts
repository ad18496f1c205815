import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { Actor } from "#shared/actor.ts";
import type { CodeOf } from "#shared/error-codes.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { emptyValues, type Fields, newWords, toColumns, versionOf } from "#shared/fields/fields.ts";
import type { BodyOf, ChangeOf } from "#shared/fields/schemas.ts";
import { parseId } from "#shared/ids.ts";
import type { NoteCreated } from "../idempotency.ts";
import type {
  RecordChange,
  RecordKind,
  RecordOf,
  RecordRow,
  RecordTable,
  RecordValues,
  RecordWrites,
  Written,
} from "./kind.ts";

type Trx = Transaction<Tables>;

/** Statements on a table that is known only at run time. */
const rowsOf = (db: Kysely<Tables>) => db as unknown as Kysely<{ record: { id: number } }>;
const tableOf = ({ table }: { table: RecordTable }) => table as string as "record";

/** Returns the record with this id. */
export async function findRow<F extends Fields>(
  db: Kysely<Tables>,
  kind: RecordKind<F>,
  id: number,
): Promise<RecordRow<F> | undefined> {
  const row = await rowsOf(db).selectFrom(tableOf(kind)).selectAll().where("id", "=", id).executeTakeFirst();
  return row as unknown as RecordRow<F> | undefined;
}

/** Returns the record with this id, slug or former slug, or the one that the record with this id was merged into. */
export async function resolveRow<F extends Fields>(
  db: Kysely<Tables>,
  kind: RecordKind<F>,
  reference: string | number,
): Promise<RecordRow<F> | undefined> {
  const id = typeof reference === "number" ? reference : parseId(reference);
  const row = id === null ? undefined : await findRow(db, kind, id);
  if (row) return row;
  const owner = await kind.addresses?.ownerAt(db, reference);
  return owner === undefined ? undefined : findRow(db, kind, owner);
}

/** Returns a record that is about to be changed, locked until the commit. Throws NotFoundError. */
export async function lockRow<F extends Fields>(
  trx: Trx,
  kind: RecordKind<F>,
  reference: string | number,
): Promise<RecordRow<F>> {
  // Of two concurrent changes that take the same name or address, the second must see the first one's.
  await lockTable(trx, kind.table);
  const found = await resolveRow(trx, kind, reference);
  const rows = rowsOf(trx).selectFrom(tableOf(kind)).selectAll().forUpdate();
  const row = found && (await rows.where("id", "=", found.id).executeTakeFirst());
  if (!row) throw new NotFoundError(`${kind.table}_not_found` as CodeOf<404>, kind.none);
  return row as unknown as RecordRow<F>;
}

export async function presentOne<F extends Fields>(
  db: Kysely<Tables>,
  kind: RecordWrites<F>,
  row: RecordRow<F>,
): Promise<RecordOf<F>> {
  return justWritten((await kind.present(db, kind.store.clock.now(), [row]))[0]);
}

/** Adds a record. Throws ConflictError if its address is taken, and what its kind checks. */
export const createRecord = <F extends Fields>(
  kind: RecordWrites<F>,
  by: Actor,
  body: BodyOf<F>,
  note?: NoteCreated,
): Promise<RecordOf<F>> =>
  changeContent(kind.store.database, async (trx) => {
    await lockTable(trx, kind.table);
    const after = await insertRecord(trx, kind, { by, body, note });
    return { result: after, changed: kind.scopesOf({ before: null, after }) };
  });

/** Adds a record in the caller's transaction, which has locked the table and reports what it changed. */
export async function insertRecord<F extends Fields>(
  trx: Trx,
  kind: RecordWrites<F>,
  { by, body, note }: { by: Actor; body: BodyOf<F>; note?: NoteCreated | undefined },
): Promise<RecordOf<F>> {
  const values = await checked(trx, kind, { ...emptyValues(kind.fields), ...body }, null);
  const inserted = await rowsOf(trx)
    .insertInto(tableOf(kind))
    .values({ ...toColumns(kind.fields, values), ...kind.columnsOf?.(values, null) } as never)
    .returningAll()
    .executeTakeFirst();
  const row = justWritten(inserted) as unknown as RecordRow<F>;
  await note?.(trx, row.id);
  await claimAddress(trx, kind, row);
  return finish(trx, kind, row, { before: null, values, by });
}

/**
 * Changes the given fields of a record; its former address leads to it. Throws NotFoundError, and ConflictError if the address
 * is taken or the stored version is not `isCurrent`.
 */
export const updateRecord = <F extends Fields>(
  kind: RecordWrites<F>,
  by: Actor,
  reference: string | number,
  body: ChangeOf<F>,
  isCurrent: (version: string) => boolean = () => true,
): Promise<RecordOf<F>> =>
  changeContent(kind.store.database, async (trx) => {
    const stored = await lockRow(trx, kind, reference);
    const before = await presentOne(trx, kind, stored);
    if (!isCurrent(versionOf(kind.fields, before))) throw new ConflictError("stale_version", kind.stale);
    const values = await checked(trx, kind, { ...valuesIn(kind.fields, before), ...body }, before);
    const updated = await rowsOf(trx)
      .updateTable(tableOf(kind))
      .set({ ...toColumns(kind.fields, values), ...kind.columnsOf?.(values, before) } as never)
      .where("id", "=", stored.id)
      .returningAll()
      .executeTakeFirst();
    const row = justWritten(updated) as unknown as RecordRow<F>;
    if (row.slug !== stored.slug) await claimAddress(trx, kind, row);
    const after = await finish(trx, kind, row, { before, values, by });
    return { result: after, changed: kind.scopesOf({ before, after }) };
  });

/** Deletes a record. Throws NotFoundError, and ConflictError if it is in use. */
export const deleteRecord = <F extends Fields>(
  kind: RecordWrites<F>,
  by: Actor,
  reference: string | number,
): Promise<void> =>
  changeContent(kind.store.database, async (trx) => {
    const row = await lockRow(trx, kind, reference);
    await kind.requireUnused?.(trx, row);
    const before = await removeRow(trx, kind, by, row);
    return { result: undefined, changed: kind.scopesOf({ before, after: null }) };
  });

/** Deletes a record in the caller's transaction, which reports what it changed. Returns the record as it was. */
export async function removeRow<F extends Fields>(
  trx: Trx,
  kind: RecordWrites<F>,
  by: Actor,
  row: RecordRow<F>,
): Promise<RecordOf<F>> {
  const before = await presentOne(trx, kind, row);
  await rowsOf(trx).deleteFrom(tableOf(kind)).where("id", "=", row.id).execute();
  await kind.addresses?.release(trx, row.id);
  await stateChange(trx, kind, by, { before, after: null });
  return before;
}

const claimAddress = async <F extends Fields>(trx: Trx, { addresses }: RecordKind<F>, { id, slug }: RecordRow<F>) =>
  slug === undefined ? undefined : addresses?.claim(trx, id, slug);

const valuesIn = <F extends Fields>(fields: F, record: RecordOf<F>): RecordValues<F> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]])) as RecordValues<F>;

/** The values to store, with an address if records of this kind have one. Throws for those that may not be stored. */
async function checked<F extends Fields>(
  trx: Trx,
  kind: RecordWrites<F>,
  given: RecordValues<F>,
  before: RecordOf<F> | null,
): Promise<RecordValues<F>> {
  const id = before?.id ?? 0;
  if (given.slug) await kind.addresses?.requireFree(trx, id, given.slug);
  const slug = given.slug || (await kind.addresses?.freeFor(trx, id, given.name));
  const values = { ...given, ...(slug !== undefined && { slug }) };
  await kind.check?.(trx, values, before);
  return values;
}

async function finish<F extends Fields>(
  trx: Trx,
  kind: RecordWrites<F>,
  row: RecordRow<F>,
  change: Written<F>,
): Promise<RecordOf<F>> {
  await kind.follow?.(trx, row, change);
  const after = await presentOne(trx, kind, row);
  await stateChange(trx, kind, change.by, { before: change.before, after });
  return after;
}

async function stateChange<F extends Fields>(
  trx: Trx,
  kind: RecordWrites<F>,
  by: Actor,
  { before, after }: RecordChange<F>,
): Promise<void> {
  const record = after ?? before;
  if (!record) return;
  const shown = (item: RecordOf<F> | null, name: string) =>
    Array.isArray(item?.[name]) ? item[name].join(", ") : item?.[name];
  const changes = Object.keys(kind.fields)
    .map((name) => [name, { from: shown(before, name), to: shown(after, name) }] as const)
    .filter(([, { from, to }]) => from !== to);
  if (changes.length === 0) return;
  await kind.state(trx, kind.store.clock, {
    by,
    action: `${kind.name}.${!before ? "create" : after ? "update" : "delete"}`,
    subject: { kind: kind.name, id: record.id, title: record.name },
    changes: Object.fromEntries(changes),
    facts: { before, after },
    shown: after ? newWords(kind.fields, before, after) : {},
  });
}
