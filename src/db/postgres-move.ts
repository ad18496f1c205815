import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { CommandError } from "#shared/errors.ts";
import { appliedMigrations, migrateWithin } from "./migrations.ts";
import {
  type Cell,
  isCopied,
  kindOf,
  MAX_BATCH_BYTES,
  MAX_BATCH_ROWS,
  type MoveDestination,
  type MoveEnd,
  type MoveSource,
  type MoveTarget,
  sizeOf,
  type TableShape,
} from "./move-cells.ts";
import { openPostgres } from "./postgres.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;

/** PostgreSQL accepts 65,535 values in one statement. */
const MAX_VALUES = 30_000;
/** Rows fetched first, before their size is known. */
const FIRST_FETCH = 20;
const NO_CHARACTER = "\0";

/** The source, read in one snapshot while others write. */
export function postgresSource(url: string): MoveSource {
  return {
    read: (work) =>
      withConnections(url, (db, application) =>
        db
          .transaction()
          .setIsolationLevel("repeatable read")
          .setAccessMode("read only")
          .execute(async (trx) => {
            const before = await countOthers(trx, application);
            return work(postgresEnd(trx), async () => before + (await countOthers(db, application)) > 0);
          }),
      ),
  };
}

/** Other sessions of this database. One with a hidden name belongs to others. */
async function countOthers(db: Db, application: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from pg_stat_activity
    where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend'
      and application_name is distinct from ${application}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/**
 * The target. Migrations, rows and what follows are one transaction: it becomes a publication in one step, and a server
 * that is started on it waits for that.
 */
export function postgresDestination(url: string): MoveDestination {
  return {
    fill: (copy, finish) =>
      withConnections(url, async (db) => {
        await db.transaction().execute(async (trx) => {
          await migrateWithin(trx, rejectOccupied);
          await copy({ ...postgresEnd(trx), ...postgresWriting(trx) });
          await finish((step) => step(trx));
        });
        // Without statistics the first queries would be planned for empty tables.
        await sql`analyze`.execute(db);
      }),
  };
}

/** Tables of extensions do not count: many providers install some into every database. */
async function rejectOccupied(trx: Db): Promise<void> {
  const { rows } = await sql<{ relname: string }>`select c.relname from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`.execute(trx);
  if (rows[0]) throw new CommandError(`The target is not empty: it has a table ${rows[0].relname}.`);
}

async function withConnections<T>(url: string, work: (db: Db, application: string) => Promise<T>): Promise<T> {
  const application = `jarida-move-${randomUUID()}`;
  const address = new URL(url);
  address.searchParams.set("application_name", application);
  const database = await openPostgres(address.href);
  try {
    await sql`select 1`.execute(database.db).catch((error: Error) => {
      throw new CommandError(`PostgreSQL cannot be reached: ${error.message || (error as { code?: string }).code}`);
    });
    return await database.maintenance(({ db }) => work(db, application));
  } finally {
    await database.close();
  }
}

function postgresEnd(trx: Db): MoveEnd {
  return {
    tables: () => readShapes(trx),
    migrations: () => appliedMigrations(trx),
    read: (table) => readRows(trx, table),
    async lastIds() {
      const found = new Map<string, bigint>();
      for (const { table, sequence } of await identities(trx)) {
        const { rows } = await sql<{ last: string | null }>`select case when is_called then last_value::text end as last
          ${sql.raw(`from ${sequence}`)}`.execute(trx);
        if (rows[0]?.last) found.set(table, BigInt(rows[0].last));
      }
      return found;
    },
  };
}

async function readShapes(trx: Db): Promise<TableShape[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname, a.attnum`.execute(trx);
  const references = await sql<{ table: string; parent: string }>`
    select c.relname as "table", p.relname as parent from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`.execute(trx);
  const names = [...new Set(rows.map(({ table }) => table))].filter(isCopied);
  return names.map((name) => ({
    name,
    columns: rows
      .filter(({ table }) => table === name)
      .map(({ column, type }) => ({ name: column, kind: kindOf(name, column, type) })),
    parents: references.rows.filter(({ table }) => table === name).map(({ parent }) => parent),
  }));
}

/** By a cursor, with batches sized by the rows before. */
async function* readRows(trx: Db, { name, columns }: TableShape): AsyncGenerator<Cell[][]> {
  const listed = columns.map(({ name: column, kind }) =>
    // As text: the driver would turn both into JavaScript numbers, and lose digits.
    kind === "whole" || kind === "real" ? sql`${sql.ref(column)}::text as ${sql.ref(column)}` : sql.ref(column),
  );
  await sql`select set_config('extra_float_digits', '3', true)`.execute(trx);
  await sql`declare moved no scroll cursor for select ${sql.join(listed)} ${sql.raw("from")} ${sql.table(name)}`.execute(
    trx,
  );
  for (let count = FIRST_FETCH; ; ) {
    const { rows } = await sql<
      Record<string, string | Buffer | null>
    >`fetch ${sql.lit(count)} ${sql.raw("from moved")}`.execute(trx);
    if (rows.length === 0) break;
    const batch = rows.map((row) => columns.map(({ name: column, kind }) => cellOf(row[column] ?? null, kind)));
    yield batch;
    const size = batch.reduce((sum, row) => sum + sizeOf(row), 0) / batch.length;
    count = Math.max(1, Math.min(MAX_BATCH_ROWS, count * 4, Math.floor(MAX_BATCH_BYTES / size)));
  }
  await sql`close moved`.execute(trx);
}

function cellOf(value: string | Buffer | null, kind: TableShape["columns"][number]["kind"]): Cell {
  if (typeof value !== "string") return value;
  if (kind === "whole") return BigInt(value);
  return kind === "real" ? Number(value) : value;
}

function postgresWriting(trx: Transaction<Tables>): Omit<MoveTarget, keyof MoveEnd> {
  return {
    async empty({ name }) {
      await sql`${sql.raw("delete from")} ${sql.table(name)}`.execute(trx);
    },
    async write({ name, columns }, rows) {
      const most = Math.max(1, Math.floor(MAX_VALUES / columns.length));
      const names = sql.join(columns.map((column) => sql.ref(column.name)));
      for (let from = 0; from < rows.length; from += most) {
        const part = rows.slice(from, from + most);
        for (const row of part) refuseZeroes(name, row);
        const values = sql.join(part.map((row) => sql`(${sql.join(row)})`));
        await sql`${sql.raw("insert into")} ${sql.table(name)} (${names}) values ${values}`
          .execute(trx)
          .catch((error: Error) => {
            throw new CommandError(`${name}: PostgreSQL rejects a row (${error.message}).`);
          });
      }
    },
    async setLastId(table, id) {
      const identity = (await identities(trx)).find((one) => one.table === table);
      if (!identity) throw new CommandError(`${table} has no id sequence in PostgreSQL.`);
      await sql`select setval(${identity.sequence}::regclass, ${String(id)}::bigint)`.execute(trx);
    },
  };
}

function refuseZeroes(table: string, row: readonly Cell[]): void {
  if (row.some((cell) => typeof cell === "string" && cell.includes(NO_CHARACTER)))
    throw new CommandError(`${table}: the row of ${row[0]} has a NUL character, which PostgreSQL cannot store.`);
}

/** Identity columns and the names of their sequences, quoted. */
async function identities(trx: Db): Promise<{ table: string; sequence: string }[]> {
  const { rows } = await sql<{ table: string; sequence: string }>`
    select c.relname as "table", pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''`.execute(trx);
  return rows.filter(({ table }) => isCopied(table));
}
