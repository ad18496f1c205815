import type { Expression, Kysely, Selectable, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { Actor } from "#shared/actor.ts";
import type { RecordName } from "#shared/features.ts";
import type { ColumnsOf, Fields, ValuesOf } from "#shared/fields/fields.ts";
import type { Clock } from "../clock.ts";

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;
/** `slug`: of records with an address. */
type Named = { id: number; name: string; slug?: string };

/** The tables of records. */
export type RecordTable = {
  [Table in keyof Tables]: Selectable<Tables[Table]> extends Named ? Table : never;
}[keyof Tables];

export type RecordRow<F extends Fields> = Named & ColumnsOf<F>;
/** The fields of a record as editors set them. */
export type RecordValues<F extends Fields> = Omit<Named, "id"> & ValuesOf<F>;
/** A record in a response. At an address is a page of articles, which are counted. */
export type RecordOf<F extends Fields> = Named &
  ValuesOf<F> &
  (F extends { slug: unknown } ? { count: number; is_hidden?: true | undefined } : unknown);

/** The addresses that a kind of records has or had, by the last part of the path. `id`: of the record, 0 for a new one. */
export type Addresses = {
  /** The id of the record that has an address, else of the one that had it. */
  ownerAt: (db: Db, slug: string | number) => Promise<number | undefined>;
  /** Throws ConflictError if another record has the address. */
  requireFree: (trx: Trx, id: number, slug: string) => Promise<void>;
  /** The slug of a name, with a number if another record has or had it. */
  freeFor: (trx: Trx, id: number, name: string) => Promise<string>;
  /** Gives a record an address; the one that it leaves redirects to it. */
  claim: (trx: Trx, id: number, slug: string) => Promise<void>;
  /** Forgets all addresses of a record that is deleted. */
  release: (trx: Trx, id: number) => Promise<void>;
};

/** What is read of a kind of records, such as topics. */
export type RecordKind<F extends Fields> = {
  /** Also in Idempotency-Keys and among the uses of pictures. */
  name: RecordName;
  /** Its table, which also names it in error codes. */
  table: RecordTable;
  path: string;
  fields: F;
  none: string;
  /** Missing for records without a page. */
  addresses?: Addresses;
  scopeOf: (row: RecordRow<F>) => Scope;
  /** `rows`: with all columns of the table. */
  present(db: Db, now: number, rows: readonly RecordRow<F>[]): Promise<RecordOf<F>[]>;
};
/** A kind of records whose pages list articles. */
export type ListingKind = Pick<RecordKind<Fields>, "table"> & {
  /** The published articles of a record in a query of its table, each with `published_at`. */
  publishedOf: (now: number) => Expression<unknown>;
};

export type RecordStore = { database: Database; clock: Clock };

/** A change of a record: null before or after it exists. */
export type RecordChange<F extends Fields> = { before: RecordOf<F> | null; after: RecordOf<F> | null };

export type Statement<F extends Fields> = {
  by: Actor;
  action: `${RecordName}.${"create" | "update" | "delete"}`;
  subject: { kind: RecordName; id: number; title: string };
  changes: Record<string, { from?: unknown; to?: unknown }>;
  facts: RecordChange<F>;
  /** New words that readers see from now on, by field. */
  shown: Record<string, string>;
};

/** How a kind of records is changed. What is true of one kind alone is plain code of its feature, in the last three. */
export type RecordWrites<F extends Fields> = RecordKind<F> & {
  store: RecordStore;
  /** The error for a change that is based on an older version. */
  stale: string;
  /** Columns that no field is stored in. */
  columnsOf?: (values: RecordValues<F>, before: RecordOf<F> | null) => object;
  /** What shows a change. */
  scopesOf: (change: RecordChange<F>) => Scope[];
  /** States what happened: the one place from which others learn of it. */
  state: (trx: Trx, clock: Clock, statement: Statement<F>) => Promise<unknown>;
  /** Throws ConflictError or InvalidError for values that may not be stored. */
  check?: (trx: Trx, values: RecordValues<F>, before: RecordOf<F> | null) => Promise<void>;
  /** Changes what follows from the stored `row`. */
  follow?: (trx: Trx, row: RecordRow<F>, change: Written<F>) => Promise<void>;
  requireUnused?: (trx: Trx, row: RecordRow<F>) => Promise<void>;
};

export type Written<F extends Fields> = { before: RecordOf<F> | null; values: RecordValues<F>; by: Actor };
