import type { ApiPlugin } from "#platform/api-plugin.ts";
import { errorBody } from "#shared/schema.ts";
import { pageUrl } from "#shared/urls.ts";
import { type ListParts, subscribe, unsubscribe } from "./commands.ts";
import { newsletterAnswer, subscribeBody, tokenQuery, unsubscribeBody } from "./schema.ts";

const TAGS = ["Newsletter"];
const RESPONSE = { 200: newsletterAnswer, 400: errorBody, 429: errorBody };
/** For one client address, on each of the calls. */
const config = { access: "public", rateLimit: { max: 20, timeWindow: 10 * 60_000 } } as const;
const REMOVED = { message: "You have been removed from our mailing list." };

/** What mail clients send as the body of a one-click (RFC 8058, 3.2); nothing of it is needed. */
const ONE_CLICK_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const ONE_CLICK_LIMIT = 10_000;

/** `newsletter/` for readers: anyone subscribes and leaves. */
export function newsletterRoutes(list: ListParts): ApiPlugin {
  return async (app) => {
    app.post(
      "/newsletter/subscribe",
      {
        config,
        schema: { summary: "Subscribe to the newsletter", tags: TAGS, body: subscribeBody, response: RESPONSE },
      },
      async (request) => {
        await subscribe(list, request.body);
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
        await unsubscribe(list, request.body);
        return REMOVED;
      },
    );

    await app.register(oneClick(list));
  };
}

/**
 * The address in `List-Unsubscribe` (RFC 8058): mail clients post to it, without cookies, login or JSON. Whoever only
 * looks at it is led to the page, and has changed nothing.
 */
function oneClick(list: ListParts): ApiPlugin {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      ONE_CLICK_TYPES,
      { parseAs: "string", bodyLimit: ONE_CLICK_LIMIT },
      async (_request: unknown, body: string | Buffer) => body,
    );
    app.post(
      "/newsletter/one-click",
      {
        // Big mail providers post for all of their users from a few addresses: the token is the limit.
        config: { access: "public" },
        schema: {
          summary: "Unsubscribe by one click in a mail client (RFC 8058)",
          tags: TAGS,
          querystring: tokenQuery,
          response: { 200: newsletterAnswer, 400: errorBody },
        },
      },
      async (request) => {
        await unsubscribe(list, request.query);
        return REMOVED;
      },
    );
    app.get(
      "/newsletter/one-click",
      {
        config: { access: "public" },
        schema: { summary: "Leads people to the unsubscribe page", tags: TAGS, querystring: tokenQuery },
      },
      async (request, reply) => reply.redirect(pageUrl.unsubscribe(request.query.token), 303),
    );
  };
}
