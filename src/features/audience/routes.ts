import { Readable } from "node:stream";
import { setImmediate as otherTasks } from "node:timers/promises";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import { actorOf } from "#features/accounts/policy.ts";
import { presentTask } from "#features/tasks/present.ts";
import { task } from "#features/tasks/schema.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { errorBody } from "#shared/schema.ts";
import { editorApiUrl } from "#shared/urls.ts";
import {
  type AudienceParts,
  addSubscriber,
  erasePerson,
  exportPerson,
  importSubscribers,
  removeSubscriber,
} from "./commands.ts";
import { CSV_HEAD, presentCsvLine, presentSubscriber } from "./present.ts";
import { eachSubscriber, pageSubscribers } from "./queries.ts";
import { NO_SUBSCRIBER } from "./rules.ts";
import {
  importBody,
  importReport,
  MAX_CSV_BYTES,
  personBody,
  personExport,
  type SubscriberFilter,
  subscriber,
  subscriberList,
  subscriberParams,
  subscriberQuery,
} from "./schema.ts";

const TAGS = ["Audience"];
const config = { access: "editor" } as const;

/** Text to the client, a stream to the server. */
const csv = z.union([z.string(), z.instanceof(Readable)]);

/** `newsletter/subscribers/` and `newsletter/people/`: the list as editors keep it. */
export function audienceRoutes(parts: AudienceParts): ApiPlugin {
  const { database } = parts;
  return async (app) => {
    app.get(
      "/newsletter/subscribers",
      {
        config,
        schema: {
          summary:
            "The subscribers, newest first, by part of the address and state; all of them as CSV by Accept: text/csv",
          tags: TAGS,
          querystring: subscriberQuery,
          response: {
            200: {
              description: "A page of the subscribers, or as CSV all of them",
              content: { "application/json": { schema: subscriberList }, "text/csv": { schema: csv } },
            },
          },
        },
      },
      async (request, reply) => {
        reply.header("vary", "Authorization, Accept");
        if (/\btext\/csv\b/i.test(request.headers.accept ?? ""))
          return reply
            .type("text/csv; charset=utf-8")
            .header("content-disposition", 'attachment; filename="subscribers.csv"')
            .send(Readable.from(csvOf(database, request.query)));
        const { rows, total } = await pageSubscribers(database.db, request.query, request.query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentSubscriber);
      },
    );

    app.post(
      "/newsletter/subscribers",
      {
        config,
        schema: {
          summary: "Add a subscriber, who gets the welcome mail",
          tags: TAGS,
          body: personBody,
          response: { 201: subscriber, 400: errorBody, 409: errorBody },
        },
      },
      async (request, reply) =>
        reply.status(201).send(presentSubscriber(await addSubscriber(parts, actorOf(request), request.body.email))),
    );

    app.delete(
      "/newsletter/subscribers/:id",
      {
        config,
        schema: { summary: "Remove a subscriber", tags: TAGS, params: subscriberParams },
      },
      async (request, reply) => {
        await removeSubscriber(parts, actorOf(request), idIn(request.params.id, NO_SUBSCRIBER));
        return reply.status(204).send();
      },
    );

    app.post(
      "/newsletter/subscribers/import",
      {
        config,
        bodyLimit: MAX_CSV_BYTES,
        schema: {
          summary: "Take in the subscribers of a CSV, or say what that would do; of a large one by a task (202)",
          tags: TAGS,
          body: importBody,
          response: { 200: importReport, 202: task, 400: errorBody },
        },
      },
      async (request, reply) => {
        const { csv, dry_run: dryRun } = request.body;
        const outcome = await importSubscribers(parts, actorOf(request), csv, dryRun);
        if ("report" in outcome) return outcome.report;
        reply.status(202).header("location", editorApiUrl.task(outcome.task.id));
        return presentTask(outcome.task, parts.clock.now());
      },
    );

    app.post(
      "/newsletter/people/export",
      {
        config,
        schema: {
          summary: "Everything that is kept about a person",
          tags: TAGS,
          body: personBody,
          response: { 200: personExport, 400: errorBody },
        },
      },
      async (request) => exportPerson(parts, actorOf(request), request.body.email),
    );

    app.post(
      "/newsletter/people/erase",
      {
        config,
        schema: {
          summary: "Erase everything about a person",
          tags: TAGS,
          body: personBody,
        },
      },
      async (request, reply) => {
        await erasePerson(parts, actorOf(request), request.body.email);
        return reply.status(204).send();
      },
    );
  };
}

async function* csvOf({ db }: Database, filter: SubscriberFilter): AsyncGenerator<string> {
  yield CSV_HEAD;
  for await (const rows of eachSubscriber(db, filter)) {
    yield rows.map(presentCsvLine).join("");
    // SQLite answers at once, and the next batch would follow before anybody else had a turn.
    await otherTasks();
  }
}
