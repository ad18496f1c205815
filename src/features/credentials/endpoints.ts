import { tokenPair } from "#features/accounts/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { answer, changeBody, forgotBody, ownSessions, resetBody, sessionParams } from "./schema.ts";

const tags = ["Accounts"];
/** Per client address: no more than an office of people needs. */
const rateLimit = { max: 60, timeWindow: 10 * 60_000 };

/** One's own password and sessions. */
export const credentialEndpoints = endpoints({
  "PUT /accounts/password": {
    access: "editor",
    summary: "Change one's own password: ends all sessions and starts a new one",
    description: "A wrong current password is 400 and counts like one at login: too many are 429.",
    tags,
    body: changeBody,
    response: { 200: tokenPair, 400: errorBody, 429: errorBody },
  },
  "POST /accounts/password/forgot": {
    access: "public",
    rateLimit,
    summary: "Ask for a mail with a link to set a new password",
    description: "The answer is the same whether or not an account has the address.",
    tags,
    body: forgotBody,
    response: { 200: answer, 400: errorBody },
  },
  "POST /accounts/password/reset": {
    access: "public",
    rateLimit,
    summary: "Set a new password by the token of such a link: ends all sessions",
    tags,
    body: resetBody,
    response: { 200: answer, 400: errorBody },
  },
  "GET /accounts/sessions": {
    access: "editor",
    summary: "One's own sessions, the last used one first",
    tags,
    response: { 200: ownSessions },
  },
  "DELETE /accounts/sessions": {
    access: "editor",
    summary: "End all of one's own sessions but this one",
    tags,
    response: { 204: noContent },
  },
  "DELETE /accounts/sessions/:id": {
    access: "editor",
    summary: "End one of one's own sessions",
    tags,
    params: sessionParams,
    response: { 204: noContent, 404: errorBody },
  },
});
export type CredentialEndpoints = typeof credentialEndpoints;
