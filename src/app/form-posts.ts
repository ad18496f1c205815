import type { FastifyPluginAsync } from "fastify";
import type { z } from "zod";
import type { Database } from "#db/open.ts";
import { storeContactMessage } from "#features/contact/commands.ts";
import { contactBody } from "#features/contact/schema.ts";
import { subscribe, unsubscribe } from "#features/newsletter/commands.ts";
import { subscribeBody, unsubscribeBody } from "#features/newsletter/schema.ts";
import type { Clock } from "#platform/clock.ts";
import { InvalidError } from "#shared/errors.ts";
import { toHttpError } from "./errors.ts";
import type { Pages } from "./render/pages.ts";

type Deps = { database: Database; clock: Clock; secretKey: string; pages: Pages };

/** A form's answer: the heading and the sentence of a small page. */
type Notice = { title: string; message: string };

/** No form of the site comes near this; in bytes. */
const BODY_LIMIT = 64 * 1024;
/** Generous, as many readers may share an address; the API's calls have limits of their own. */
const RATE_LIMIT = { rateLimit: { max: 20, timeWindow: 10 * 60_000 } };

/**
 * The reader's forms for browsers without JavaScript: the same commands as the API's, posted the old way and
 * answered with a page (contract section 3).
 */
export function formPosts({ database, clock, secretKey, pages }: Deps): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
    );
    app.setErrorHandler(async (error: Error, _request, reply) => {
      const { status, body } = toHttpError(error);
      return pages.sendNotice(reply, status, "That did not work", body.detail);
    });

    const form = <Body>(path: string, schema: z.ZodType<Body>, run: (body: Body) => Promise<Notice>) =>
      app.post(path, { config: RATE_LIMIT }, async (request, reply) => {
        const parsed = schema.safeParse(request.body ?? {});
        if (!parsed.success) throw new InvalidError(parsed.error.issues[0]?.message ?? "The form is not complete.");
        const notice = await run(parsed.data);
        return pages.sendNotice(reply, 200, notice.title, notice.message);
      });

    form("/newsletter/subscribe", subscribeBody, async ({ email }) => {
      await subscribe(database, clock, email);
      return { title: "Successfully subscribed!", message: "Thank you for subscribing to our newsletter." };
    });
    form("/newsletter/unsubscribe", unsubscribeBody, async (body) => {
      await unsubscribe(database, clock, secretKey, body);
      return {
        title: "Unsubscribed",
        message: "You have been removed from our mailing list. We are sorry to see you go.",
      };
    });
    form("/contact", contactBody, async (body) => {
      await storeContactMessage(database, clock, body);
      return { title: "Message sent", message: "Thank you for writing to us. We will answer by email." };
    });
  };
}
