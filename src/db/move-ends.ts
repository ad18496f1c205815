import type { Transaction } from "kysely";
import type { Cell, TableShape } from "./move-cells.ts";
import type { Tables } from "./tables.ts";

/**
 * Made from other tables, each engine in its own form, or by the migrations themselves: not copied. Every other table
 * that a database has is.
 */
const NOT_COPIED = new Set(["article_search", "article_search_head", "kysely_migration"]);
export const isCopied = (table: string) => !NOT_COPIED.has(table);

/** Rows per batch at most, and their size in bytes: what is held in memory at once. */
export const MAX_BATCH_ROWS = 500;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** One end of a move, inside one transaction: what it reads is of one moment. */
export type MoveEnd = {
  /** What `isCopied`. */
  tables: () => Promise<TableShape[]>;
  /** The names of the applied migrations; none in an empty database. */
  migrations: () => Promise<string[]>;
  read: (table: TableShape) => AsyncIterable<Cell[][]>;
  /** The last id given in each table that gives ids itself: an id is never given twice, even if its row is gone. */
  lastIds: () => Promise<Map<string, bigint>>;
};

/** Where rows are written to. */
export type MoveTarget = MoveEnd & {
  empty: (table: TableShape) => Promise<void>;
  write: (table: TableShape, rows: readonly Cell[][]) => Promise<void>;
  setLastId: (table: string, id: bigint) => Promise<void>;
};

/** Runs one step of what follows the copy in a transaction. */
export type InTransaction = <T>(step: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;

/** What is to be done with each kind of database. `work` of a target is all or nothing. */
export type MoveSource = {
  /** `isInUse`: whether any other process may have written to it, or has, since the beginning. */
  read: <T>(work: (end: MoveEnd, isInUse: () => Promise<boolean>) => Promise<T>) => Promise<T>;
};
export type MoveDestination = {
  /** Throws InvalidError unless it is empty. `finish` comes after `copy`; if either throws, it stays empty. */
  fill: (
    copy: (target: MoveTarget) => Promise<void>,
    finish: (inTransaction: InTransaction) => Promise<void>,
  ) => Promise<void>;
};
