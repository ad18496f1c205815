import { z } from "zod";
import { passkeyOptions, passkeyResponse, secondStep } from "#features/identity/second-factor/schema.ts";
import { ROLES } from "#shared/actor.ts";
import { endpoints } from "#shared/endpoint.ts";
import { givenSchemas, NO_OBJECT, shownSchemas } from "#shared/fields/schemas.ts";
import { PERMISSION_NAMES } from "#shared/permissions.ts";
import { emailAddress, noContent } from "#shared/schema.ts";
import { DEVICE_HEADER, lengthOf, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, PROFILE_FIELDS } from "./rules.ts";

const MAX_TOKEN_CHARS = 4000;

/** An existing password, of whatever length was allowed when it was set. */
export const passwordText = (name: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? `${name} is required.` : `${name} must be text.`) })
    .min(1, { error: `${name} is required.` })
    .max(MAX_PASSWORD_LENGTH, { error: `${name} must have at most ${MAX_PASSWORD_LENGTH} characters.` });

/** A new password. Checks its length alone; the server also rejects common ones. */
export const newPassword = passwordText("Password").refine((password) => lengthOf(password) >= MIN_PASSWORD_LENGTH, {
  error: `Password must have at least ${MIN_PASSWORD_LENGTH} characters.`,
});

const refreshToken = z
  .string({ error: "The refresh token is missing." })
  .min(1, { error: "The refresh token is missing." })
  .max(MAX_TOKEN_CHARS, { error: "This is not a refresh token." });

export const loginBody = z.object({ email: emailAddress, password: passwordText("Password") }, { error: NO_OBJECT });
export type LoginBody = z.infer<typeof loginBody>;

const MAX_TICKET_CHARS = 200;
const MAX_CODE_CHARS = 40;

/** A code, or the response of a passkey. */
export const secondStepBody = z
  .object(
    {
      ticket: z.string({ error: "The ticket is missing." }).max(MAX_TICKET_CHARS, { error: "This is not a ticket." }),
      code: z
        .string({ error: "Code must be text." })
        .min(1, { error: "Code is required." })
        .max(MAX_CODE_CHARS, { error: `Code must have at most ${MAX_CODE_CHARS} characters.` })
        .optional(),
      passkey: passkeyResponse.optional(),
    },
    { error: NO_OBJECT },
  )
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    path: ["code"],
    error: "Send a code or the response of a passkey.",
  });
export type SecondStepBody = z.output<typeof secondStepBody>;

const refreshBody = z.object({ refresh: refreshToken }, { error: NO_OBJECT });

/** The access TTL is 15 minutes, the refresh TTL 14 days. */
export const tokenPair = z.object({ access: z.string(), refresh: z.string() }).meta({ id: "TokenPair" });
export type TokenPair = z.infer<typeof tokenPair>;

/** A ticket, and the options with which the browser asks for any passkey of the site. */
export const passkeyLogin = z.object({ ticket: z.string(), passkey: passkeyOptions }).meta({ id: "PasskeyLogin" });

/** The account itself. `image_url` is empty if there is none. */
export const profile = z.object(shownSchemas(PROFILE_FIELDS)).meta({ id: "Profile" });
export type Profile = z.infer<typeof profile>;

export const role = z.enum(ROLES, { error: `Role must be one of ${ROLES.join(", ")}.` });

/** The account itself, with the address it logs in with and its permissions. */
export const ownProfile = profile
  .extend({
    id: z.int().positive(),
    email: z.string(),
    role,
    permissions: z
      .array(z.enum(PERMISSION_NAMES))
      .describe("The permissions of the role; some cover only the user's own content"),
    second_factor_due: z.boolean().describe("Whether a second factor must be set up before anything else"),
  })
  .meta({ id: "OwnProfile" });
export type OwnProfile = z.infer<typeof ownProfile>;

/** Authors by name, with or without a login. */
const authorNames = z.array(z.object({ id: z.int().positive(), name: z.string() }));

const given = givenSchemas(PROFILE_FIELDS);

/** Omitted fields keep their value. */
export const profileBody = z.object(
  {
    name: given.name.optional().describe("The name that readers see, including in published articles"),
    bio: given.bio.optional(),
    imageUrl: given.image_url.optional(),
    links: given.links.optional().describe("The author's pages on other sites"),
  },
  { error: NO_OBJECT },
);
export type ProfileBody = z.infer<typeof profileBody>;

export const tokenClaims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
  sid: z.string().min(1),
});
export type TokenClaims = z.infer<typeof tokenClaims>;

/** `gen` is the account's token generation when the token was issued. */
export const deviceClaims = tokenClaims.extend({ gen: z.int() });

const TOKENS = ["Tokens"];
const ACCOUNTS = ["Accounts"];
/** Per client address: enough for an office, and more than the wrong passwords it may try. */
const STEP_LIMIT = { max: 120, timeWindow: 10 * 60_000 };
/** Counted in memory: a request over the limit, or with an invalid token, costs no write. */
const LOGIN_LIMIT = { ...STEP_LIMIT, isApproximate: true };
/** Each open tab of an office refreshes its tokens every quarter of an hour. */
const REFRESH_LIMIT = { ...LOGIN_LIMIT, max: 600 };

export const accountEndpoints = endpoints({
  "POST /token": {
    access: "public",
    rateLimit: LOGIN_LIMIT,
    summary: "Log in",
    description: `If the account has a second factor, the response is a ticket for token/second-factor/ instead of tokens. Send the response header ${DEVICE_HEADER} with the next login, so that this device can log in even while others guess passwords.`,
    tags: TOKENS,
    body: loginBody,
    ignoresUnknownFields: true,
    headers: ["x-device-token"],
    responseHeaders: ["x-device-token"],
    errors: ["wrong_credentials", "too_many_logins"],
    response: { 200: z.union([tokenPair, secondStep]) },
  },
  "POST /token/second-factor": {
    access: "public",
    rateLimit: STEP_LIMIT,
    summary: "Complete a login with a second factor's code or a passkey",
    description: "A wrong code is 401 with `errors.code`, an expired ticket 401 with `errors.ticket`.",
    tags: TOKENS,
    body: secondStepBody,
    headers: ["x-device-token"],
    responseHeaders: ["x-device-token"],
    errors: ["login_expired", "wrong_second_factor", "too_many_logins"],
    response: { 200: tokenPair },
  },
  "POST /token/passkey": {
    access: "public",
    rateLimit: STEP_LIMIT,
    summary: "Start a login by passkey alone; token/second-factor/ completes it",
    tags: TOKENS,
    errors: ["login_expired"],
    response: { 200: passkeyLogin },
  },
  "POST /token/refresh": {
    access: "public",
    rateLimit: REFRESH_LIMIT,
    summary: "Exchange a refresh token for new tokens",
    tags: TOKENS,
    body: refreshBody,
    ignoresUnknownFields: true,
    headers: ["x-device-token"],
    errors: ["session_ended"],
    response: { 200: tokenPair },
  },
  "POST /token/logout": {
    access: "public",
    rateLimit: REFRESH_LIMIT,
    summary: "Log out: revoke the session",
    tags: TOKENS,
    body: refreshBody,
    errors: ["session_ended"],
    response: { 204: noContent },
  },
  "GET /accounts/users/me": {
    access: "account.own",
    beforeSecondFactor: true,
    summary: "The user's own profile, login address and permissions",
    tags: ACCOUNTS,
    response: { 200: ownProfile },
  },
  "GET /accounts/authors": {
    access: "desk.use",
    noKeys: true,
    summary: "Everyone who can be credited as an author, by name",
    tags: ACCOUNTS,
    response: { 200: authorNames },
  },
  "PUT /accounts/profile": {
    access: "account.own",
    summary: "Change the user's own profile; omitted fields keep their value",
    description: "With its ETag in If-Match, responds 409 if the profile has changed since.",
    tags: ACCOUNTS,
    body: profileBody,
    ignoresUnknownFields: true,
    headers: ["if-match"],
    errors: ["name_taken"],
    response: { 200: ownProfile },
  },
});
export type AccountEndpoints = typeof accountEndpoints;
