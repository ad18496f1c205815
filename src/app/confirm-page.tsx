import type { FastifyPluginAsync } from "fastify";
import { confirmSubscription, type ListParts } from "#features/newsletter/commands.ts";
import { tokenQuery } from "#features/newsletter/endpoints.ts";
import { InvalidError } from "#shared/errors.ts";
import { useText } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { Button } from "#ui/button.tsx";
import { toHttpError } from "./errors.ts";
import type { Pages } from "./render/pages.ts";

/** Per client address. */
const RATE_LIMIT = { rateLimit: { max: 60, timeWindow: 10 * 60_000 } };
const BODY_LIMIT = 1_000;

const ConfirmButton = () => <Button type="submit">{useText()("Confirm my subscription")}</Button>;

/**
 * The page that a confirmation mail links to, and the way to resubscribe. It has a button because mail scanners follow
 * links too and must not subscribe anyone. It needs no script.
 */
export function confirmPage({ list, pages }: { list: ListParts; pages: Pages }): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      async (_request: unknown, body: string | Buffer) => body,
    );
    app.setErrorHandler(async (error: Error, _request, reply) => {
      const { status, body } = toHttpError(error);
      return pages.sendNotice(reply, status, { title: "That did not work", message: body.detail });
    });
    const path = pageUrl.confirmSubscription();
    const tokenOf = (query: unknown) => {
      const parsed = tokenQuery.safeParse(query);
      if (!parsed.success)
        throw new InvalidError("invalid_link", "This link is incomplete. Please copy the entire link.");
      return parsed.data.token;
    };

    app.get(path, { config: RATE_LIMIT }, async (request, reply) => {
      const action = pageUrl.confirmSubscription(tokenOf(request.query));
      return pages.sendNotice(reply, 200, {
        title: "One more click",
        message: "Press the button to receive our newsletter at this address.",
        form: (
          <form method="post" action={action}>
            <ConfirmButton />
          </form>
        ),
      });
    });
    app.post(path, { config: RATE_LIMIT }, async (request, reply) => {
      await confirmSubscription(list, tokenOf(request.query));
      const message = "Your address is confirmed. Thank you for subscribing to our newsletter.";
      return pages.sendNotice(reply, 200, { title: "Successfully subscribed!", message });
    });
  };
}
