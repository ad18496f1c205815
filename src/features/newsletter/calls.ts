import { clientOf } from "#shared/endpoint-client.ts";
import type { NewsletterEndpoints } from "./endpoints.ts";
import type { SubscribeBody, UnsubscribeBody } from "./schema.ts";

const newsletter = clientOf<NewsletterEndpoints>();

export const subscribe = (body: SubscribeBody) => newsletter.post("POST /newsletter/subscribe", { body });
export const unsubscribe = (body: UnsubscribeBody) => newsletter.post("POST /newsletter/unsubscribe", { body });
