import { Readable } from "node:stream";
import { setImmediate as otherTasks } from "node:timers/promises";
import type { Database } from "#db/open.ts";
import { recordEvent } from "#features/events/commands.ts";
import { type SubscriberFilter, subscriberEndpoints } from "#features/newsletter/endpoints.ts";
import type { TaskEndpoints } from "#features/tasks/endpoints.ts";
import { presentTask } from "#features/tasks/queries.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf } from "#shared/viewer.ts";
import {
  type AudienceParts,
  addSubscriber,
  bouncesByKind,
  clearBounces,
  erasePerson,
  exportPerson,
  importSubscribers,
  removeSubscriber,
} from "./commands.ts";
import { audienceEndpoints } from "./endpoints.ts";
import { CSV_HEAD, eachSubscriber, pageSubscribers, presentCsvLine, presentSubscriber } from "./queries.ts";
import { NO_SUBSCRIBER } from "./rules.ts";

export function audienceRoutes(parts: AudienceParts): ApiPlugin {
  const { database } = parts;
  return async (app) =>
    serve(
      app,
      { ...subscriberEndpoints, ...audienceEndpoints },
      {
        "GET /newsletter/subscribers": async (call, reply) => {
          const { query } = call;
          reply.header("vary", "Authorization, Accept");
          if (/\btext\/csv\b/i.test(call.headers.accept ?? "")) {
            const exported = { action: "subscriber.export", subject: { kind: "subscriber" } } as const;
            await recordEvent(database.db, parts.clock, { by: actorOf(call), ...exported });
            reply.header("content-type", "text/csv; charset=utf-8");
            reply.header("content-disposition", 'attachment; filename="subscribers.csv"');
            return Readable.from(csvOf(database, query));
          }
          const { rows, total } = await pageSubscribers(database.db, query, query);
          reply.header(TOTAL_HEADER, total);
          return rows.map(presentSubscriber);
        },

        "POST /newsletter/subscribers": async (call) =>
          presentSubscriber(await addSubscriber(parts, actorOf(call), call.body.email)),

        "DELETE /newsletter/subscribers/:id": (call) =>
          removeSubscriber(parts, actorOf(call), idIn(call.params.id, "subscriber_not_found", NO_SUBSCRIBER)),

        "POST /newsletter/subscribers/import": async (call, reply) => {
          const { csv, dry_run: dryRun, ...answers } = call.body;
          const outcome = await importSubscribers(parts, actorOf(call), { csv, dryRun, answers });
          if ("report" in outcome) return outcome.report;
          const { id } = outcome.task;
          reply.status(202);
          reply.header("location", clientOf<TaskEndpoints>().url("GET /tasks/:id", { params: { id } }));
          return presentTask(outcome.task, parts.clock.now());
        },

        "GET /newsletter/bounces": () => bouncesByKind(database.db),

        "POST /newsletter/bounces/clear": async (call) => ({
          cleared: await clearBounces(parts, actorOf(call), call.body),
        }),

        "POST /newsletter/people/export": (call) => exportPerson(parts, actorOf(call), call.body.email),

        "POST /newsletter/people/erase": (call) => erasePerson(parts, actorOf(call), call.body.email),
      },
    );
}

async function* csvOf({ db }: Database, filter: SubscriberFilter): AsyncGenerator<string> {
  yield CSV_HEAD;
  for await (const rows of eachSubscriber(db, filter)) {
    yield rows.map(presentCsvLine).join("");
    // SQLite queries are synchronous: without yielding, no other request would be handled between batches.
    await otherTasks();
  }
}
