import { z } from "zod";
import { emailAddress } from "#shared/email.ts";

/** `POST newsletter/subscribe/`. `website` and `elapsed` belong to the forms' own bot defence and may be left out. */
export const subscribeBody = z.object({ email: emailAddress });
export type SubscribeBody = z.infer<typeof subscribeBody>;

/** `POST newsletter/unsubscribe/`: a token from a mail, or an address. */
export const unsubscribeBody = z.union([
  z.object({
    token: z
      .string()
      .min(1, { error: "The token is missing." })
      .max(200, { error: "This unsubscribe link is not valid." }),
  }),
  z.object({ email: emailAddress }),
]);
export type UnsubscribeBody = z.infer<typeof unsubscribeBody>;

export const newsletterAnswer = z.object({ message: z.string() }).meta({ id: "NewsletterAnswer" });
export type NewsletterAnswer = z.infer<typeof newsletterAnswer>;
