import { z } from "zod";
import type { CategoryListener } from "#features/categories/commands.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { onBehalfOf } from "#shared/actor.ts";
import { type ArticleStore, announceRename } from "./commands.ts";
import { countInCategory } from "./queries.ts";

/** Articles of one step, and characters of their content: it holds up readers and other writers for some 20 ms. */
const MAX_STEP_ARTICLES = 20;
const MAX_STEP_CHARS = 40_000;

/** The kind of task that is queued for every category with a new name. Stored: it keeps its name. */
const RENAME_TASK = "reindex-category";

/** Without a former name: queued by an older program. `actor` is an account, or null for the operator. */
const renamePayload = z.object({
  category_id: z.int(),
  former_name: z.string().default(""),
  account_id: z.int().nullable().default(null),
});
const renamePosition = z.object({ after: z.int(), done: z.int(), total: z.int() });

/** Queues what follows for its articles from a category's new name: a large one would hold up every other writer. */
export function queueRename(clock: Clock): CategoryListener {
  return async (trx, { before, after }, { accountId }) => {
    if (!before || !after || before.name === after.name) return;
    const payload = { category_id: after.id, former_name: before.name, account_id: accountId };
    await enqueueTask(trx, clock.now(), { kind: RENAME_TASK, payload });
  };
}

/** The task that tells the articles' listeners of a category's new name. What is renamed again meanwhile gets a task of its own. */
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
