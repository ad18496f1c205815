import { z } from "zod";
import type { CategoryListener } from "#features/categories/commands.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { onBehalfOf } from "#shared/actor.ts";
import { type ArticleStore, announceRename } from "./commands.ts";
import { countInCategory } from "./queries.ts";

/**
 * Maximum articles per step, and characters of their content: a step blocks readers and other writers for some 20 ms.
 */
const MAX_STEP_ARTICLES = 20;
const MAX_STEP_CHARS = 40_000;

/** The kind of task that is queued for every renamed category. Stored, so it must not change. */
const RENAME_TASK = "reindex-category";

/** `former_name` is missing in tasks queued by older versions. `account_id` is null for the operator. */
const renamePayload = z.object({
  category_id: z.int(),
  former_name: z.string().default(""),
  account_id: z.int().nullable().default(null),
});
const renamePosition = z.object({ after: z.int(), done: z.int(), total: z.int() });

/** Queues the updates of a renamed category's articles: doing many at once would block every other writer. */
export function queueRename(clock: Clock): CategoryListener {
  return async (trx, { before, after }, { accountId }) => {
    if (!before || !after || before.name === after.name) return;
    const payload = { category_id: after.id, former_name: before.name, account_id: accountId };
    await enqueueTask(trx, clock.now(), { kind: RENAME_TASK, payload });
  };
}

/**
 * The task that notifies the article listeners of a category's new name. If it is renamed again meanwhile, that queues
 * another task.
 */
export function renameTask(store: Pick<ArticleStore, "articleListeners" | "content" | "database">): TaskKind {
  return {
    kind: RENAME_TASK,
    prepare: async (payload) => {
      const { category_id: categoryId, former_name: formerName, account_id } = renamePayload.parse(payload);
      const rename = { categoryId, formerName, actor: onBehalfOf(account_id) };
      return async (trx, position) => {
        const { after, done, total } =
          position === null
            ? { after: 0, done: 0, total: await countInCategory(trx, categoryId) }
            : renamePosition.parse(position);
        const size = { count: MAX_STEP_ARTICLES, chars: MAX_STEP_CHARS };
        const step = await announceRename(trx, store, rename, { after, ...size });
        if (!step) return { position, done, total, isDone: true, result: null };
        const next = { after: step.last, done: done + step.count, total };
        return { position: next, done: next.done, total, isDone: false };
      };
    },
  };
}
