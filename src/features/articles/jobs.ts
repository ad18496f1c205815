import { z } from "zod";
import type { Database } from "#db/open.ts";
import { REINDEX_TASK } from "#features/categories/rules.ts";
import type { TaskKind } from "#features/tasks/jobs.ts";
import type { Clock } from "#platform/clock.ts";
import { createReaderCounter, type ReaderCounter } from "#platform/reader-counter.ts";
import { addHeat } from "#shared/decay.ts";
import { type ArticleStore, reindexNext } from "./commands.ts";
import { countInCategory } from "./queries.ts";

/** Counts readers of articles; what they read lately goes up in trending. */
export function createViewCounter(deps: { database: Database; clock: Clock; secretKey: string }): ReaderCounter {
  return createReaderCounter({
    ...deps,
    what: "view",
    async add(trx, id, count, now) {
      const row = await trx.selectFrom("article").select(["heat", "views"]).where("id", "=", id).executeTakeFirst();
      if (!row) return;
      await trx
        .updateTable("article")
        .set({ views: row.views + count, heat: addHeat(row.heat, count, now) })
        .where("id", "=", id)
        .execute();
    },
  });
}

/** Articles of one step, and characters of their content: it holds up readers and other writers for some 20 ms. */
const MAX_STEP_ARTICLES = 20;
const MAX_STEP_CHARS = 40_000;

const reindexPayload = z.object({ category_id: z.int() });
const reindexPosition = z.object({ after: z.int(), done: z.int(), total: z.int() });

/** The task that tells full text of a category's new name. What is renamed again meanwhile gets a task of its own. */
export function reindexTask(store: Pick<ArticleStore, "index" | "database">): TaskKind {
  return {
    kind: REINDEX_TASK,
    prepare: async (payload) => {
      const { category_id: categoryId } = reindexPayload.parse(payload);
      return async (trx, position) => {
        const { after, done, total } =
          position === null
            ? { after: 0, done: 0, total: await countInCategory(trx, categoryId) }
            : reindexPosition.parse(position);
        const size = { count: MAX_STEP_ARTICLES, chars: MAX_STEP_CHARS };
        const step = await reindexNext(trx, store, { categoryId, after, ...size });
        if (!step) return { position, done, total, isDone: true, result: null };
        const next = { after: step.last, done: done + step.count, total };
        return { position: next, done: next.done, total, isDone: false };
      };
    },
  };
}
