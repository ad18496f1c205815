import { noteIn } from "#features/articles/changes.ts";
import { lifecycleHandlers } from "#features/documents/lifecycle/routes.ts";
import { notInTrash } from "#features/documents/rules.ts";
import { restoreDocument, trashDocument } from "#features/documents/trash/commands.ts";
import { ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Call, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { articleDocument } from "../document.ts";
import { articleDeskEndpoints } from "../endpoints.ts";
import { changeMany } from "../list/bulk.ts";
import { NO_ARTICLE } from "../rules.ts";
import { articleType, type DeskStore } from "../type.ts";
import { type DeskEndpoints, deskEndpoints } from "./endpoints.ts";
import { ARTICLE_PRESENTATION } from "./queries.ts";

const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, "article_not_found", NO_ARTICLE);

export function deskRoutes(store: DeskStore): ApiPlugin {
  const type = articleType(store);
  const { document, drafts, publish, cancel, withdraw, versions } = lifecycleHandlers(
    store,
    type,
    ARTICLE_PRESENTATION,
  );
  return async (app) => {
    serve(app, deskEndpoints, {
      ...ofDocuments(articleDocument, { ...drafts, ...versions }),
      "DELETE /articles/:id/publish": cancel,
      "POST /articles/:id/unpublish": withdraw,
      "POST /articles/:id/publish": (call: Call<DeskEndpoints["POST /articles/:id/publish"]>, reply: ResponseHead) => {
        const { at, ...note } = call.body ?? {};
        return publish(call, reply, { at: at ? Date.parse(at) : undefined, note: noteIn(note) });
      },
    });
    serve(app, articleDeskEndpoints, {
      "DELETE /articles/:id": (call) => trashDocument(store, type, actorOf(call), idOf(call)),
      "POST /articles/:id/restore": async (call) => {
        const id = idIn(call.params.id, "not_in_trash", notInTrash("article"));
        return (await restoreDocument(store, document, actorOf(call), id)).body;
      },
      "POST /articles/bulk": (call) => changeMany(store, actorOf(call), call.body),
    });
  };
}
