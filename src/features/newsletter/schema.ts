import { z } from "zod";
import { formTraces } from "#platform/machine-forms.ts";
import { emailAddress } from "#shared/email.ts";
import { pageQuery, text } from "#shared/schema.ts";

const NO_OBJECT = "The body must be a JSON object.";

/** `POST newsletter/subscribe/`. */
export const subscribeBody = z.object({ email: emailAddress, ...formTraces.shape }, { error: NO_OBJECT });
export type SubscribeBody = z.infer<typeof subscribeBody>;

/** `POST newsletter/unsubscribe/`: a token from a mail, or an address. If both are given, the token counts. */
export const unsubscribeBody = z
  .object(
    {
      token: z
        .string({ error: "The token must be text." })
        .min(1, { error: "The token is missing." })
        .max(200, { error: "This unsubscribe link is not valid." })
        .optional(),
      email: emailAddress.optional(),
    },
    { error: NO_OBJECT },
  )
  .refine(({ token, email }) => token !== undefined || email !== undefined, {
    error: "Email is required.",
    path: ["email"],
  });
export type UnsubscribeBody = z.infer<typeof unsubscribeBody>;

const token = z.string({ error: "The token is missing." }).max(200, { error: "This link is not valid." });

/** The query of one-click unsubscribing (RFC 8058), and of the page that confirms a subscription. */
export const tokenQuery = z.object({ token });

export const newsletterAnswer = z.object({ message: z.string() }).meta({ id: "NewsletterAnswer" });

const FILTERS = ["pending", "active", "unsubscribed", "bouncing"] as const;

/** `GET newsletter/subscribers/`: `query` is part of an address. */
export const subscriberQuery = pageQuery.extend({
  query: text({ name: "Search", max: 254 }).toLowerCase().optional(),
  status: z.enum(FILTERS, { error: `Status must be one of ${FILTERS.join(", ")}.` }).optional(),
});
export type SubscriberFilter = Pick<z.infer<typeof subscriberQuery>, "query" | "status">;

/**
 * A subscriber as editors see one. `pending`: has not confirmed the address yet; `bouncing`: mail servers reject the
 * address as unknown, and it gets no more issues until somebody enters it again.
 */
export const subscriber = z
  .object({
    id: z.int().positive(),
    email: z.string(),
    name: z.string().describe("As an imported list gives it; else empty"),
    status: z.enum(["pending", "active", "unsubscribed"]),
    bouncing: z.boolean(),
    created_at: z.iso.datetime(),
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "Subscriber" });
export const subscriberList = z.array(subscriber);
export type Subscriber = z.infer<typeof subscriber>;
