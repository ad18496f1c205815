import { z } from "zod";
import type { TaskKind } from "#features/tasks/jobs.ts";
import type { Clock } from "#platform/clock.ts";
import { firstCounts, IMPORT_BATCH, importBatch, reportOf } from "./commands.ts";
import { IMPORT_TASK, readSubscriberList } from "./rules.ts";

const payloadShape = z.object({ csv: z.string(), dry_run: z.boolean() });
const count = z.int();
const positionShape = z.object({ at: count, counts: z.object({ added: count, known: count, left: count }) });

/** The task that takes in a large CSV of subscribers, or says what that would do; its result is the report. */
export function importTask({ clock }: { clock: Clock }): TaskKind {
  return {
    kind: IMPORT_TASK,
    prepare: async (payload) => {
      const { csv, dry_run: dryRun } = payloadShape.parse(payload);
      const list = await readSubscriberList(csv);
      const total = list.emails.length;
      return async (trx, position) => {
        const { at, counts } = position === null ? { at: 0, counts: firstCounts(list) } : positionShape.parse(position);
        const emails = list.emails.slice(at, at + IMPORT_BATCH);
        const after =
          emails.length === 0 ? counts : await importBatch(trx, emails, { counts, dryRun, now: clock.now() });
        const done = at + emails.length;
        const progress = { position: { at: done, counts: after }, done, total };
        return done < total
          ? { ...progress, isDone: false }
          : { ...progress, isDone: true, result: reportOf(list, after) };
      };
    },
  };
}
