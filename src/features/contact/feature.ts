import type { Selectable } from "kysely";
import type { ContactMessageTable } from "#features/contact/tables.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { actorOf } from "#shared/viewer.ts";
import { type ContactMessage, contactEndpoints, type SentMessage } from "./endpoints.ts";
import {
  type ContactParts,
  deleteMessage,
  markMessage,
  NO_MESSAGE,
  pageMessages,
  storeContactMessage,
} from "./messages.ts";

type Row = Selectable<ContactMessageTable>;

/** A message as returned to its sender. */
function presentSentMessage(row: Row): SentMessage {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** A stored message as editors see it. */
const presentContactMessage = (row: Row): ContactMessage => ({ ...presentSentMessage(row), state: row.state });

function contactRoutes(parts: ContactParts): ApiPlugin {
  const { database } = parts;
  return async (app) =>
    serve(app, contactEndpoints, {
      "POST /contact": async ({ body }) => presentSentMessage(await storeContactMessage(parts, body)),

      "GET /contact": async ({ query }, reply) => {
        const { rows, total } = await pageMessages(database.db, query.state, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentContactMessage);
      },

      "PUT /contact/:id": async (call) => {
        const id = idIn(call.params.id, NO_MESSAGE);
        return presentContactMessage(await markMessage(database, id, call.body.state));
      },

      "DELETE /contact/:id": (call) => deleteMessage(parts, actorOf(call), idIn(call.params.id, NO_MESSAGE)),
    });
}

/** Messages from readers; `parts` are the dependencies of the contact form. */
export const contactFeature = (parts: ContactParts): Feature & { parts: ContactParts } => ({
  routes: [contactRoutes(parts)],
  parts,
});
