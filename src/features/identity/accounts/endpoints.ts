import { z } from "zod";
import { passkeyAnswer, passkeyOptions, secondStep } from "#features/identity/second-factor/schema.ts";
import { ROLES } from "#shared/actor.ts";
import { endpoints } from "#shared/endpoint.ts";
import { PERMISSION_NAMES } from "#shared/permissions.ts";
import { emailAddress, errorBody, linkAddress, noContent, text, webAddress } from "#shared/schema.ts";
import {
  DEVICE_HEADER,
  lengthOf,
  MAX_BIO_LENGTH,
  MAX_LINK_LABEL,
  MAX_LINKS,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from "./rules.ts";

const NO_OBJECT = "The body must be a JSON object.";
const MAX_TOKEN_CHARS = 4000;

/** A password that exists already, of whatever length it was allowed to have. */
export const passwordText = (name: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? `${name} is required.` : `${name} must be text.`) })
    .min(1, { error: `${name} is required.` })
    .max(MAX_PASSWORD_LENGTH, { error: `${name} must have at most ${MAX_PASSWORD_LENGTH} characters.` });

/** A password to be: its length alone, as the server also refuses common ones (`refuseCommonPassword`). */
export const newPassword = passwordText("Password").refine((password) => lengthOf(password) >= MIN_PASSWORD_LENGTH, {
  error: `Password must have at least ${MIN_PASSWORD_LENGTH} characters.`,
});

const refreshToken = z
  .string({ error: "The refresh token is missing." })
  .min(1, { error: "The refresh token is missing." })
  .max(MAX_TOKEN_CHARS, { error: "This is not a refresh token." });

/** `POST token/`. */
export const loginBody = z.object({ email: emailAddress, password: passwordText("Password") }, { error: NO_OBJECT });
export type LoginBody = z.infer<typeof loginBody>;

const MAX_TICKET_CHARS = 200;
const MAX_CODE_CHARS = 40;

/** `POST token/second-factor/`: a code, or the answer of a passkey. */
export const secondStepBody = z
  .object(
    {
      ticket: z.string({ error: "The ticket is missing." }).max(MAX_TICKET_CHARS, { error: "This is not a ticket." }),
      code: z
        .string({ error: "Code must be text." })
        .min(1, { error: "Code is required." })
        .max(MAX_CODE_CHARS, { error: `Code must have at most ${MAX_CODE_CHARS} characters.` })
        .optional(),
      passkey: passkeyAnswer.optional(),
    },
    { error: NO_OBJECT },
  )
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    path: ["code"],
    error: "Give a code or the answer of a passkey.",
  });
export type SecondStepBody = z.output<typeof secondStepBody>;

/** `POST token/refresh/` and `POST token/logout/`. */
const refreshBody = z.object({ refresh: refreshToken }, { error: NO_OBJECT });

/** The response to logging in and refreshing. The access TTL is 15 minutes, the refresh TTL 14 days. */
export const tokenPair = z.object({ access: z.string(), refresh: z.string() }).meta({ id: "TokenPair" });
export type TokenPair = z.infer<typeof tokenPair>;

/** `POST token/passkey/`: a ticket, and what the browser needs to ask for any passkey of the site. */
export const passkeyLogin = z.object({ ticket: z.string(), passkey: passkeyOptions }).meta({ id: "PasskeyLogin" });

export const profileLink = z.object({ label: z.string(), url: z.string() }).meta({ id: "ProfileLink" });
export type ProfileLink = z.infer<typeof profileLink>;

/** The account itself. `image_url` is empty if there is none. */
export const profile = z
  .object({
    ...{ name: z.string(), image_url: z.string(), bio: z.string() },
    links: z.array(profileLink).describe("Where else readers find the author"),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof profile>;

export const role = z.enum(ROLES, { error: `Role must be one of ${ROLES.join(", ")}.` });

/** `GET accounts/users/me/`: the account itself, with the address it logs in by, and what it may do. */
export const ownProfile = profile
  .extend({
    id: z.int().positive(),
    email: z.string(),
    role,
    permissions: z.array(z.enum(PERMISSION_NAMES)).describe("What the role allows, of some for one's own things alone"),
    second_factor_due: z.boolean().describe("Whether nothing else can be called before a second factor is set up"),
  })
  .meta({ id: "OwnProfile" });
export type OwnProfile = z.infer<typeof ownProfile>;

/** Authors by name, with or without a login. */
const authorNames = z.array(z.object({ id: z.int().positive(), name: z.string() }));

/** Where readers are sent to under an author's name: on another site, and safely. */
const secureAddress = linkAddress("Address").refine((address) => /^https:\/\//i.test(address), {
  error: "Address must begin with https://.",
});

/** `PUT accounts/profile/`: omitted fields keep their value. */
export const profileBody = z.object(
  {
    name: text({ name: "Name", min: 1, max: MAX_NAME_LENGTH })
      .optional()
      .describe("As readers see it, in articles that are published already too"),
    bio: text({ name: "Bio", max: MAX_BIO_LENGTH }).optional(),
    imageUrl: webAddress("Image URL").optional(),
    links: z
      .array(
        z.object(
          { label: text({ name: "Label", min: 1, max: MAX_LINK_LABEL }), url: secureAddress },
          { error: "A link must be an object with label and url." },
        ),
        { error: "Links must be a list." },
      )
      .max(MAX_LINKS, { error: `There may be at most ${MAX_LINKS} links.` })
      .refine((links) => new Set(links.map(({ url }) => url)).size === links.length, {
        error: "Each address may be named once.",
      })
      .optional(),
  },
  { error: NO_OBJECT },
);
export type ProfileBody = z.infer<typeof profileBody>;

/** The claims of access and refresh tokens: the account and the session. */
export const tokenClaims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
  sid: z.string().min(1),
});
export type TokenClaims = z.infer<typeof tokenClaims>;

/** The claims of a device token: the account, the device, and the account's token generation when it was issued. */
export const deviceClaims = tokenClaims.extend({ gen: z.int() });

const TOKENS = ["Tokens"];
const ACCOUNTS = ["Accounts"];
/** Per client address: enough for an office of people, and more than the wrong passwords it may try. */
const STEP_LIMIT = { max: 120, timeWindow: 10 * 60_000 };
/** Counted in memory: a request over the limit, or with an invalid token, costs no write. */
const LOGIN_LIMIT = { ...STEP_LIMIT, isApproximate: true };
/** Each open tab of an office refreshes its tokens every quarter of an hour. */
const REFRESH_LIMIT = { ...LOGIN_LIMIT, max: 600 };

/** Logging in and out, and one's own profile. */
export const accountEndpoints = endpoints({
  "POST /token": {
    access: "public",
    rateLimit: LOGIN_LIMIT,
    summary: "Log in",
    description: `Where a second factor is due, the answer is a ticket for token/second-factor/ instead of tokens. The answer's header ${DEVICE_HEADER}, sent along with a later login, keeps the way in open while others guess.`,
    tags: TOKENS,
    body: loginBody,
    response: { 200: z.union([tokenPair, secondStep]), 401: errorBody, 429: errorBody },
  },
  "POST /token/second-factor": {
    access: "public",
    rateLimit: STEP_LIMIT,
    summary: "Complete a login by the code of a second factor, or a passkey",
    description: "A wrong code is 401 with `errors.code`, a ticket that has ended 401 with `errors.ticket`.",
    tags: TOKENS,
    body: secondStepBody,
    response: { 200: tokenPair, 400: errorBody, 401: errorBody, 429: errorBody },
  },
  "POST /token/passkey": {
    access: "public",
    rateLimit: STEP_LIMIT,
    summary: "Begin a login by a passkey alone; token/second-factor/ completes it",
    tags: TOKENS,
    response: { 200: passkeyLogin },
  },
  "POST /token/refresh": {
    access: "public",
    rateLimit: REFRESH_LIMIT,
    summary: "Exchange a refresh token for new tokens",
    tags: TOKENS,
    body: refreshBody,
    response: { 200: tokenPair, 401: errorBody, 429: errorBody },
  },
  "POST /token/logout": {
    access: "public",
    rateLimit: REFRESH_LIMIT,
    summary: "Log out: end the session",
    tags: TOKENS,
    body: refreshBody,
    response: { 204: noContent, 401: errorBody, 429: errorBody },
  },
  "GET /accounts/users/me": {
    access: "account.own",
    beforeSecondFactor: true,
    summary: "One's own profile, the address one logs in by, and what one may do",
    tags: ACCOUNTS,
    response: { 200: ownProfile },
  },
  "GET /accounts/authors": {
    access: "desk.use",
    summary: "All who may be named as authors, by name",
    tags: ACCOUNTS,
    response: { 200: authorNames },
  },
  "PUT /accounts/profile": {
    access: "account.own",
    summary: "Change one's own profile; what is left out keeps its value",
    description: "With its ETag in If-Match, it is refused (409) where the profile has been changed since.",
    tags: ACCOUNTS,
    body: profileBody,
    response: { 200: ownProfile, 409: errorBody },
  },
});
export type AccountEndpoints = typeof accountEndpoints;
