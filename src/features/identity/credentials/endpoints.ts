import { z } from "zod";
import { newPassword, passwordText, tokenPair } from "#features/identity/accounts/endpoints.ts";
import { newPasskeyResponse, passkeyName, passkeyOptions } from "#features/identity/second-factor/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { emailAddress, noContent } from "#shared/schema.ts";

const NO_OBJECT = "The body must be a JSON object.";
const MAX_TOKEN_CHARS = 200;

const changeBody = z.object({ current: passwordText("Current password"), password: newPassword }, { error: NO_OBJECT });

const forgotBody = z.object({ email: emailAddress }, { error: NO_OBJECT });

const resetBody = z.object(
  {
    token: z
      .string({ error: "The token is missing." })
      .min(1, { error: "The token is missing." })
      .max(MAX_TOKEN_CHARS, { error: "The token is not valid." }),
    password: newPassword,
  },
  { error: NO_OBJECT },
);
export type ResetBody = z.infer<typeof resetBody>;

/** Endpoints that need the password unless the user has logged in recently. */
const ownerBody = z.object({ password: passwordText("Password").optional() }, { error: NO_OBJECT }).nullish();

const passwordBody = z.object({ password: passwordText("Password") }, { error: NO_OBJECT });

const MAX_CODE_CHARS = 20;
const codeBody = z.object(
  {
    code: z
      .string({ error: "Code is required." })
      .min(1, { error: "Code is required." })
      .max(MAX_CODE_CHARS, { error: "An authenticator's code has 6 digits." }),
  },
  { error: NO_OBJECT },
);

/** The second factors that an account has set up. */
export const ownFactors = z
  .object({
    totp: z.boolean().describe("Whether an authenticator app is set up"),
    passkeys: z.int(),
    recovery_codes: z.int().describe("The number of unused recovery codes"),
    is_required: z.boolean().describe("Whether the role needs an app or a passkey"),
  })
  .meta({ id: "SecondFactors" });
export type OwnFactors = z.infer<typeof ownFactors>;

const totpSecret = z
  .object({ secret: z.string().describe("Base32"), otpauth: z.string().describe("The content of the QR code") })
  .meta({ id: "AuthenticatorSecret" });

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });

/** `passkey` is the browser's response. */
const newPasskeyBody = z.object({ name: passkeyName.optional(), passkey: newPasskeyResponse }, { error: NO_OBJECT });

const ownPasskey = z
  .object({
    id: z.string(),
    name: z.string(),
    created: z.iso.datetime(),
    last_used: z.iso.datetime().nullable(),
  })
  .meta({ id: "Passkey" });
export const ownPasskeys = z.array(ownPasskey);
export type OwnPasskey = z.infer<typeof ownPasskey>;
const addedPasskey = ownPasskey
  .extend({
    recovery_codes: z.array(z.string()).optional().describe("Returned only with the first factor of an account"),
  })
  .meta({ id: "AddedPasskey" });
const passkeyParams = z.object({ id: z.string().min(1).max(100) });

const emailBody = z.object(
  { email: emailAddress, password: passwordText("Password").optional() },
  { error: NO_OBJECT },
);

const confirmEmailBody = resetBody.pick({ token: true });

/** The address that the user logs in with, and a pending change of it. */
export const ownEmail = z
  .object({
    email: z.string(),
    pending: z
      .object({
        email: z.string(),
        asked: z.iso.datetime(),
        expires: z.iso.datetime(),
        confirmed: z.array(z.enum(["old", "new"])).describe("Which of the two addresses have confirmed"),
      })
      .nullable(),
  })
  .meta({ id: "OwnEmail" });
export type OwnEmail = z.infer<typeof ownEmail>;

const emailConfirmed = z
  .object({ message: z.string(), is_complete: z.boolean().describe("False until the other address confirms too") })
  .meta({ id: "EmailConfirmed" });

export const message = z.object({ message: z.string() }).meta({ id: "CredentialsAnswer" });

const sessionParams = z.object({ id: z.string().min(1).max(100) });

const ownSession = z
  .object({
    id: z.string(),
    device: z.string().describe("Browser and system from the User-Agent, which can be forged"),
    origin: z.string().describe("The network of its last use, too coarse to identify people; empty if unknown"),
    started: z.iso.datetime(),
    last_used: z.iso.datetime().describe("Rounded to 15 minutes"),
    is_current: z.boolean().describe("Whether it made this request"),
  })
  .meta({ id: "Session" });
export const ownSessions = z.array(ownSession);
export type OwnSession = z.infer<typeof ownSession>;

const tags = ["Accounts"];
/** Per client address: no more than an office needs. */
const rateLimit = { max: 60, timeWindow: 10 * 60_000 };

const PASSWORD_DUE =
  "The password is required more than 15 minutes after logging in. A wrong password counts as a failed login.";

const LAST_FACTOR_STAYS = "If the role requires a factor, the last one cannot be removed: 409.";

/** Available before the user has set up the second factor that the role needs. */
const own = { access: "account.own", beforeSecondFactor: true } as const;

export const credentialEndpoints = endpoints({
  "PUT /accounts/password": {
    ...own,
    summary: "Change the user's own password: revokes all sessions and starts a new one",
    description: "Responds 400 to a wrong current password, which counts as a failed login, and 429 after too many.",
    tags,
    body: changeBody,
    headers: ["x-device-token"],
    responseHeaders: ["x-device-token"],
    errors: ["wrong_password", "weak_password", "too_many_logins"],
    response: { 200: tokenPair },
  },
  "POST /accounts/password/forgot": {
    access: "public",
    rateLimit,
    summary: "Request a mail with a link to set a new password",
    description: "The response is the same whether or not an account has the address.",
    tags,
    body: forgotBody,
    response: { 200: message },
  },
  "POST /accounts/password/reset": {
    access: "public",
    rateLimit,
    summary: "Set a new password with the token of a mailed link; revokes all sessions",
    tags,
    body: resetBody,
    headers: ["x-device-token"],
    responseHeaders: ["x-device-token"],
    errors: ["invalid_link", "weak_password"],
    response: { 200: message },
  },
  "GET /accounts/email": {
    access: "account.own",
    summary: "The login address, and a pending change of it",
    tags,
    response: { 200: ownEmail },
  },
  "PUT /accounts/email": {
    access: "account.own",
    summary: "Request another login address: the old and the new one get a link to confirm it within 24 hours",
    description: `The response is the same whether or not an account has the address. ${PASSWORD_DUE}`,
    tags,
    body: emailBody,
    errors: ["email_unchanged", "email_taken", "wrong_password", "too_many_logins"],
    response: { 200: ownEmail },
  },
  "DELETE /accounts/email": {
    access: "account.own",
    summary: "Cancel a pending change of the address",
    tags,
    errors: ["email_change_not_found"],
    response: { 204: noContent },
  },
  "POST /accounts/email/confirm": {
    access: "public",
    rateLimit,
    summary: "Confirm a change of the address by the token of one of its two links",
    tags,
    body: confirmEmailBody,
    headers: ["x-device-token"],
    errors: ["invalid_link", "email_taken"],
    response: { 200: emailConfirmed },
  },
  "GET /accounts/two-factor": {
    ...own,
    summary: "The user's own second factors",
    tags,
    response: { 200: ownFactors },
  },
  "POST /accounts/two-factor/totp": {
    ...own,
    summary: "Get a secret for an authenticator app, which is active once confirmed",
    description: PASSWORD_DUE,
    tags,
    body: ownerBody,
    errors: ["wrong_password", "password_required", "too_many_logins"],
    response: { 200: totpSecret },
  },
  "POST /accounts/two-factor/totp/confirm": {
    ...own,
    summary: "Confirms the secret with a first code; responds with ten recovery codes, shown once",
    tags,
    body: codeBody,
    errors: ["wrong_code", "no_pending_secret"],
    response: { 200: recoveryCodes },
  },
  "DELETE /accounts/two-factor/totp": {
    ...own,
    summary: "Turn the authenticator app off",
    tags,
    body: passwordBody,
    description: LAST_FACTOR_STAYS,
    errors: ["wrong_password", "password_required", "too_many_logins", "authenticator_not_found", "last_second_factor"],
    response: { 204: noContent },
  },
  "POST /accounts/two-factor/recovery": {
    ...own,
    summary: "Get ten new recovery codes; older ones stop working",
    description: PASSWORD_DUE,
    tags,
    body: ownerBody,
    errors: ["wrong_password", "password_required", "too_many_logins", "second_factor_missing"],
    response: { 200: recoveryCodes },
  },
  "GET /accounts/passkeys": {
    ...own,
    summary: "The user's own passkeys, oldest first",
    tags,
    response: { 200: ownPasskeys },
  },
  "POST /accounts/passkeys/options": {
    ...own,
    summary: "Get the options for the browser to create a passkey within 5 minutes",
    description: PASSWORD_DUE,
    tags,
    body: ownerBody,
    errors: ["wrong_password", "password_required", "too_many_logins", "too_many_passkeys"],
    response: { 200: passkeyOptions },
  },
  "POST /accounts/passkeys": {
    ...own,
    summary: "Add the passkey that the browser created",
    description: "The first factor of an account comes with ten recovery codes, shown once.",
    tags,
    body: newPasskeyBody,
    // Browsers add to what an authenticator answers.
    ignoresUnknownFields: true,
    errors: ["passkey_rejected", "passkey_in_use", "too_many_passkeys"],
    response: { 201: addedPasskey },
  },
  "DELETE /accounts/passkeys/:id": {
    ...own,
    summary: "Remove one of the user's own passkeys",
    description: `${PASSWORD_DUE} ${LAST_FACTOR_STAYS}`,
    tags,
    params: passkeyParams,
    body: ownerBody,
    errors: ["wrong_password", "password_required", "too_many_logins", "last_second_factor"],
    response: { 204: noContent },
  },
  "GET /accounts/sessions": {
    ...own,
    summary: "The user's own sessions, last used first",
    tags,
    response: { 200: ownSessions },
  },
  "DELETE /accounts/sessions": {
    ...own,
    summary: "Revoke all of the user's own sessions but this one",
    tags,
    response: { 204: noContent },
  },
  "DELETE /accounts/sessions/:id": {
    ...own,
    summary: "Revoke one of the user's own sessions",
    tags,
    params: sessionParams,
    response: { 204: noContent },
  },
});
export type CredentialEndpoints = typeof credentialEndpoints;
