import type { Database } from "#db/open.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { presentTask } from "./present.ts";
import { findTask, pageTasks } from "./queries.ts";
import { NO_TASK } from "./rules.ts";
import { task, taskList, taskParams, taskQuery } from "./schema.ts";

const TAGS = ["Tasks"];
const config = { access: "editor" } as const;

/** `tasks/`: how far work has come that goes on after its request. For editors. */
export function taskRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
  return async (app) => {
    app.get(
      "/tasks",
      {
        config,
        schema: {
          summary: "Work that goes on by itself, newest first; finished work for a week",
          tags: TAGS,
          querystring: taskQuery,
          response: { 200: taskList },
        },
      },
      async (request, reply) => {
        const { rows, total } = await pageTasks(database.db, request.query.kind, request.query);
        reply.header(TOTAL_HEADER, total);
        return rows.map((row) => presentTask(row, clock.now()));
      },
    );

    app.get(
      "/tasks/:id",
      { config, schema: { summary: "How far one has come", tags: TAGS, params: taskParams, response: { 200: task } } },
      async (request) => {
        const row = await findTask(database.db, idIn(request.params.id, NO_TASK));
        if (!row) throw new NotFoundError(NO_TASK);
        return presentTask(row, clock.now());
      },
    );
  };
}
