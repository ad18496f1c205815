import { postApi } from "#shared/api-client.ts";
import { apiUrl } from "#shared/urls.ts";
import type { ContactBody, ContactMessage } from "./schema.ts";

export const sendContactMessage = (body: ContactBody) => postApi<ContactMessage>(apiUrl.contact(), body);
