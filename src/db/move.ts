import { CommandError } from "#shared/errors.ts";
import {
  type InTransaction,
  type MoveDestination,
  type MoveEnd,
  type MoveSource,
  type MoveTarget,
  parentsFirst,
  type TableShape,
  type TableSum,
  tableSum,
} from "./move-cells.ts";
import type { DatabaseSettings } from "./open.ts";
import { postgresDestination, postgresSource } from "./postgres-move.ts";
import { sqliteDestination, sqliteSource } from "./sqlite-move.ts";

/** Progress is reported every time this many rows of a table have been copied. */
const REPORTED_ROWS = 20_000;

/** What was copied: the sums of the source, verified in the target. */
export type Moved = {
  tables: { name: string; rows: number; checksum: string }[];
  /** Whether other processes had the source open: their writes after the snapshot are not in the copy. */
  wasInUse: boolean;
};

type Steps = {
  /** Creates what is not copied, in the target; its transactions take effect with the rest, or not at all. */
  finish: (inTransaction: InTransaction, wasInUse: boolean) => Promise<void>;
  /** Reports progress to the operator. */
  report: (line: string) => void;
};

/**
 * Copies a publication's database into an empty one of the other engine: one snapshot, every table, each verified by
 * reading the copy back. The target becomes a publication in one step, or stays empty. Throws CommandError.
 */
export async function moveDatabase(from: DatabaseSettings, to: DatabaseSettings, steps: Steps): Promise<Moved> {
  if (from.engine === to.engine)
    throw new CommandError("Both databases use the same engine. To copy one, use backup and restore.");
  const source: MoveSource = from.engine === "sqlite" ? sqliteSource(from.path) : postgresSource(from.url);
  const destination: MoveDestination =
    to.engine === "sqlite" ? sqliteDestination(to.path) : postgresDestination(to.url);
  return source.read(async (end, isInUse) => {
    const moved: Moved = { tables: [], wasInUse: false };
    await destination.fill(
      async (target) => {
        moved.tables = await copyAll(end, target, steps.report);
        moved.wasInUse = await isInUse();
      },
      (inTransaction) => steps.finish(inTransaction, moved.wasInUse),
    );
    return moved;
  });
}

async function copyAll(source: MoveEnd, target: MoveTarget, report: Steps["report"]): Promise<Moved["tables"]> {
  compareMigrations(await source.migrations(), await target.migrations());
  const tables = parentsFirst(sameTables(await source.tables(), await target.tables()));
  // Migrations have inserted rows into some.
  for (const table of tables.toReversed()) await target.empty(table);
  const copied: { table: TableShape; sum: TableSum }[] = [];
  for (const table of tables) copied.push({ table, sum: await copyTable(source, target, table, report) });
  for (const [table, id] of await source.lastIds())
    if (tables.some(({ name }) => name === table)) await target.setLastId(table, id);
  report("verifying");
  for (const { table, sum } of copied) await verify(target, table, sum);
  return copied.map(({ table: { name }, sum }) => ({ name, ...sum }));
}

async function copyTable(
  source: MoveEnd,
  target: MoveTarget,
  table: TableShape,
  report: Steps["report"],
): Promise<TableSum> {
  const sum = tableSum(table);
  let reported = 0;
  for await (const rows of source.read(table)) {
    for (const row of rows) sum.add(row);
    await target.write(table, rows);
    const done = sum.result().rows;
    if (done - reported < REPORTED_ROWS) continue;
    reported = done;
    report(`${table.name}: ${done} rows …`);
  }
  const result = sum.result();
  report(`${table.name}: ${result.rows} rows`);
  return result;
}

async function verify(target: MoveEnd, table: TableShape, expected: TableSum): Promise<void> {
  const sum = tableSum(table);
  for await (const rows of target.read(table)) for (const row of rows) sum.add(row);
  const found = sum.result();
  if (found.rows !== expected.rows)
    throw new CommandError(`${table.name}: ${expected.rows} rows were read, but ${found.rows} are in the copy.`);
  if (found.checksum !== expected.checksum)
    throw new CommandError(`${table.name}: the copy differs from the original. The copy was discarded.`);
}

function compareMigrations(source: string[], target: string[]): void {
  if (source.length === 0) throw new CommandError("The database to move has no publication.");
  const unknown = source.find((name) => !target.includes(name));
  if (unknown) throw new CommandError(`The database was changed by a newer version of this program (${unknown}).`);
  if (source.length < target.length)
    throw new CommandError("The database has an older version. Start this version of the server on it first.");
}

/** The target's tables. Throws unless both ends have the same ones with the same columns. */
function sameTables(source: TableShape[], target: TableShape[]): TableShape[] {
  const describe = ({ name, columns }: TableShape) =>
    `${name} (${columns
      .map((column) => `${column.name} ${column.kind}`)
      .sort()
      .join(", ")})`;
  const [here, there] = [new Set(source.map(describe)), new Set(target.map(describe))];
  const [different] = [...here.difference(there), ...there.difference(here)];
  if (different) throw new CommandError(`The two databases have different tables: ${different}.`);
  return target;
}
