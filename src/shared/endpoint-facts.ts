import type { ErrorCode } from "./error-codes.ts";

/** Groups of endpoints in the reference of the API. */
export const TAGS: Readonly<Record<string, string>> = {
  Tokens: "Logging in and out.",
  Setup: "The first start of a publication.",
  Accounts: "The caller's account: profile, password, second factor, sessions.",
  "API keys": "Keys with which programs use the API.",
  People: "Everyone who can log in, and invitations.",
  Articles: "Lists of articles, one article, and writing articles.",
  "Home page": "What the home page shows, in its order.",
  Categories: "Categories and their articles.",
  Topics: "Topics, which are the tags of articles: subjects, coins, people and companies.",
  Wire: "Feeds of other publishers, and an inbox of what they report.",
  Webhooks: "Receivers of events, and what was sent to them.",
  Authors: "Bylines, with or without an account.",
  Series: "Articles in a chosen order.",
  Pages: "Pages other than articles, such as About.",
  Review: "Approvals, requests for a review, and the two-person rule.",
  Notes: "Notes of editors on passages of a document.",
  Suggestions: "Suggested edits of a document.",
  Presence: "Who has a document open, and where.",
  Previews: "Links to working copies for people without an account.",
  Templates: "Fields for new documents.",
  Trash: "Deleted documents, kept for 30 days.",
  Changes: "What happened to public documents, for copies elsewhere.",
  Record: "The public record of changes and corrections.",
  Holdings: "Disclosed holdings of authors.",
  Uploads: "Uploading pictures, and the library of pictures.",
  Pictures: "Pictures and link cards from other hosts.",
  Calendar: "What is planned and published, by day.",
  Newsletter: "Subscribing and unsubscribing.",
  Audience: "Subscribers of the newsletter.",
  "Newsletter issues": "Writing and sending issues of the newsletter.",
  Contact: "Messages from readers.",
  Ads: "Ad spaces.",
  Market: "Prices of coins.",
  Redirects: "Redirects, and addresses that readers did not find.",
  Notifications: "Notifications of the caller.",
  Settings: "Settings of the publication.",
  Publication: "Texts of the publication.",
  Mail: "Sent mails and the mail server.",
  Imports: "Moving in from other systems.",
  Tasks: "Work in the background.",
  "Moving out": "Exports of the publication for other systems.",
  Audit: "The audit log.",
  System: "The state of the server, backups and demo content.",
};

/** Headers of requests that endpoints use: a handler gets only those that its endpoint declares. */
export const REQUEST_HEADERS = {
  "if-match": {
    name: "If-Match",
    description: "The `ETag` of the version that the request is based on. If it has changed since: 409.",
    schema: { type: "string", examples: ['"7-Zk1mB2xqW0aUe9sD"'] },
  },
  "idempotency-key": {
    name: "Idempotency-Key",
    description: "A new one for each change, and the same one to repeat it if its response was lost.",
    schema: { type: "string", pattern: "^[\\w-]{8,100}$", examples: ["6f1c0e6a-5b1f-4f0e-9a55-0d0f6f0f9d11"] },
  },
  "x-device-token": {
    name: "X-Device-Token",
    description: "From an earlier login on this device, so that other devices' failed logins do not lock it out.",
    schema: { type: "string" },
  },
} as const;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Headers of responses that clients can use. */
export const RESPONSE_HEADERS = {
  etag: {
    name: "ETag",
    description: "The version of the body: for `If-None-Match`, and for `If-Match` of changes.",
    schema: { type: "string" },
  },
  "x-total-count": {
    name: "X-Total-Count",
    description: "The number of rows on all pages.",
    schema: { type: "integer", minimum: 0 },
  },
  "idempotency-replayed": {
    name: "Idempotency-Replayed",
    description: "The request had been carried out before under this `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
  },
  "save-merged": {
    name: "Save-Merged",
    description: "The save was merged with other changes since the version in `If-Match`.",
    schema: { type: "string", const: "true" },
  },
  "content-location": {
    name: "Content-Location",
    description: "The current address, if the request used a former one.",
    schema: { type: "string" },
  },
  "content-disposition": {
    name: "Content-Disposition",
    description: "The name of the file.",
    schema: { type: "string" },
  },
  link: {
    name: "Link",
    description: "The pages before and after this one (`prev`, `next`).",
    schema: { type: "string" },
  },
  location: { name: "Location", description: "Where to continue.", schema: { type: "string" } },
  "x-device-token": {
    name: "X-Device-Token",
    description: "Send it with the next login on this device.",
    schema: { type: "string" },
  },
  "x-request-id": {
    name: "X-Request-Id",
    description: "Finds the request in the server's log.",
    schema: { type: "string" },
  },
  "retry-after": {
    name: "Retry-After",
    description: "When to try again, in seconds.",
    schema: { type: "integer", minimum: 0 },
  },
  "www-authenticate": {
    name: "WWW-Authenticate",
    description: "How to authenticate, and the scope that an API key needs.",
    schema: { type: "string" },
  },
  ratelimit: {
    name: "RateLimit",
    description: "How many requests (`r`) an API key has left for how many seconds (`t`).",
    schema: { type: "string", examples: ['"key";r=599;t=60'] },
  },
  "ratelimit-policy": {
    name: "RateLimit-Policy",
    description: "How many requests (`q`) an API key has in how many seconds (`w`).",
    schema: { type: "string", examples: ['"key";q=600;w=60'] },
  },
  "x-ratelimit-limit": {
    name: "X-RateLimit-Limit",
    description: "The number of requests that a client may send in the current window.",
    schema: { type: "integer" },
  },
  "x-ratelimit-remaining": {
    name: "X-RateLimit-Remaining",
    description: "The number of requests that are left in it.",
    schema: { type: "integer" },
  },
  "x-ratelimit-reset": {
    name: "X-RateLimit-Reset",
    description: "The number of seconds until the next window.",
    schema: { type: "integer" },
  },
} as const;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Errors of every request that stores the text of a document. */
export const CONTENT_ERRORS = [
  "content_too_complex",
  "content_too_large",
  "picture_unreadable",
  "picture_animated",
  "picture_too_complex",
  "pictures_unavailable",
] as const satisfies readonly ErrorCode[];
