import { Readable } from "node:stream";
import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";
import {
  newsletterAnswer,
  subscribeBody,
  subscriberList,
  subscriberQuery,
  tokenQuery,
  unsubscribeBody,
} from "./schema.ts";

const tags = ["Newsletter"];
const response = { 200: newsletterAnswer, 400: errorBody, 429: errorBody };
/** Per client address, for each of the calls. */
const rateLimit = { max: 20, timeWindow: 10 * 60_000 };

/** `newsletter/` for readers: anyone can subscribe and unsubscribe. */
export const newsletterEndpoints = endpoints({
  "POST /newsletter/subscribe": {
    access: "public",
    rateLimit,
    summary: "Subscribe to the newsletter",
    tags,
    body: subscribeBody,
    response,
  },
  "POST /newsletter/unsubscribe": {
    access: "public",
    rateLimit,
    summary: "Leave the newsletter",
    tags,
    body: unsubscribeBody,
    response,
  },
});
export type NewsletterEndpoints = typeof newsletterEndpoints;

/** Five a second: big mail providers post for all of their users from a few addresses. */
const ONE_CLICK_LIMIT = { max: 3_000, timeWindow: 10 * 60_000, isApproximate: true };

/**
 * The address in `List-Unsubscribe` (RFC 8058): mail clients post to it, without cookies, login or JSON. A GET
 * redirects to the page and changes nothing.
 */
export const oneClickEndpoints = endpoints({
  "POST /newsletter/one-click": {
    access: "public",
    rateLimit: ONE_CLICK_LIMIT,
    summary: "Unsubscribe by one click in a mail client (RFC 8058)",
    tags,
    query: tokenQuery,
    response: { 200: newsletterAnswer, 400: errorBody, 429: errorBody },
  },
  "GET /newsletter/one-click": {
    access: "public",
    summary: "Leads people to the unsubscribe page",
    tags,
    query: tokenQuery,
  },
});
export type OneClickEndpoints = typeof oneClickEndpoints;

/** Text to the client, a stream to the server. */
const csv = z.union([z.string(), z.instanceof(Readable)]);

/** The subscribers, for editors: served by the `audience` feature, which manages the list. */
export const subscriberEndpoints = endpoints({
  "GET /newsletter/subscribers": {
    access: "subscriber.manage",
    summary: "The subscribers, newest first, by part of the address and state; all of them as CSV by Accept: text/csv",
    tags: ["Audience"],
    query: subscriberQuery,
    response: {
      200: {
        description: "A page of the subscribers, or as CSV all of them",
        content: { "application/json": { schema: subscriberList }, "text/csv": { schema: csv } },
      },
    },
  },
});
export type SubscriberEndpoints = typeof subscriberEndpoints;
