import { z } from "zod";
import type { TaskKind, TaskStep } from "#features/tasks/rules.ts";
import { onBehalfOf } from "#shared/actor.ts";
import { DomainError } from "#shared/errors.ts";
import { adminUrl } from "#shared/urls.ts";
import { SourceError } from "../sources/items.ts";
import { endWork, type WorkOrder } from "./commands.ts";
import { checkWork } from "./internal/check-work.ts";
import { type EngineParts, ended, isOrdered, lockOrdered, type Work } from "./internal/engine.ts";
import { ImportFailure } from "./internal/failure.ts";
import { releaseWork } from "./internal/release-work.ts";
import { startWork } from "./internal/start-work.ts";
import { undoWork } from "./internal/undo-work.ts";
import { findImport } from "./queries.ts";
import { isReading, taskKindOf } from "./rules.ts";

const orderShape = z.object({
  id: z.int(),
  work: z.enum(["check", "start", "release", "undo"]),
  at: z.int().optional(),
  by: z.int().nullable(),
  includesEdited: z.boolean().optional(),
});

const WORKS = { check: checkWork, start: startWork, release: releaseWork, undo: undoWork } as const;

const WORK_WORDS: Record<keyof typeof WORKS, string> = {
  check: "Check of an import",
  start: "Import of another system’s content",
  release: "Release of an import",
  undo: "Removal of an import",
};

/** The tasks that check, store, release and undo imports: those that read a file, which is in the folder `node`, and the others. */
export const importTasks = (parts: EngineParts, node: string): TaskKind[] =>
  (["check", "release"] as const).map((work) => ({
    kind: taskKindOf({ node, work }),
    subjectOf(_db, payload) {
      const order = orderShape.parse(payload);
      return { what: WORK_WORDS[order.work], path: adminUrl.moveIn(order.id) };
    },
    isRetried: false,
    prepare: (payload) => prepareWork(parts, orderShape.parse(payload) as WorkOrder),
  }));

async function prepareWork(parts: EngineParts, order: WorkOrder): Promise<Work | (() => Promise<TaskStep>)> {
  const row = await findImport(parts.database.db, order.id);
  if (!isOrdered(row, order)) return async () => ended();
  const work = WORKS[order.work](parts, row, order, onBehalfOf(order.by));
  return {
    ahead(position) {
      parts.waiting.delete(order.id);
      return work.ahead(position).catch((error: unknown) => failFor(parts, order, error));
    },
    step: (trx, position) => work.step(trx, position),
    close: () => work.close(),
    // A full disk does not store it.
    failed: (sentence) => void parts.waiting.set(order.id, sentence),
  };
}

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
    const end = isReading(order.work) ? { state: "failed" as const, finished_at: clock.now() } : {};
    await endWork(trx, order.id, { ...end, error });
  });
}
