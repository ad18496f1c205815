import { recordEvents } from "#features/events/commands.ts";
import type { Cause, NewsroomEvent } from "#features/events/types.ts";
import { system } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { columnsOf } from "../history/queries.ts";
import { documentEvent } from "../lifecycle/events.ts";
import type { DocumentType } from "../types.ts";

type Shown = Pick<DocumentType, "type" | "findRow" | "phaseOf">;

/** What happened to a document, and whether it may have changed what readers have. */
type Touched = { id: number; isChange: boolean };

/**
 * States what readers see of events of documents: `shown` once they have one, `amended` when it changed, and `withdrawn`
 * when it is gone. Compares with what they had, as a document that was taken back may never have been public.
 */
export async function stateForReaders({ trx, clock }: Cause, type: Shown, touched: readonly Touched[]): Promise<void> {
  const stated: NewsroomEvent[] = [];
  const state = (deed: "shown" | "amended" | "withdrawn", id: number) =>
    stated.push(documentEvent(system, deed, { type: type.type, id }));
  for (const { id, isChange } of touched) {
    const row = await type.findRow(trx, id);
    const isPublic = row !== undefined && type.phaseOf(row, clock.now()) === "public";
    const key = columnsOf({ type: type.type as DocumentTypeName, id });
    if (isPublic) {
      const { numInsertedOrUpdatedRows: added } = await trx
        .insertInto("public_document")
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (Number(added) > 0) state("shown", id);
      else if (isChange) state("amended", id);
    } else {
      const { numDeletedRows: removed } = await trx
        .deleteFrom("public_document")
        .where((eb) => eb.and(key))
        .executeTakeFirst();
      if (Number(removed) > 0) state("withdrawn", id);
    }
  }
  if (stated.length > 0) await recordEvents(trx, clock, stated);
}
