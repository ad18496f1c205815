import { fingerprint } from "#shared/fingerprint.ts";
import { DAY, HOUR } from "#shared/time.ts";

/** What receivers can be notified of, in words. Names are part of the API, so they never change. */
export const WEBHOOK_EVENTS = {
  "article.published": "An article is published",
  "article.updated": "A public article changes",
  "article.corrected": "An article gets a correction",
  "article.unpublished": "An article is taken back",
  "article.removed": "An article is deleted",
  "article.scheduled": "An article or its update is scheduled",
  "page.published": "A page is published or changes",
  "issue.sent": "A newsletter issue is sent",
  "subscriber.added": "Someone subscribes",
  "subscriber.removed": "Someone unsubscribes",
  "idea.added": "A story is added to the budget",
  "idea.assigned": "A story of the budget gets other people",
  "idea.changed": "The plan of a story changes",
  "idea.drafted": "A story of the budget gets its draft",
  "idea.deleted": "A story is deleted from the budget",
  "import.released": "An import from another system is released",
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];

export const MAX_WEBHOOKS = 50;

/** How long the former secret signs as well. */
export const FORMER_SECRET_MS = DAY;

/** The time limit of an attempt, in milliseconds. */
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** Longer than an attempt takes: after it, another process makes the next one. */
export const LEASE_MS = 3 * ATTEMPT_TIMEOUT_MS;
/** The delays between attempts, which end after a day. */
export const RETRIES = { first: 10_000, max: 4 * HOUR, factor: 3 };
export const RETRIED_MS = DAY;

/** A receiver without a success for so long is switched off. */
export const MAX_FAILING_MS = 7 * DAY;

/** How long deliveries are listed after they ended. */
export const LISTED_MS = 30 * DAY;

export const NO_WEBHOOK = "Webhook not found.";
export const NO_DELIVERY = "Delivery not found.";

/** The version of the editable fields, for `If-Match`. */
export const webhookVersion = ({
  url,
  events,
  is_active,
}: {
  url: string;
  events: readonly string[];
  is_active: boolean;
}) => fingerprint([url, events.join(), String(is_active)]);

/** Why deliveries were never made. */
export const NOT_SENT = {
  staging: "Not sent: this site is a staging copy.",
  off: "Not sent: the webhook was switched off.",
};
