import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent, pageQuery } from "#shared/schema.ts";
import { MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";
import { EVENT_NAMES } from "./rules.ts";

const webhook = z
  .object({
    id: z.int().positive(),
    url: z.string(),
    events: z.array(z.enum(EVENT_NAMES)),
    is_active: z.boolean(),
    off_because: z
      .enum(["", "failures", "gone"])
      .describe("Why it was switched off: a week of failures, or the receiver responded with 410; otherwise empty"),
    created: z.iso.datetime(),
    last: z
      .object({
        at: z.iso.datetime(),
        status: z.int().nullable().describe("Of the response; null without one"),
        error: z.string().describe("Why the attempt failed; empty for a success"),
      })
      .nullable()
      .describe("The last attempt"),
    failures: z.int().describe("Failed attempts since the last success"),
    failing_since: z.iso.datetime().nullable(),
    former_secret_until: z.iso.datetime().nullable().describe("Until when the secret before the current one signs too"),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhook>;

const webhookWithSecret = webhook
  .extend({ secret: z.string().describe("Shown only in this response") })
  .meta({ id: "WebhookWithSecret" });

const delivery = z
  .object({
    id: z.int().positive(),
    event: z.enum([...EVENT_NAMES, "webhook.test"]),
    state: z
      .enum(["queued", "delivered", "failed"])
      .describe("`queued`: it waits for its first or next attempt; `failed`: it is given up"),
    created: z.iso.datetime(),
    attempts: z.int(),
    due: z.iso.datetime().nullable().describe("When the next attempt is due, while it is queued"),
    settled: z.iso.datetime().nullable(),
    status: z.int().nullable().describe("Of the last response; null without one"),
    error: z.string(),
    body: z.string().describe("The body that is sent, as JSON"),
    response: z.string().describe("The start of the last response"),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof delivery>;

const NO_OBJECT = "The body must be a JSON object with url and events.";
const NO_EVENTS = "Events must be a list of names of events.";
const fields = {
  url: z
    .string({ error: "Url is required." })
    .trim()
    .min(1, { error: "Url is required." })
    .max(MAX_ADDRESS_LENGTH, { error: `Url must have at most ${MAX_ADDRESS_LENGTH} characters.` }),
  events: z
    .array(z.enum(EVENT_NAMES, { error: NO_EVENTS }), { error: NO_EVENTS })
    .min(1, { error: "Choose at least one event." })
    .max(EVENT_NAMES.length, { error: NO_EVENTS })
    .transform((names) => EVENT_NAMES.filter((name) => names.includes(name))),
  is_active: z.boolean({ error: "is_active must be true or false." }),
};
const webhookBody = z.object({ ...fields, is_active: fields.is_active.default(true) }, { error: NO_OBJECT });
export type WebhookBody = z.infer<typeof webhookBody>;

/** Omitted fields keep their value. */
const webhookChange = z.object(fields, { error: NO_OBJECT }).partial();
export type WebhookChange = z.infer<typeof webhookChange>;

const params = z.object({ id: idText });
const own = { access: "webhook.manage", tags: ["Webhooks"] } as const;

export const webhookEndpoints = endpoints({
  "GET /webhooks": {
    ...own,
    summary: "Receivers of events, with the result of the last attempt",
    query: pageQuery,
    response: { 200: z.array(webhook) },
  },
  "POST /webhooks": {
    ...own,
    summary: "Add a receiver; the response alone has its secret",
    description: "400 for an address on a private network, with a password, or at an unusual port.",
    body: webhookBody,
    errors: ["too_many_webhooks"],
    response: { 201: webhookWithSecret },
  },
  "GET /webhooks/:id": { ...own, summary: "One receiver", params, response: { 200: webhook } },
  "PUT /webhooks/:id": {
    ...own,
    summary: "Change a receiver; omitted fields keep their value",
    description:
      "With its ETag in If-Match, responds 409 if it has changed since. Switching it off cancels what waits.",
    params,
    body: webhookChange,
    headers: ["if-match"],
    response: { 200: webhook },
  },
  "DELETE /webhooks/:id": {
    ...own,
    summary: "Delete a receiver with its deliveries",
    params,
    response: { 204: noContent },
  },
  "POST /webhooks/:id/secret": {
    ...own,
    summary: "Create a new secret; the former one signs as well for 24 hours",
    params,
    response: { 200: webhookWithSecret },
  },
  "POST /webhooks/:id/test": {
    ...own,
    summary: "Send the event webhook.test, also to a receiver that is switched off",
    params,
    response: { 201: delivery },
  },
  "GET /webhooks/:id/deliveries": {
    ...own,
    summary: "Deliveries to a receiver, newest first; those that ended for 30 days",
    params,
    query: pageQuery.extend({
      state: z
        .enum(["queued", "delivered", "failed"], { error: "State must be queued, delivered or failed." })
        .optional(),
    }),
    response: { 200: z.array(delivery) },
  },
  "POST /webhooks/:id/deliveries/:delivery/resend": {
    ...own,
    summary: "Send the body of a delivery again, with the same id",
    params: params.extend({ delivery: idText }),
    errors: ["delivery_queued"],
    response: { 200: delivery },
  },
});
export type WebhookEndpoints = typeof webhookEndpoints;
