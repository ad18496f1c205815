import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { errorBody } from "#shared/schema.ts";
import { subscribe, unsubscribe } from "./commands.ts";
import { newsletterAnswer, subscribeBody, unsubscribeBody } from "./schema.ts";

const TAGS = ["Newsletter"];
const RESPONSE = { 200: newsletterAnswer, 400: errorBody, 429: errorBody };
/** For one client address, on each of the two calls. */
const config = { rateLimit: { max: 20, timeWindow: 10 * 60_000 } };

type Deps = { database: Database; clock: Clock; secretKey: string };

/** `POST newsletter/subscribe/` and `POST newsletter/unsubscribe/` (spec section 7, contract section 2). */
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
  };
}
