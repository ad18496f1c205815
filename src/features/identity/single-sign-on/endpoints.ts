import { tokenPair } from "#features/identity/accounts/endpoints.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";

const tags = ["Tokens"];
/** Per client address: no more than an office of people needs. */
const rateLimit = { max: 120, timeWindow: 10 * 60_000 };

/** Single sign-on, where the operator has set it up; elsewhere 404. */
export const singleSignOnEndpoints = endpoints({
  "GET /accounts/oidc/start": {
    access: "public",
    cost: "nothing",
    rateLimit,
    summary: "Go to the provider to sign in: redirects, and sets a cookie",
    tags,
  },
  "GET /accounts/oidc/callback": {
    access: "public",
    cost: "nothing",
    rateLimit,
    summary: "Where the provider sends people back to: redirects to the admin area",
    tags,
  },
  "POST /accounts/oidc/session": {
    access: "public",
    rateLimit,
    summary: "Fetch the tokens of the sign-in that this browser has completed, once",
    tags,
    response: { 200: tokenPair, 401: errorBody },
  },
  "GET /accounts/oidc/logout": {
    access: "public",
    cost: "nothing",
    rateLimit,
    summary: "End the session at the provider too: redirects there, if it takes log-outs",
    tags,
  },
});
export type SingleSignOnEndpoints = typeof singleSignOnEndpoints;
