import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Actor } from "#shared/actor.ts";
import { dropWorkingCopy, recordRevision, scheduleWorkingCopy } from "../history/commands.ts";
import type { WorkingCopy } from "../history/queries.ts";
import { type DocumentRow, keyOf, type Lifecycle, type Phase, saveOf } from "./type.ts";

type Versioned<Row extends DocumentRow> = Pick<Lifecycle<Row>, "type" | "fieldsOf" | "phaseOf">;

type NewVersion<Row extends DocumentRow> = {
  before: Row;
  /** The working copy that the version includes. */
  ended?: WorkingCopy | undefined;
  actor: Actor;
  now: number;
  /** Writes the row with its new number. */
  store: (columns: { version: number; updated_at: number }) => Promise<Row>;
};

/**
 * Stores the next version of a document: its row, and the entry of its history. The only place where a version is
 * counted. Removes the working copy that it includes; that of a document taken back loses its time.
 */
export async function storeVersion<Row extends DocumentRow>(
  trx: Transaction<Tables>,
  type: Versioned<Row>,
  { before, ended, actor, now, store }: NewVersion<Row>,
): Promise<Row> {
  const after = await store({ version: before.version + 1, updated_at: now });
  const key = keyOf(type, after.id);
  const save = { ...saveOf(type, after), authorId: actor.accountId };
  await recordRevision(trx, key, save, () => saveOf(type, before));
  if (ended) await dropWorkingCopy(trx, key);
  else if (isSeen(type.phaseOf(before, now)) && !isSeen(type.phaseOf(after, now)))
    await scheduleWorkingCopy(trx, key, null);
  return after;
}

/** Whether readers have a document, or will have it without another call. */
export const isSeen = (phase: Phase): boolean => phase === "waiting" || phase === "public";
