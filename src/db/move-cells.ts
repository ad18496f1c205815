import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { CommandError } from "#shared/errors.ts";
import type { Tables } from "./tables.ts";

/** The type of a column. There are no others: times are whole numbers, truth values 0 or 1, lists text (decision 7). */
type Kind = "whole" | "real" | "text" | "bytes";

/** A value in transit between the engines: `whole` as bigint, as ids and times must not lose digits. */
export type Cell = bigint | number | string | Buffer | null;

export type TableShape = {
  name: string;
  columns: { name: string; kind: Kind }[];
  /** The tables that its foreign keys refer to. */
  parents: string[];
};

/** The kinds of the types that migrations may declare. */
const KINDS = new Map<string, Kind>([
  ["integer", "whole"],
  ["bigint", "whole"],
  ["smallint", "whole"],
  ["double precision", "real"],
  ["real", "real"],
  ["text", "text"],
  ["varchar", "text"],
  ["character varying", "text"],
  ["bytea", "bytes"],
  ["blob", "bytes"],
]);

/**
 * The kind of a column by its declared type. Throws CommandError for a type whose meaning differs between the engines.
 */
export function kindOf(table: string, column: string, declared: string): Kind {
  const kind = KINDS.get(declared.toLowerCase().replace(/\(.*/, "").trim());
  if (!kind) throw new CommandError(`${table}.${column}: a column of type ${declared || "none"} cannot be moved.`);
  return kind;
}

/** Whether a value matches its column's type: SQLite itself would store anything in any column. */
export function isOfKind(cell: Cell, kind: Kind): boolean {
  if (cell === null) return true;
  if (kind === "whole") return typeof cell === "bigint";
  if (kind === "real") return typeof cell === "number";
  return kind === "text" ? typeof cell === "string" : Buffer.isBuffer(cell);
}

/** Roughly how much memory a row takes, in bytes. */
export const sizeOf = (row: readonly Cell[]) =>
  row.reduce<number>(
    (sum, cell) => sum + 16 + (typeof cell === "string" || Buffer.isBuffer(cell) ? cell.length : 0),
    0,
  );

const MODULUS = 2n ** 256n;

/**
 * The number of a table's rows and a checksum of them: the sum of the SHA-256 of each row in one canonical form. A sum,
 * as the engines return rows in different orders, and so that a duplicate row counts twice.
 */
export function tableSum({ columns }: TableShape) {
  const order = columns
    .map(({ name }, index) => ({ name, index }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  let [rows, sum] = [0, 0n];
  return {
    add(row: readonly Cell[]): void {
      const hash = createHash("sha256");
      for (const { index } of order) hashCell(hash, row[index] ?? null);
      rows += 1;
      sum = (sum + BigInt(`0x${hash.digest("hex")}`)) % MODULUS;
    },
    result: (): TableSum => ({ rows, checksum: sum.toString(16).padStart(64, "0") }),
  };
}
export type TableSum = { rows: number; checksum: string };

/** Each with its kind and, if it varies, its length: no two rows have the same form. */
function hashCell(hash: ReturnType<typeof createHash>, cell: Cell): void {
  if (cell === null) hash.update("n;");
  else if (typeof cell === "bigint") hash.update(`i${cell};`);
  else if (typeof cell === "number") hash.update(`r${cell};`);
  else {
    const bytes = typeof cell === "string" ? Buffer.from(cell) : cell;
    hash.update(`${typeof cell === "string" ? "t" : "b"}${bytes.length};`).update(bytes);
  }
}

/** Tables with those that they refer to before them. Throws if references form a cycle. */
export function parentsFirst(tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = [];
  let waiting = [...tables].sort((left, right) => (left.name < right.name ? -1 : 1));
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    // A table may refer to itself only where rows come in the order of their ids, which no engine promises.
    const free = waiting.filter(({ parents }) => !parents.some((parent) => names.has(parent)));
    if (free.length === 0) throw new CommandError(`Tables refer to each other: ${[...names].join(", ")}.`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/**
 * Derived from other tables, in each engine's own form, or by the migrations themselves: not copied. Every other table
 * is.
 */
const NOT_COPIED = new Set(["article_search", "article_search_head", "kysely_migration", "additive_migration"]);
export const isCopied = (table: string) => !NOT_COPIED.has(table);

/** Rows per batch at most, and their size in bytes: this bounds the memory. */
export const MAX_BATCH_ROWS = 500;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** One end of a move, in one transaction: its reads are consistent. */
export type MoveEnd = {
  /** Those that `isCopied` accepts. */
  tables: () => Promise<TableShape[]>;
  /** The names of the applied migrations; none in an empty database. */
  migrations: () => Promise<string[]>;
  read: (table: TableShape) => AsyncIterable<Cell[][]>;
  /** The last generated id of each table with generated ids: an id is never reused, even if its row is gone. */
  lastIds: () => Promise<Map<string, bigint>>;
};

/** The end that rows are written to. */
export type MoveTarget = MoveEnd & {
  empty: (table: TableShape) => Promise<void>;
  write: (table: TableShape, rows: readonly Cell[][]) => Promise<void>;
  setLastId: (table: string, id: bigint) => Promise<void>;
};

/** Runs one step after the copy in a transaction. */
export type InTransaction = <T>(step: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;

/** What each kind of database implements. `work` of a target takes effect completely or not at all. */
export type MoveSource = {
  /** `isInUse`: whether any other process may have written to it since the start. */
  read: <T>(work: (end: MoveEnd, isInUse: () => Promise<boolean>) => Promise<T>) => Promise<T>;
};
export type MoveDestination = {
  /** Throws CommandError unless it is empty. `finish` comes after `copy`; if either throws, it stays empty. */
  fill: (
    copy: (target: MoveTarget) => Promise<void>,
    finish: (inTransaction: InTransaction) => Promise<void>,
  ) => Promise<void>;
};
