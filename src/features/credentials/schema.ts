import { z } from "zod";
import { newPassword, passwordText } from "#features/accounts/schema.ts";
import { emailAddress } from "#shared/email.ts";

const NO_OBJECT = "The body must be a JSON object.";
const MAX_TOKEN_CHARS = 200;

/** `PUT accounts/password/`. */
export const changeBody = z.object(
  { current: passwordText("Current password"), password: newPassword },
  { error: NO_OBJECT },
);

/** `POST accounts/password/forgot/`. */
export const forgotBody = z.object({ email: emailAddress }, { error: NO_OBJECT });

/** `POST accounts/password/reset/`. */
export const resetBody = z.object(
  {
    token: z
      .string({ error: "The token is missing." })
      .min(1, { error: "The token is missing." })
      .max(MAX_TOKEN_CHARS, { error: "This is not a token of a link." }),
    password: newPassword,
  },
  { error: NO_OBJECT },
);
export type ResetBody = z.infer<typeof resetBody>;

/** One sentence for a person. */
export const answer = z.object({ message: z.string() }).meta({ id: "CredentialsAnswer" });

export const sessionParams = z.object({ id: z.string().min(1).max(100) });

/** One's own session. */
export const ownSession = z
  .object({
    id: z.string(),
    device: z.string().describe("Browser and system, as the User-Agent names them; nothing proves it"),
    origin: z.string().describe("The network of its last use, too large to tell people apart; empty where unknown"),
    started: z.iso.datetime(),
    last_used: z.iso.datetime().describe("To a quarter of an hour"),
    is_current: z.boolean().describe("Whether this call came by it"),
  })
  .meta({ id: "Session" });
export const ownSessions = z.array(ownSession);
export type OwnSession = z.infer<typeof ownSession>;
