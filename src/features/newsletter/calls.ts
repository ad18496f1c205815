import { postApi } from "#shared/api-client.ts";
import { apiUrl } from "#shared/urls.ts";
import type { NewsletterAnswer, SubscribeBody, UnsubscribeBody } from "./schema.ts";

export const subscribe = (body: SubscribeBody) => postApi<NewsletterAnswer>(apiUrl.subscribe(), body);
export const unsubscribe = (body: UnsubscribeBody) => postApi<NewsletterAnswer>(apiUrl.unsubscribe(), body);
