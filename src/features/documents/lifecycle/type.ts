import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { Action } from "#features/audit/rules.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import type { NotifiedType } from "#features/notifications/types.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey } from "#shared/document.ts";
import type { CodeOf } from "#shared/error-codes.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { findWorkingCopy, type WorkingCopy } from "../history/queries.ts";
import { type Save, type Snapshot, versionName } from "../history/rules.ts";

/** What the steps of a document's life need besides its type. */
export type LifecycleStore = { database: Database; clock: Clock };
export type WritingStore = LifecycleStore & PictureStore & { content: ContentPreparer };

/** The columns that the rows of all types have. `updated_by` is missing where versions alone name their authors. */
export type DocumentRow = { id: number; version: number; updated_at: number; updated_by?: number | null };

/** A document with its working copy, if it has one. */
export type Edited<Row extends DocumentRow = DocumentRow> = { row: Row; copy: WorkingCopy | undefined };

/**
 * Where a document is in its life: `draft` is with the newsroom; `waiting` becomes public at its time, without another
 * call; `held` was approved, and stopped; `public` is with readers.
 */
export type Phase = "draft" | "waiting" | "held" | "public";

/** What happened to a document, as its writer states it: a write may be several events. */
export type DocumentEvent = "published" | "scheduled" | "updated" | "unpublished" | "edited";

/** An editor's note on a change of what readers have, and its public correction. */
export type Note = { reason: string; isMinor: boolean; correction?: object | undefined };

/** A write of a document's row. */
export type DocumentWrite<Row extends DocumentRow, Change extends object> = {
  before: Row;
  /** The working copy that the write includes and removes. */
  ended: WorkingCopy | undefined;
  change: Partial<Change>;
  note?: Note | undefined;
  /** Whether it is an update of what readers have, whatever it changes. */
  isUpdate?: boolean;
};

/**
 * What a type of documents contributes to its life: fields, validation, and what publishing it means. `Fields` is what
 * versions and working copies store, `Change` the same prepared for the row, `Shown` what responses are made of.
 */
export type Lifecycle<
  Row extends DocumentRow = DocumentRow,
  Fields extends Snapshot = Snapshot,
  Change extends object = object,
  Shown = unknown,
> = NotifiedType & {
  /** The error message for a document that does not exist. */
  unknown: string;
  findRow(db: Kysely<Tables>, id: number): Promise<Row | undefined>;
  findRows(db: Kysely<Tables>, ids: number[]): Promise<(Row & { id: number })[]>;
  /** The same, locked until the commit. */
  lockRow(trx: Transaction<Tables>, id: number): Promise<Row | undefined>;
  phaseOf(row: Row, now: number): Phase;
  /** When it becomes, or became, public. */
  timeOf(row: Row): number | null;
  /** Whether it no longer changes, and the error of a change then. */
  isClosed?(row: Row): boolean;
  closed?: readonly [code: CodeOf<409>, detail: string];
  fieldsOf(row: Row): Fields;
  /** The fields whose changes by another user notify the owners. */
  words: readonly (keyof Fields & string)[];
  /** The fields that say where readers see a document, not what it says. */
  placement: readonly (keyof Fields & string)[];
  /** The fields of a request as a working copy stores them. */
  typed?(trx: Transaction<Tables>, given: object): Promise<Partial<Fields>>;
  /** The stored fields in the form that `typed` gives them. */
  compared?(stored: Fields): Fields;
  /** Completes a text before it becomes the working copy. Throws ForbiddenError and InvalidError. */
  checkTyped?(trx: Transaction<Tables>, actor: Actor, edited: Edited<Row>, whole: Fields): Promise<Fields>;
  /** Follows a change of the working copy, for lists that show drafts as typed. */
  copyStored?(trx: Transaction<Tables>, row: Row): Promise<void>;
  /** Fields of a version that restoring brings back. */
  restorable(db: Kysely<Tables>, fields: Fields): Promise<Partial<Fields>>;
  /** Throws InvalidError for a text that lacks what readers need. */
  requireComplete(whole: Fields, row: Row): void;
  /** Throws if the text may not become public at a time: the two-person rule, a taken address. */
  guard(trx: Transaction<Tables>, whole: Fields, row: Row, note: Note | undefined): Promise<void>;
  /** Prepares fields for the row, outside of a transaction. */
  prepare(edit: Partial<Fields>): Promise<Partial<Change>>;
  /** The change of state that publishes a document: at a time, or now, which keeps a date that is past. */
  publishing(row: Row, at: number | null, now: number): Partial<Change>;
  /** The change of state that takes it back, and that of one that may not become public at its time. */
  withdrawing: Partial<Change>;
  holding: Partial<Change>;
  /** Locks all documents of the type that wait for their time. */
  lockWaiting(trx: Transaction<Tables>, now: number): Promise<Row[]>;
  /** Throws NotFoundError and ForbiddenError unless the actor may save such a change. */
  authorizeSave(trx: Transaction<Tables>, actor: Actor, row: Row, change: Partial<Change>): Promise<void>;
  /** Writes the row with `storeVersion`, and states what happened. Throws what the type forbids. */
  write(
    trx: Transaction<Tables>,
    actor: Actor,
    write: DocumentWrite<Row, Change>,
  ): Promise<{ row: Row; changed: Scope[] }>;
  /** Reads what a response shows, in the transaction of the change. */
  read(db: Kysely<Tables>, id: number): Promise<Shown>;
  /** Names of actions in the audit log that differ from `{type}.publish` and `{type}.unpublish`. */
  actions?: Partial<Record<DocumentEvent, Action>>;
};

export const keyOf = ({ type }: Pick<NotifiedType, "type">, id: number): DocumentKey => ({ type, id });

export const codeOfMissing = ({ type }: Pick<NotifiedType, "type">) => `${type}_not_found` satisfies CodeOf<404>;

/** The body of a response, and the name of the version that it shows. */
export type VersionedBody<Body> = { name: string; body: Body };

/** The name of a document and its working copy, as in `If-Match`. */
export const nameOf = ({ row, copy }: Edited): string => versionName(row.version, copy?.version ?? null);

/** The fields of a document with the changes of its working copy. */
export const wholeOf = <Row extends DocumentRow, Fields extends Snapshot>(
  { fieldsOf }: Pick<Lifecycle<Row, Fields>, "fieldsOf">,
  { row, copy }: Edited<Row>,
): Fields => ({ ...fieldsOf(row), ...copy?.changes });

/** A document as the version of its last save. */
export const saveOf = <Row extends DocumentRow>({ fieldsOf }: Pick<Lifecycle<Row>, "fieldsOf">, row: Row): Save => ({
  snapshot: fieldsOf(row),
  authorId: row.updated_by ?? null,
  at: row.updated_at,
  isAutosave: false,
  documentVersion: row.version,
});

/** Throws NotFoundError. */
export async function findEdited<Row extends DocumentRow>(
  db: Kysely<Tables>,
  type: Pick<Lifecycle<Row>, "type" | "unknown" | "findRow">,
  id: number,
): Promise<Edited<Row>> {
  const row = await type.findRow(db, id);
  if (!row) throw new NotFoundError(codeOfMissing(type), type.unknown);
  return { row, copy: await findWorkingCopy(db, keyOf(type, id)) };
}

/** Throws ConflictError for a document that no longer changes. */
export function requireOpen<Row extends DocumentRow>(
  type: Pick<Lifecycle<Row>, "isClosed" | "closed">,
  row: Row,
): void {
  if (type.closed && type.isClosed?.(row)) throw new ConflictError(...type.closed);
}

/** Reads a document and locks it until the commit. Throws NotFoundError. */
export async function lockEdited<Row extends DocumentRow>(
  trx: Transaction<Tables>,
  type: Pick<Lifecycle<Row>, "type" | "unknown" | "lockRow">,
  id: number,
): Promise<Edited<Row>> {
  const row = await type.lockRow(trx, id);
  if (!row) throw new NotFoundError(codeOfMissing(type), type.unknown);
  return { row, copy: await findWorkingCopy(trx, keyOf(type, id)) };
}
