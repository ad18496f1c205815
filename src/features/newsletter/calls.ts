import { clientOf } from "#shared/endpoint-client.ts";
import type { NewsletterEndpoints, SubscribeBody, UnsubscribeBody } from "./endpoints.ts";

const newsletter = clientOf<NewsletterEndpoints>();

/** Only the status 200 is a success; a backend need not return a body. */
type Confirmation = Promise<{ message?: string } | undefined>;

export const subscribe = (body: SubscribeBody): Confirmation =>
  newsletter.post("POST /newsletter/subscribe", { body, status: 200 });
export const unsubscribe = (body: UnsubscribeBody): Confirmation =>
  newsletter.post("POST /newsletter/unsubscribe", { body, status: 200 });
