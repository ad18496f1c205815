import { tokenPair } from "#features/identity/accounts/endpoints.ts";
import { endpoints } from "#shared/endpoint.ts";

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
    responseHeaders: ["location"],
    errors: ["sign_on_not_configured"],
    sends: { status: 302, description: "Redirects to the provider." },
  },
  "GET /accounts/oidc/callback": {
    access: "public",
    cost: "nothing",
    rateLimit,
    summary: "The provider's callback; redirects to the admin area",
    tags,
    responseHeaders: ["location"],
    errors: ["sign_on_not_configured"],
    sends: { status: 302, description: "Redirects to the admin area." },
  },
  "POST /accounts/oidc/session": {
    access: "public",
    rateLimit,
    summary: "Fetch the tokens of the sign-in that this browser completed, once",
    tags,
    headers: ["x-device-token"],
    responseHeaders: ["x-device-token"],
    errors: ["sign_on_failed", "sign_on_not_configured"],
    response: { 200: tokenPair },
  },
  "GET /accounts/oidc/logout": {
    access: "public",
    cost: "nothing",
    rateLimit,
    summary: "End the session at the provider too, by redirecting to it if it supports logout",
    tags,
    responseHeaders: ["location"],
    errors: ["sign_on_not_configured"],
    sends: { status: 302, description: "Redirects to the provider or the admin area." },
  },
});
export type SingleSignOnEndpoints = typeof singleSignOnEndpoints;
