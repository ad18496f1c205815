import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { errorBody, pageQuery } from "#shared/schema.ts";
import { storeContactMessage } from "./commands.ts";
import { presentContactMessage } from "./present.ts";
import { pageMessages } from "./queries.ts";
import { contactBody, contactMessage, contactMessageList } from "./schema.ts";

/** For one client address. */
const config = { access: "public", rateLimit: { max: 20, timeWindow: 10 * 60_000 } } as const;

/** `contact/` (contract section 2): anyone writes, editors read. */
export function contactRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
  return async (app) => {
    app.post(
      "/contact",
      {
        config,
        schema: {
          summary: "Send a message to the editors",
          tags: ["Contact"],
          body: contactBody,
          response: { 201: contactMessage, 400: errorBody, 429: errorBody },
        },
      },
      async (request, reply) =>
        reply.status(201).send(presentContactMessage(await storeContactMessage(database, clock, request.body))),
    );

    app.get(
      "/contact",
      {
        config: { access: "editor" },
        schema: {
          summary: "The messages that readers sent, newest first",
          tags: ["Contact"],
          querystring: pageQuery,
          response: { 200: contactMessageList },
        },
      },
      async (request, reply) => {
        const { rows, total } = await pageMessages(database.db, request.query);
        reply.header("X-Total-Count", total);
        return rows.map(presentContactMessage);
      },
    );
  };
}
