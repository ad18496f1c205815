import { type DocumentType, ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Handlers, idIn, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { NO_TEMPLATE } from "../rules.ts";
import { changeTemplate, createTemplate, deleteTemplate, type TemplateStore } from "./commands.ts";
import { type TemplateTable, templateEndpoints } from "./endpoints.ts";
import { listTemplates, presentTemplate, presentTemplates, requireTemplate } from "./queries.ts";

export function templateRoutes(store: Omit<TemplateStore, "kind">, kinds: readonly DocumentType[]): ApiPlugin {
  return async (app) => {
    for (const kind of kinds)
      serve(
        app,
        ofDocuments(kind, templateEndpoints(kind.permissions)),
        ofDocuments(kind, handlers({ ...store, kind })),
      );
  };
}

function handlers(store: TemplateStore): Handlers<TemplateTable> {
  const { kind } = store;
  const { db } = store.database;
  const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, "template_not_found", NO_TEMPLATE);
  return {
    "GET /templates": async (call) => presentTemplates(db, kind, actorOf(call), await listTemplates(db, kind.type)),
    "POST /templates": (call) => createTemplate(store, actorOf(call), call.body),
    "GET /templates/:id": async (call) =>
      presentTemplate(db, kind, actorOf(call), await requireTemplate(db, kind.type, idOf(call))),
    "PATCH /templates/:id": (call) => changeTemplate(store, actorOf(call), idOf(call), call.body),
    "DELETE /templates/:id": (call) => deleteTemplate(store, actorOf(call), idOf(call)),
  };
}
