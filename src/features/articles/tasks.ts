import { z } from "zod";
import { REINDEX_TASK } from "#features/categories/rules.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import { type ArticleStore, reindexNext } from "./commands.ts";
import { countInCategory } from "./queries.ts";

/** Articles of one step, and characters of their content: it holds up readers and other writers for some 20 ms. */
const MAX_STEP_ARTICLES = 20;
const MAX_STEP_CHARS = 40_000;

const reindexPayload = z.object({ category_id: z.int() });
const reindexPosition = z.object({ after: z.int(), done: z.int(), total: z.int() });

/** The task that tells full text of a category's new name. What is renamed again meanwhile gets a task of its own. */
export function reindexTask(store: Pick<ArticleStore, "index" | "content" | "database">): TaskKind {
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
