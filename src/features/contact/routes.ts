import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import { serve } from "#platform/endpoints.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { actorOf } from "#shared/viewer.ts";
import { type ContactParts, deleteMessage, markMessage, NO_MESSAGE, storeContactMessage } from "./commands.ts";
import { contactEndpoints } from "./endpoints.ts";
import { presentContactMessage, presentSentMessage } from "./present.ts";
import { pageMessages } from "./queries.ts";

export function contactRoutes(parts: ContactParts): ApiPlugin {
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
