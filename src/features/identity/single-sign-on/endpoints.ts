import { tokenPair } from "#features/identity/accounts/endpoints.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";

const tags = ["Tokens"];
/** Per client address: no more than an office needs. */
const rateLimit = { max: 120, timeWindow: 10 * 60_000 };

/** 404 unless the operator has set up a provider. */
export const singleSignOnEndpoints = endpoints({
  "GET /accounts/oidc/start": {
    access: "public",
    cost: "nothing",
    rateLimit,
    summary: "Redirect to the provider to sign in, and set a cookie",
    tags,
  },
  "GET /accounts/oidc/callback": {
    access: "public",
    cost: "nothing",
    rateLimit,
    summary: "The provider's callback; redirects to the admin area",
    tags,
  },
  "POST /accounts/oidc/session": {
    access: "public",
    rateLimit,
    summary: "Fetch the tokens of the sign-in that this browser completed, once",
    tags,
    response: { 200: tokenPair, 401: errorBody },
  },
  "GET /accounts/oidc/logout": {
    access: "public",
    cost: "nothing",
    rateLimit,
    summary: "End the session at the provider too, by redirecting to it if it supports logout",
    tags,
  },
});
export type SingleSignOnEndpoints = typeof singleSignOnEndpoints;
