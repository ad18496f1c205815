import type { Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { recordEvents } from "#features/events/commands.ts";
import type { Cause } from "#features/events/types.ts";
import { system } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { columnsOf } from "../history/queries.ts";
import { documentEvent } from "../lifecycle/events.ts";
import type { DocumentType } from "../types.ts";

type Shown = Pick<DocumentType, "type" | "findRows" | "phaseOf">;

/** What happened to a document, and whether it may have changed what readers have. */
type Touched = { id: number; isChange: boolean };

/**
 * States what readers see of events of documents: `shown` once they have one, `amended` when it changed, and `withdrawn`
 * when it is gone. Compares with what they had, as a document that was taken back may never have been public.
 */
export async function stateForReaders(cause: Cause, type: Shown, touched: readonly Touched[]): Promise<void> {
  for (const some of chunksOf(touched)) await stateSome(cause, type, some);
}

async function stateSome({ trx, clock }: Cause, type: Shown, touched: readonly Touched[]): Promise<void> {
  const ids = touched.map(({ id }) => id);
  const rows = await type.findRows(trx, ids);
  const open = new Set(rows.flatMap((row) => (type.phaseOf(row, clock.now()) === "public" ? row.id : [])));
  const added = await addShown(
    trx,
    type.type,
    ids.filter((id) => open.has(id)),
  );
  const removed = await removeShown(
    trx,
    type.type,
    ids.filter((id) => !open.has(id)),
  );
  const stated = touched.flatMap(({ id, isChange }) => {
    const deed = added.has(id)
      ? "shown"
      : removed.has(id)
        ? "withdrawn"
        : open.has(id) && isChange
          ? "amended"
          : undefined;
    return deed ? documentEvent(system, deed, { type: type.type, id }) : [];
  });
  if (stated.length > 0) await recordEvents(trx, clock, stated);
}

/** Notes that readers have documents; returns those that they did not have. */
async function addShown(trx: Transaction<Tables>, type: DocumentTypeName, ids: readonly number[]) {
  if (ids.length === 0) return new Set<number>();
  const added = await trx
    .insertInto("public_document")
    .values(ids.map((id) => columnsOf({ type, id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("document_id")
    .execute();
  return new Set(added.map(({ document_id }) => document_id));
}

/** Notes that readers have documents no more; returns those that they had. */
async function removeShown(trx: Transaction<Tables>, type: DocumentTypeName, ids: readonly number[]) {
  const removed = await trx
    .deleteFrom("public_document")
    .where("document_type", "=", type)
    .where("document_id", "in", [0, ...ids])
    .returning("document_id")
    .execute();
  return new Set(removed.map(({ document_id }) => document_id));
}
