import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { WebhookEvent } from "./rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    webhook: WebhookTable;
    webhook_event: WebhookEventTable;
    webhook_delivery: WebhookDeliveryTable;
  }
}

/** A receiver. */
export type WebhookTable = {
  id: Generated<number>;
  url: string;
  /** JSON list of the events that it is notified of. */
  events: string;
  is_active: Flag;
  /** Why the program switched it off. */
  off_because: Generated<"" | "failures" | "gone">;
  /** Encrypted. */
  secret: string;
  /** The secret before it, which signs as well until `former_until`. */
  former_secret: string | null;
  former_until: number | null;
  created_at: number;
  /** The last attempt: the status of the response, or null for none, and why it failed. */
  last_at: number | null;
  last_status: number | null;
  last_error: Generated<string>;
  /** Failed attempts since the last success, and when the first of them was. */
  failures: Generated<number>;
  failing_since: number | null;
};
export type WebhookRow = Selectable<WebhookTable>;

/** What receivers are notified of. One row for all of them, written in the transaction of the change. */
export type WebhookEventTable = {
  id: Generated<number>;
  /** The `id` in the body. */
  uid: string;
  event: WebhookEvent | "webhook.test";
  subject_kind: "article" | "page" | "issue" | "subscriber" | "idea" | "import" | "webhook";
  subject_id: number;
  created_at: number;
  /** The same for each attempt and receiver; null until its deliveries exist. */
  body: string | null;
};

/** An event on its way to one receiver. */
export type WebhookDeliveryTable = {
  id: Generated<number>;
  webhook_id: number;
  event_id: number;
  /** Kind and id: deliveries about the same subject keep their order. */
  subject: string;
  state: "queued" | "delivered" | "failed";
  attempts: Generated<number>;
  created_at: number;
  /** When the first attempt was due; attempts end a day later. */
  since: number;
  due_at: number;
  lease_by: string | null;
  lease_until: number | null;
  /** Of the last response; null without one. */
  status: number | null;
  /** The start of its body. */
  response: Generated<string>;
  error: Generated<string>;
  settled_at: number | null;
};
