import { Readable } from "node:stream";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { errorBody, pageQuery } from "#shared/schema.ts";
import { subscribe, unsubscribe } from "./commands.ts";
import { CSV_HEAD, presentCsvLine, presentSubscriber } from "./present.ts";
import { eachSubscriber, pageSubscribers } from "./queries.ts";
import { newsletterAnswer, subscribeBody, subscriberList, unsubscribeBody } from "./schema.ts";

const TAGS = ["Newsletter"];
const RESPONSE = { 200: newsletterAnswer, 400: errorBody, 429: errorBody };
/** For one client address, on each of the two calls. */
const config = { access: "public", rateLimit: { max: 20, timeWindow: 10 * 60_000 } } as const;

/** Text to the client, a stream to the server. */
const csv = z.union([z.string(), z.instanceof(Readable)]);

type Deps = { database: Database; clock: Clock; secretKey: string };

/** `newsletter/` (spec section 7, contract section 2): anyone subscribes and leaves, editors see who did. */
export function newsletterRoutes({ database, clock, secretKey }: Deps): ApiPlugin {
  return async (app) => {
    app.post(
      "/newsletter/subscribe",
      {
        config,
        schema: { summary: "Subscribe to the newsletter", tags: TAGS, body: subscribeBody, response: RESPONSE },
      },
      async (request) => {
        await subscribe(database, clock, request.body.email);
        return { message: "Thank you for subscribing to our newsletter." };
      },
    );

    app.post(
      "/newsletter/unsubscribe",
      {
        config,
        schema: { summary: "Leave the newsletter", tags: TAGS, body: unsubscribeBody, response: RESPONSE },
      },
      async (request) => {
        await unsubscribe(database, clock, secretKey, request.body);
        return { message: "You have been removed from our mailing list." };
      },
    );

    app.get(
      "/newsletter/subscribers",
      {
        config: { access: "editor" },
        schema: {
          summary: "The subscribers, newest first; all of them as CSV by Accept: text/csv",
          tags: TAGS,
          querystring: pageQuery,
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
            .send(Readable.from(csvOf(database)));
        const { rows, total } = await pageSubscribers(database.db, request.query);
        reply.header("X-Total-Count", total);
        return rows.map(presentSubscriber);
      },
    );
  };
}

async function* csvOf({ db }: Database): AsyncGenerator<string> {
  yield CSV_HEAD;
  for await (const rows of eachSubscriber(db)) yield rows.map(presentCsvLine).join("");
}
