import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import { REINDEX_TASK } from "#features/categories/rules.ts";
import type { TaskKind } from "#features/tasks/jobs.ts";
import type { Clock } from "#platform/clock.ts";
import { createReaderCounter, type ReaderCounter } from "#platform/reader-counter.ts";
import { heatOf } from "#shared/decay.ts";
import { type ArticleStore, reindexNext } from "./commands.ts";
import { countInCategory } from "./queries.ts";

/** Counts readers of articles; what they read lately goes up in trending. */
export function createViewCounter(deps: { database: Database; clock: Clock; secretKey: string }): ReaderCounter {
  return createReaderCounter({
    ...deps,
    what: "view",
    async add(trx, id, count, now) {
      // Added by the database: another process may be adding to the same article.
      await trx
        .updateTable("article")
        .set((eb) => ({ views: eb("views", "+", count), heat: withHeat(heatOf(count, now)) }))
        .where("id", "=", id)
        .execute();
    },
  });
}

/** Further apart, the smaller of two heats adds nothing that a number could hold, and PostgreSQL refuses to compute it. */
const MAX_HEAT_GAP = 60;
const LN_2 = sql.lit(Math.LN2);

/** log2(2^heat + 2^added): the heat of a row with new views added. The larger one is taken out, which may be huge. */
function withHeat(added: number) {
  const more = sql<number>`cast(${added} as double precision)`;
  const larger = sql<number>`case when heat > ${more} then heat else ${more} end`;
  const gap = sql<number>`abs(heat - ${more})`;
  return sql<number>`case
    when heat is null then ${more}
    when ${gap} > ${sql.lit(MAX_HEAT_GAP)} then ${larger}
    else ${larger} + ln(1 + exp(-${gap} * ${LN_2})) / ${LN_2}
  end`;
}

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
