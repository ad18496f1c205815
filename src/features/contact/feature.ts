import type { Selectable } from "kysely";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import { type ContactMessage, contactEndpoints, type MessageReply, type SentMessage } from "./endpoints.ts";
import {
  type ContactParts,
  countUnreadMessages,
  deleteMessage,
  findReply,
  markMessage,
  NO_MESSAGE,
  pageMessages,
  pageReplies,
  type ReplyRow,
  sendReply,
  storeContactMessage,
} from "./messages.ts";
import type { ContactMessageTable } from "./tables.ts";

type Row = Selectable<ContactMessageTable>;

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

const presentContactMessage = (row: Row): ContactMessage => ({ ...presentSentMessage(row), state: row.state });

const presentReply = ({ id, text, name, sent_at }: ReplyRow): MessageReply => ({
  id,
  text,
  by: name,
  sent_at: new Date(sent_at).toISOString(),
});

function contactRoutes(parts: ContactParts): ApiPlugin {
  const { database } = parts;
  return async (app) =>
    serve(app, contactEndpoints, {
      "POST /contact": async ({ body }) => presentSentMessage(await storeContactMessage(parts, body)),

      "GET /contact": async ({ query }, reply) => {
        const { rows, total } = await pageMessages(database.db, query, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentContactMessage);
      },

      "GET /contact/unread": async () => ({ count: await countUnreadMessages(database.db) }),

      "GET /contact/:id/replies": async ({ params, query }, reply) => {
        const { rows, total } = await pageReplies(database.db, idIn(params.id, "message_not_found", NO_MESSAGE), query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentReply);
      },

      "POST /contact/:id/replies": async (call, reply) => {
        const messageId = idIn(call.params.id, "message_not_found", NO_MESSAGE);
        const row = await createIdempotently(creationOf(call, "message reply", accountOf(call)), {
          db: database.db,
          reply,
          create: (note) => sendReply(parts, actorOf(call), { messageId, text: call.body.text }, note),
          find: (id) => findReply(database.db, id),
        });
        return presentReply(row);
      },

      "PUT /contact/:id": async (call) => {
        const id = idIn(call.params.id, "message_not_found", NO_MESSAGE);
        return presentContactMessage(await markMessage(database, id, call.body.state));
      },

      "DELETE /contact/:id": (call) =>
        deleteMessage(parts, actorOf(call), idIn(call.params.id, "message_not_found", NO_MESSAGE)),
    });
}

export const contactFeature = (parts: ContactParts): Feature & { parts: ContactParts } => ({
  routes: [contactRoutes(parts)],
  parts,
});
