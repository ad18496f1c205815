import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { errorBody } from "#shared/schema.ts";
import { storeContactMessage } from "./commands.ts";
import { presentContactMessage } from "./present.ts";
import { contactBody, contactMessage } from "./schema.ts";

/** For one client address. */
const config = { rateLimit: { max: 20, timeWindow: 10 * 60_000 } };

/** `POST contact/` (contract section 2). */
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
  };
}
