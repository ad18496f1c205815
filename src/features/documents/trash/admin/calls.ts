import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { callsUnder } from "#shared/api-query.ts";
import { DOCUMENT_PATHS, type DocumentKey, type DocumentTypeName } from "#shared/document.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { TrashEndpoints, TrashingEndpoints } from "../endpoints.ts";

const trash = editorClientOf<TrashEndpoints>();
const trashing = editorClientOf<TrashingEndpoints>();

export const TYPE_NAMES = {
  article: { one: "Article", many: "Articles" },
  issue: { one: "Newsletter issue", many: "Newsletter issues" },
  page: { one: "Page", many: "Pages" },
} as const satisfies Record<DocumentTypeName, { one: string; many: string }>;

/** A page of the trash: all documents, or those of one type. */
export const trashedDocuments = (type?: DocumentTypeName) => trash.list("GET /trash", type ? { query: { type } } : {});

/** Permanently deletes a document in the trash. Like all functions here, throws `ApiError` or `NetworkError`. */
export async function deleteForGood(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await trash.send(api, "DELETE /trash/:id", { params: { id }, query: { type } });
}

/** Permanently deletes everything in the trash. */
export async function emptyTrash(api: EditorApi): Promise<void> {
  await trash.send(api, "DELETE /trash");
}

export async function moveToTrash(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await trashing.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id`, { params: { id } });
}

/** Reloads the trash wherever it is shown. */
export function trashChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(trash.url("GET /trash")));
}

/** Restores a document other than an article and shows a toast; returns whether it succeeded. */
export function useRestoreDocument(): (document: DocumentKey & { title: string }) => Promise<boolean> {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { once } = useTurns();
  return async ({ type, id, title }) => {
    const { one } = TYPE_NAMES[type];
    const name = one.toLowerCase();
    const failure = { title: `Error restoring ${name}`, fallback: `Could not restore the ${name}` };
    const restored = await once(
      id,
      async () => {
        await trashing.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/restore`, { params: { id } });
        void client.invalidateQueries(callsUnder(`/api${DOCUMENT_PATHS[type]}/`));
        trashChanged(client);
        show({ title: `${one} restored`, description: title });
        return true;
      },
      failure,
    );
    return restored === true;
  };
}
