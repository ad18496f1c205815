import { z } from "zod";
import type { TaskKind } from "#features/tasks/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { adminUrl } from "#shared/urls.ts";
import { firstCounts, IMPORT_BATCH, importBatch, rejectQuestions, reportOf } from "./commands.ts";
import { importAnswers } from "./endpoints.ts";
import { IMPORT_CHECK_TASK, IMPORT_TASK, readSubscriberList } from "./rules.ts";

const payloadShape = z.object({ csv: z.string(), answers: importAnswers.default({}) });
const count = z.int();
const positionShape = z.object({ at: count, counts: z.object({ added: count, known: count, left: count }) });

/** The tasks that import a large CSV of subscribers, or preview the import; their result is the report. */
export const importTasks = (deps: { clock: Clock }): TaskKind[] => [
  importTask(deps, IMPORT_TASK, false),
  importTask(deps, IMPORT_CHECK_TASK, true),
];

function importTask({ clock }: { clock: Clock }, kind: string, dryRun: boolean): TaskKind {
  return {
    kind,
    subjectOf: () => ({
      what: dryRun ? "Preview of an import of subscribers" : "Import of subscribers",
      path: adminUrl.audience(),
    }),
    isRetried: false,
    prepare: async (payload) => {
      const { csv, answers } = payloadShape.parse(payload);
      const list = await readSubscriberList(csv, answers);
      if (!dryRun) rejectQuestions(list);
      const total = list.readers.length;
      return async (trx, position) => {
        const { at, counts } = position === null ? { at: 0, counts: firstCounts(list) } : positionShape.parse(position);
        const readers = list.readers.slice(at, at + IMPORT_BATCH);
        const after =
          readers.length === 0 ? counts : await importBatch(trx, readers, { counts, dryRun, now: clock.now() });
        const done = at + readers.length;
        const progress = { position: { at: done, counts: after }, done, total };
        return done < total
          ? { ...progress, isDone: false }
          : { ...progress, isDone: true, result: reportOf(list, after) };
      };
    },
  };
}
