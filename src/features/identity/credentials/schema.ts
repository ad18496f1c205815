import { z } from "zod";
import { newPassword, passwordText } from "#features/identity/accounts/schema.ts";
import { newPasskeyAnswer, passkeyName } from "#features/identity/second-factor/schema.ts";
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

/** Calls that ask for the password where one logged in a while ago. */
export const ownerBody = z.object({ password: passwordText("Password").optional() }, { error: NO_OBJECT }).nullish();

/** `DELETE accounts/two-factor/totp/`. */
export const passwordBody = z.object({ password: passwordText("Password") }, { error: NO_OBJECT });

const MAX_CODE_CHARS = 20;
/** `POST accounts/two-factor/totp/confirm/`. */
export const codeBody = z.object(
  {
    code: z
      .string({ error: "Code is required." })
      .min(1, { error: "Code is required." })
      .max(MAX_CODE_CHARS, { error: "An authenticator's code has 6 digits." }),
  },
  { error: NO_OBJECT },
);

/** What of the second factors of an account is set up. */
export const ownFactors = z
  .object({
    totp: z.boolean().describe("Whether an authenticator app is set up"),
    passkeys: z.int(),
    recovery_codes: z.int().describe("How many are left"),
    is_required: z.boolean().describe("Whether the role needs an app or a passkey"),
  })
  .meta({ id: "SecondFactors" });
export type OwnFactors = z.infer<typeof ownFactors>;

export const totpSecret = z
  .object({ secret: z.string().describe("Base32"), otpauth: z.string().describe("What a QR code shows to an app") })
  .meta({ id: "AuthenticatorSecret" });

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });

/** `POST accounts/passkeys/`: `passkey` is what the browser answered. */
export const newPasskeyBody = z.object(
  { name: passkeyName.optional(), passkey: newPasskeyAnswer },
  { error: NO_OBJECT },
);

export const ownPasskey = z
  .object({
    id: z.string(),
    name: z.string(),
    created: z.iso.datetime(),
    last_used: z.iso.datetime().nullable(),
  })
  .meta({ id: "Passkey" });
export const ownPasskeys = z.array(ownPasskey);
export type OwnPasskey = z.infer<typeof ownPasskey>;
export const addedPasskey = ownPasskey
  .extend({ recovery_codes: z.array(z.string()).optional().describe("With the first factor of an account") })
  .meta({ id: "AddedPasskey" });
export const passkeyParams = z.object({ id: z.string().min(1).max(100) });

/** `PUT accounts/email/`. */
export const emailBody = z.object(
  { email: emailAddress, password: passwordText("Password").optional() },
  { error: NO_OBJECT },
);

/** `POST accounts/email/confirm/`. */
export const confirmEmailBody = resetBody.pick({ token: true });

/** The address that one logs in by, and the one that it is to become. */
export const ownEmail = z
  .object({
    email: z.string(),
    pending: z
      .object({
        email: z.string(),
        asked: z.iso.datetime(),
        expires: z.iso.datetime(),
        confirmed: z.array(z.enum(["old", "new"])).describe("Which of the two addresses have confirmed it"),
      })
      .nullable(),
  })
  .meta({ id: "OwnEmail" });
export type OwnEmail = z.infer<typeof ownEmail>;

export const emailConfirmed = z
  .object({ message: z.string(), is_complete: z.boolean().describe("False while the other address has to confirm it") })
  .meta({ id: "EmailConfirmed" });

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
