import { z } from "zod";
import { secondStep } from "#features/identity/second-factor/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { DEVICE_HEADER } from "./rules.ts";
import {
  authorNames,
  loginBody,
  ownProfile,
  passkeyLogin,
  profileBody,
  refreshBody,
  secondStepBody,
  tokenPair,
} from "./schema.ts";

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
