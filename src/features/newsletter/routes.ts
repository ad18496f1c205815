import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { pageUrl } from "#shared/urls.ts";
import { type ListParts, subscribe, unsubscribe } from "./commands.ts";
import { newsletterEndpoints, oneClickEndpoints } from "./endpoints.ts";

const REMOVED = { message: "You have been removed from our mailing list." };

/** The body types of a one-click request (RFC 8058, 3.2); the content is ignored. */
const ONE_CLICK_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const ONE_CLICK_LIMIT = 10_000;

export function newsletterRoutes(list: ListParts): ApiPlugin {
  return async (app) => {
    serve(app, newsletterEndpoints, {
      "POST /newsletter/subscribe": async ({ body }) => {
        await subscribe(list, body);
        return { message: "Thank you for subscribing to our newsletter." };
      },

      "POST /newsletter/unsubscribe": async ({ body }) => {
        await unsubscribe(list, body);
        return REMOVED;
      },
    });
    await app.register(oneClick(list));
  };
}

function oneClick(list: ListParts): ApiPlugin {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      ONE_CLICK_TYPES,
      { parseAs: "string", bodyLimit: ONE_CLICK_LIMIT },
      async (_request: unknown, body: string | Buffer) => body,
    );
    serve(app, oneClickEndpoints, {
      "POST /newsletter/one-click": async ({ query }) => {
        await unsubscribe(list, query);
        return REMOVED;
      },

      "GET /newsletter/one-click": async ({ query }, reply) => reply.redirect(pageUrl.unsubscribe(query.token), 303),
    });
  };
}
