import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { ReactNode } from "react";
import type { z } from "zod";
import { contactBody } from "#features/contact/endpoints.ts";
import { type ContactParts, storeContactMessage } from "#features/contact/messages.ts";
import { ContactFields } from "#features/contact/site/contact-form.tsx";
import { type ListParts, subscribe, unsubscribe } from "#features/newsletter/commands.ts";
import { subscribeBody, unsubscribeBody } from "#features/newsletter/endpoints.ts";
import { InvalidError } from "#shared/errors.ts";
import { useText } from "#shared/site-context.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { toHttpError } from "./errors.ts";
import type { Pages } from "./render/pages.ts";

/** The submitted values of a form, and the server's error sentences, both by field name. */
type RejectedForm = { values: Record<string, string>; errors: Record<string, string> };

/** A rejected form, shown again with the submitted values. `action` is where it is posted. */
type FormAgain = (action: string, form: RejectedForm) => ReactNode;

const contactAgain: FormAgain = (action, form) => (
  <form method="post" action={action}>
    <ContactFields {...form} />
    <Submit label="Send Message" variant="accent" className="mt-6" />
  </form>
);

const subscribeAgain: FormAgain = (action, form) => <EmailForm {...form} action={action} button="Subscribe" />;
const unsubscribeAgain: FormAgain = (action, form) => <EmailForm {...form} action={action} button="Unsubscribe" />;

type SubmitProps = {
  label: "Send Message" | "Subscribe" | "Unsubscribe";
  variant?: "accent";
  className: string;
};

const Submit = ({ label, ...look }: SubmitProps) => (
  <Button type="submit" {...look}>
    {useText()(label)}
  </Button>
);

type EmailFormProps = RejectedForm & { action: string; button: SubmitProps["label"] };

function EmailForm({ action, values, errors, button }: EmailFormProps) {
  const t = useText();
  return (
    <form method="post" action={action}>
      <Field
        label={t("Email")}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={values.email}
        error={errors.email}
      />
      <Submit label={button} className="mt-5" />
    </form>
  );
}

type Deps = { list: ListParts; contact: ContactParts; pages: Pages };

/** The response to a form: the heading and the sentence of a small page. */
type Success = { title: string; message: string };

const FAILED = "That did not work";
const NOT_COMPLETE = "Nothing has been sent yet. Please correct the marked fields below.";

/** Far larger than any form of the site; in bytes. */
const BODY_LIMIT = 64 * 1024;
/**
 * Generous, as many readers may share an address; the API has limits of its own. Counted once the body is read, so that
 * a rejected reader gets back what was typed.
 */
const RATE_LIMIT = { rateLimit: { hook: "preHandler", max: 20, timeWindow: 10 * 60_000 } } as const;

/**
 * The reader's forms for browsers without JavaScript: the same commands as the API's, as ordinary form posts answered
 * with a page. A rejected form is shown again with what was typed.
 */
export function formPosts({ list, contact, pages }: Deps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
    );
    const form = <Body,>(
      path: string,
      schema: z.ZodType<Body>,
      again: FormAgain,
      run: (body: Body) => Promise<Success>,
    ) => {
      const errorHandler = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
        const { status, body, headers = {} } = toHttpError(error);
        if (status >= 500) request.log.error({ err: error }, "form failed");
        const { errors = {} } = body;
        const isMarked = Object.keys(errors).some((field) => field !== "token");
        return pages.sendNotice(reply.headers(headers), status, {
          title: FAILED,
          message: isMarked ? NOT_COMPLETE : body.detail,
          // Without a body (too large, of another type) there is nothing to show again.
          form: request.body ? again(path, { values: request.body as Record<string, string>, errors }) : undefined,
        });
      };
      app.post(path, { config: RATE_LIMIT, errorHandler }, async (request, reply) => {
        const parsed = schema.safeParse(request.body ?? {});
        if (!parsed.success) throw notComplete(parsed.error);
        return pages.sendNotice(reply, 200, await run(parsed.data));
      });
    };

    form("/newsletter/subscribe", subscribeBody, subscribeAgain, async (body) => {
      await subscribe(list, body);
      return { title: "Successfully subscribed!", message: "Thank you for subscribing to our newsletter." };
    });
    form("/newsletter/unsubscribe", unsubscribeBody, unsubscribeAgain, async (body) => {
      await unsubscribe(list, body);
      return {
        title: "Unsubscribed",
        message: "You have been removed from our mailing list. We are sorry to see you go.",
      };
    });
    form("/contact", contactBody, contactAgain, async (body) => {
      await storeContactMessage(contact, body);
      return { title: "Message sent", message: "Thank you for writing to us. We will reply by email." };
    });
  };
}

/** The first sentence for each field. */
function notComplete({ issues }: z.ZodError): InvalidError {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? "form")] ??= message;
  return new InvalidError("invalid_input", issues[0]?.message ?? "The form is not complete.", errors);
}
