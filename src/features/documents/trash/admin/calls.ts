import type { QueryClient } from "@tanstack/react-query";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { TrashEndpoints } from "../endpoints.ts";

const trash = editorClientOf<TrashEndpoints>();

/** The articles in the trash, one page at a time. */
export const trashedArticles = trash.list("GET /trash");

/** Deletes an article in the trash for good. Throws `ApiError` or `NetworkError`. */
export async function deleteForGood(api: EditorApi, id: number): Promise<void> {
  await trash.send(api, "DELETE /trash/:id", { params: { id } });
}

/** Deletes all articles in the trash for good. Throws `ApiError` or `NetworkError`. */
export async function emptyTrash(api: EditorApi): Promise<void> {
  await trash.send(api, "DELETE /trash");
}

/** Reloads the trash wherever it is shown. */
export function trashChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(trash.url("GET /trash")));
}
