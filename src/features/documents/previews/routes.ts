import { type DocumentType, ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Handlers, idIn, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { endPreviews, type PreviewStore, sharePreview } from "./commands.ts";
import { type PreviewTable, previewEndpoints } from "./endpoints.ts";

export function previewRoutes(store: PreviewStore, kinds: readonly DocumentType[]): ApiPlugin {
  return async (app) => {
    for (const kind of kinds)
      serve(app, ofDocuments(kind, previewEndpoints(kind.permissions)), ofDocuments(kind, handlers(store, kind)));
  };
}

const handlers = (store: PreviewStore, kind: DocumentType): Handlers<PreviewTable> => ({
  "POST /:id/preview": (call) =>
    sharePreview(store, kind, actorOf(call), idIn(call.params.id, `${kind.type}_not_found`, kind.unknown)),
  "DELETE /:id/preview": (call) =>
    endPreviews(store, kind, actorOf(call), idIn(call.params.id, `${kind.type}_not_found`, kind.unknown)),
});
