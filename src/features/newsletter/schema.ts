import { z } from "zod";
import { formTraces } from "#platform/machine-forms.ts";
import { emailAddress } from "#shared/email.ts";

const NO_OBJECT = "The body must be a JSON object.";

/** `POST newsletter/subscribe/`. */
export const subscribeBody = z.object({ email: emailAddress, ...formTraces.shape }, { error: NO_OBJECT });
export type SubscribeBody = z.infer<typeof subscribeBody>;

/** `POST newsletter/unsubscribe/`: a token from a mail, or an address. With both, the token counts. */
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

/** The address of one-click unsubscribing (RFC 8058), and of the page that confirms a subscription. */
export const tokenQuery = z.object({ token });

export const newsletterAnswer = z.object({ message: z.string() }).meta({ id: "NewsletterAnswer" });
export type NewsletterAnswer = z.infer<typeof newsletterAnswer>;
