import { actorOf } from "#features/accounts/policy.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { errorBody } from "#shared/schema.ts";
import { type ContactParts, deleteMessage, markMessage, NO_MESSAGE, storeContactMessage } from "./commands.ts";
import { presentContactMessage, presentSentMessage } from "./present.ts";
import { pageMessages } from "./queries.ts";
import {
  contactBody,
  contactMessage,
  contactMessageList,
  messageChange,
  messageParams,
  messageQuery,
  sentMessage,
} from "./schema.ts";

const TAGS = ["Contact"];
/** For one client address. */
const config = { access: "public", rateLimit: { max: 20, timeWindow: 10 * 60_000 } } as const;
const editor = { access: "editor" } as const;

/** `contact/`: anyone writes, editors read, mark and delete. */
export function contactRoutes(parts: ContactParts): ApiPlugin {
  const { database } = parts;
  return async (app) => {
    app.post(
      "/contact",
      {
        config,
        schema: {
          summary: "Send a message to the editors",
          tags: TAGS,
          body: contactBody,
          response: { 201: sentMessage, 400: errorBody, 429: errorBody },
        },
      },
      async (request, reply) =>
        reply.status(201).send(presentSentMessage(await storeContactMessage(parts, request.body))),
    );

    app.get(
      "/contact",
      {
        config: editor,
        schema: {
          summary: "The messages that readers sent, newest first; by state, else all but spam",
          tags: TAGS,
          querystring: messageQuery,
          response: { 200: contactMessageList },
        },
      },
      async (request, reply) => {
        const { rows, total } = await pageMessages(database.db, request.query.state, request.query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentContactMessage);
      },
    );

    app.put(
      "/contact/:id",
      {
        config: editor,
        schema: {
          summary: "Mark a message as new, read, done or spam",
          tags: TAGS,
          params: messageParams,
          body: messageChange,
          response: { 200: contactMessage, 400: errorBody, 404: errorBody },
        },
      },
      async (request) => {
        const id = idIn(request.params.id, NO_MESSAGE);
        return presentContactMessage(await markMessage(database, actorOf(request), id, request.body.state));
      },
    );

    app.delete(
      "/contact/:id",
      {
        config: editor,
        schema: { summary: "Delete a message", tags: TAGS, params: messageParams },
      },
      async (request, reply) => {
        await deleteMessage(database, actorOf(request), idIn(request.params.id, NO_MESSAGE));
        return reply.status(204).send();
      },
    );
  };
}
