import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { ArticleSummary } from "../schema.ts";
import { deleteArticle } from "./calls.ts";
import { listDeleted } from "./list-cache.ts";

/** Deletes an article once the editor has confirmed it; `onDeleted` is called while its row is still in the list. */
export function useDeleteArticle(onDeleted: (id: number) => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  return useDeletion<ArticleSummary>({
    words: {
      title: "Delete this article?",
      confirm: "Delete",
      busy: "Deleting...",
      deleted: "Article deleted",
      failed: "Error deleting article",
      fallback: "Could not delete the article",
    },
    consequence: ({ title }) => `“${title}” is taken from every page, list and feed, and cannot be brought back.`,
    call: ({ id }) => deleteArticle(api, id),
    onDeleted: ({ id }) => {
      onDeleted(id);
      listDeleted(client, id);
    },
    onFailed: () => "close",
  });
}
