import { postApi } from "#shared/api-client.ts";
import { apiUrl } from "#shared/urls.ts";
import type { ContactBody, SentMessage } from "./schema.ts";

export const sendContactMessage = (body: ContactBody) => postApi<SentMessage>(apiUrl.contact(), body);
