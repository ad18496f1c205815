import { postApi } from "#shared/api-client.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import type { NewsletterEndpoints } from "./endpoints.ts";
import type { SubscribeBody, UnsubscribeBody } from "./schema.ts";

const { url } = clientOf<NewsletterEndpoints>();

/** Only the status 200 is a success; a backend need not return a body. */
const post = (to: string, body: object) => postApi<{ message?: string } | undefined>(to, body, 200);

export const subscribe = (body: SubscribeBody) => post(url("POST /newsletter/subscribe"), body);
export const unsubscribe = (body: UnsubscribeBody) => post(url("POST /newsletter/unsubscribe"), body);
