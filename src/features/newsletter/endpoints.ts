import { Readable } from "node:stream";
import { z } from "zod";
import { formTraces } from "#platform/machine-forms.ts";
import { endpoints } from "#shared/endpoint.ts";
import { emailAddress, pageQuery, text } from "#shared/schema.ts";

const NO_OBJECT = "The body must be a JSON object.";

/** `POST newsletter/subscribe/`. */
export const subscribeBody = z.object({ email: emailAddress, ...formTraces.shape }, { error: NO_OBJECT });
export type SubscribeBody = z.infer<typeof subscribeBody>;

/** `POST newsletter/unsubscribe/`: a token from a mail, or an address. If both are given, the token counts. */
export const unsubscribeBody = z
  .object(
    {
      token: z
        .string({ error: "The token must be text." })
        .min(1, { error: "The token is missing." })
        .max(200, { error: "This unsubscribe link is not valid." })
        .optional(),
      email: emailAddress.optional(),
    },
    { error: NO_OBJECT },
  )
  .refine(({ token, email }) => token !== undefined || email !== undefined, {
    error: "Email is required.",
    path: ["email"],
  });
export type UnsubscribeBody = z.infer<typeof unsubscribeBody>;

const token = z.string({ error: "The token is missing." }).max(200, { error: "This link is not valid." });

/** The query of one-click unsubscribing (RFC 8058), and of the page that confirms a subscription. */
export const tokenQuery = z.object({ token });

const newsletterResponse = z.object({ message: z.string() }).meta({ id: "NewsletterAnswer" });

const FILTERS = ["pending", "active", "unsubscribed", "bouncing"] as const;

/** `GET newsletter/subscribers/`: `query` is part of an address. */
export const subscriberQuery = pageQuery.extend({
  query: text({ name: "Search", max: 254 }).toLowerCase().optional(),
  status: z.enum(FILTERS, { error: `Status must be one of ${FILTERS.join(", ")}.` }).optional(),
});
export type SubscriberFilter = Pick<z.infer<typeof subscriberQuery>, "query" | "status">;

/**
 * A subscriber as editors see one. `pending`: has not confirmed the address yet; `bouncing`: mail servers reject the
 * address as unknown, and it gets no issues until it is entered again.
 */
export const subscriber = z
  .object({
    id: z.int().positive(),
    email: z.string(),
    name: z.string().describe("From an imported list; otherwise empty"),
    status: z.enum(["pending", "active", "unsubscribed"]),
    bouncing: z.boolean(),
    created_at: z.iso.datetime(),
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "Subscriber" });
const subscriberList = z.array(subscriber);
export type Subscriber = z.infer<typeof subscriber>;

const tags = ["Newsletter"];
const response = { 200: newsletterResponse };
/** Per client address and endpoint. */
const rateLimit = { max: 20, timeWindow: 10 * 60_000 };

/** `newsletter/` for readers: anyone can subscribe and unsubscribe. */
export const newsletterEndpoints = endpoints({
  "POST /newsletter/subscribe": {
    access: "public",
    rateLimit,
    summary: "Subscribe to the newsletter",
    tags,
    body: subscribeBody,
    ignoresUnknownFields: true,
    response,
  },
  "POST /newsletter/unsubscribe": {
    access: "public",
    rateLimit,
    summary: "Unsubscribe from the newsletter",
    tags,
    body: unsubscribeBody,
    ignoresUnknownFields: true,
    errors: ["invalid_link"],
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
    errors: ["invalid_link"],
    response: { 200: newsletterResponse },
  },
  "GET /newsletter/one-click": {
    access: "public",
    summary: "Redirect people to the unsubscribe page",
    tags,
    query: tokenQuery,
    responseHeaders: ["location"],
    sends: { status: 303, description: "Redirects to the page to unsubscribe." },
  },
});
export type OneClickEndpoints = typeof oneClickEndpoints;

/** Text to the client, a stream to the server. */
const csv = z.union([z.string(), z.instanceof(Readable)]);

/** The subscribers, for editors: served by the `audience` feature, which manages the list. */
export const subscriberEndpoints = endpoints({
  "GET /newsletter/subscribers": {
    access: "subscriber.manage",
    summary: "The subscribers, newest first; filter by address or state. With Accept: text/csv, all of them as a CSV.",
    tags: ["Audience"],
    query: subscriberQuery,
    responseHeaders: ["content-disposition"],
    response: {
      200: {
        description: "A page of subscribers, or all of them as a CSV",
        content: { "application/json": { schema: subscriberList }, "text/csv": { schema: csv } },
      },
    },
  },
});
export type SubscriberEndpoints = typeof subscriberEndpoints;
