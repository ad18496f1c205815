import { z } from "zod";
import type { TaskKind } from "#features/tasks/rules.ts";
import { onBehalfOf } from "#shared/actor.ts";
import { DomainError } from "#shared/errors.ts";
import { SourceError } from "../sources/items.ts";
import { endWork, taskKindOf, type WorkOrder } from "./commands.ts";
import { checkWork } from "./internal/check-work.ts";
import { type EngineParts, ended, lockOrdered, type Work } from "./internal/engine.ts";
import { ImportFailure } from "./internal/failure.ts";
import { releaseWork } from "./internal/release-work.ts";
import { startWork } from "./internal/start-work.ts";
import { undoWork } from "./internal/undo-work.ts";
import { findImport } from "./queries.ts";

const orderShape = z.object({
  id: z.int(),
  work: z.enum(["check", "start", "release", "undo"]),
  by: z.int().nullable(),
  includesEdited: z.boolean().optional(),
});

const WORKS = { check: checkWork, start: startWork, release: releaseWork, undo: undoWork } as const;

/** The task that checks, stores, releases and undoes imports whose file is in the folder `node`. */
export const importTask = (parts: EngineParts, node: string): TaskKind => ({
  kind: taskKindOf(node),
  prepare: async (payload) => {
    const order = orderShape.parse(payload) as WorkOrder;
    const row = await findImport(parts.database.db, order.id);
    if (row?.work !== order.work) return async () => ended();
    const work = WORKS[order.work](parts, row, order, onBehalfOf(order.by));
    const guard = <Result>(run: Promise<Result>) => run.catch((error: unknown) => failFor(parts, order, error));
    return {
      ahead: (position) => guard(work.ahead(position)),
      step: (trx, position) => work.step(trx, position),
      close: () => work.close(),
    } satisfies Work;
  },
});

/** Records why an import cannot go on, and ends its task; other errors are retried. */
async function failFor(parts: EngineParts, order: WorkOrder, error: unknown): Promise<never> {
  if (!(error instanceof SourceError || error instanceof DomainError)) throw error;
  await recordFailure(parts, order, error.message);
  throw error instanceof SourceError ? new ImportFailure(error.message) : error;
}

/** Records why an import cannot go on, unless it was cancelled. */
export async function recordFailure({ database, clock }: EngineParts, order: WorkOrder, error: string): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    if (!(await lockOrdered(trx, order))) return;
    const isReading = order.work === "check" || order.work === "start";
    const end = isReading ? { state: "failed" as const, finished_at: clock.now() } : {};
    await endWork(trx, order.id, { ...end, error });
  });
}
