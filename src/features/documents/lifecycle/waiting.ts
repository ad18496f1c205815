import type { Transaction } from "kysely";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { recordEvent } from "#features/events/commands.ts";
import { system } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import type { DocumentType } from "../types.ts";
import { documentEvent } from "./events.ts";
import type { LifecycleStore } from "./type.ts";

type Timed = Pick<DocumentType, "type" | "findRow" | "phaseOf" | "timeOf" | "titles">;

/** Remembers the time of a document that waits for it. */
export async function noteWaiting(trx: Transaction<Tables>, now: number, type: Timed, id: number): Promise<void> {
  const row = await type.findRow(trx, id);
  if (!row || type.phaseOf(row, now) !== "waiting") return;
  const at = type.timeOf(row) ?? now;
  await trx
    .insertInto("waiting_document")
    .values({ document_type: type.type, document_id: id, at })
    .onConflict((conflict) => conflict.columns(["document_type", "document_id"]).doUpdateSet({ at }))
    .execute();
}

export async function forgetWaiting(
  trx: Transaction<Tables>,
  type: DocumentTypeName,
  ids: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom("waiting_document")
    .where("document_type", "=", type)
    .where("document_id", "in", [0, ...ids])
    .execute();
}

const STATED_AT_ONCE = 200;

/**
 * States that documents have become public at their time, once each: dates are conditions of queries, so no command runs
 * then. An issue waits until its sending has begun.
 */
export async function stateAppeared({ database, clock }: LifecycleStore, types: readonly Timed[]): Promise<void> {
  const now = clock.now();
  const due = await database.db
    .selectFrom("waiting_document")
    .selectAll()
    .where("at", "<=", now)
    .orderBy("at")
    .limit(STATED_AT_ONCE)
    .execute();
  for (const { document_type, document_id: id } of due) {
    const type = types.find((one) => one.type === document_type);
    if (!type) continue;
    await shareCommit(database.db, async (trx) => {
      const row = await type.findRow(trx, id);
      const phase = row && type.phaseOf(row, now);
      if (phase === "waiting") return;
      // The process that deletes the row states the event: a change of the time has deleted or moved it.
      const { numDeletedRows } = await trx
        .deleteFrom("waiting_document")
        .where("document_type", "=", document_type)
        .where("document_id", "=", id)
        .where("at", "<=", now)
        .executeTakeFirst();
      if (Number(numDeletedRows) === 0 || phase !== "public") return;
      const title = (await type.titles(trx, [id])).get(id) ?? "";
      await recordEvent(trx, clock, documentEvent(system, "appeared", { type: type.type, id, title }));
    });
  }
}
