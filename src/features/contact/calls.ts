import { clientOf } from "#shared/endpoint-client.ts";
import type { ContactEndpoints } from "./endpoints.ts";
import type { ContactBody } from "./schema.ts";

export const sendContactMessage = (body: ContactBody) => clientOf<ContactEndpoints>().post("POST /contact", { body });
