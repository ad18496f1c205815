import { z } from "zod";
import type { TaskKind } from "#features/tasks/rules.ts";
import { adminUrl } from "#shared/urls.ts";
import { EXPORT_TASK, type ExportStore, pathIn } from "./commands.ts";
import { findExport } from "./queries.ts";
import type { ExportReport } from "./rules.ts";

const payloadShape = z.object({ id: z.int() });
/** How often the progress is stored. */
const LOOK_INTERVAL_MS = 500;

type Outcome = { bytes: number; report: ExportReport } | { error: string };

/**
 * The task that makes an export. The work itself is not part of its transactions, which only store its progress; if this
 * process ends, another one starts the export again.
 */
export function exportTask(store: ExportStore): { kind: TaskKind; stop: () => void } {
  /** The exports that this process is making, by id. */
  const running = new Map<number, AbortController>();
  const kind: TaskKind = {
    kind: EXPORT_TASK,
    subjectOf: () => ({ what: "Export of the publication", path: adminUrl.moveOut() }),
    isRetried: false,
    prepare: async (payload) => {
      const { id } = payloadShape.parse(payload);
      const row = await findExport(store.database.db, id);
      // This process may have lost the task and got it back.
      running.get(id)?.abort();
      const controller = new AbortController();
      running.set(id, controller);
      let [outcome, progress]: [Outcome | undefined, { done: number; total: number }] = [
        undefined,
        { done: 0, total: 0 },
      ];
      if (row?.state === "running")
        void store.exporter
          .run(
            { format: row.format, withSubscribers: row.includes_subscribers === 1 },
            pathIn(store.exporter)(row.file),
            {
              signal: controller.signal,
              onProgress: (now) => {
                progress = now;
              },
            },
          )
          .then(
            (made) => {
              outcome = made;
            },
            (error: Error) => {
              store.log.error({ err: error, export: id }, "an export failed");
              outcome = { error: error.message };
            },
          );
      return async (trx) => {
        const own = trx.updateTable("publication_export").where("id", "=", id).where("state", "=", "running");
        const end = outcome && {
          finished_at: store.clock.now(),
          ...("error" in outcome
            ? { state: "failed" as const, error: outcome.error }
            : { state: "done" as const, bytes: outcome.bytes, report: JSON.stringify(outcome.report) }),
        };
        if (outcome && "report" in outcome) progress.done = progress.total;
        const [changed] = await own.set({ ...progress, ...end }).execute();
        const isGone = changed?.numUpdatedRows === 0n;
        if (isGone) controller.abort();
        if (!end && !isGone) return { position: null, ...progress, isDone: false, waitMs: LOOK_INTERVAL_MS };
        running.delete(id);
        return { position: null, ...progress, isDone: true, result: null };
      };
    },
  };
  return {
    kind,
    stop() {
      for (const controller of running.values()) controller.abort();
    },
  };
}
