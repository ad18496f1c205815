import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { taskEndpoints } from "./endpoints.ts";
import { taskCleanupJobs } from "./jobs.ts";
import { findTask, pageTasks, presentTask } from "./queries.ts";
import { NO_TASK } from "./rules.ts";

function taskRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
  return async (app) =>
    serve(app, taskEndpoints, {
      "GET /tasks": async ({ query }, reply) => {
        const { rows, total } = await pageTasks(database.db, query.kind, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map((row) => presentTask(row, clock.now()));
      },

      "GET /tasks/:id": async ({ params }) => {
        const row = await findTask(database.db, idIn(params.id, "task_not_found", NO_TASK));
        if (!row) throw new NotFoundError("task_not_found", NO_TASK);
        return presentTask(row, clock.now());
      },
    });
}

/**
 * Durable work that outlives its request, which features run with `taskJobs`. Owns `task`. Promises: a task survives
 * restarts, runs in one process at a time, commits its progress in steps, and is retried with growing delays.
 */
export const tasksFeature = (deps: { database: Database; clock: Clock }): Feature => ({
  routes: [taskRoutes(deps)],
  jobs: taskCleanupJobs(deps),
});
