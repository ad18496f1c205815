import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { ArticleSummary } from "../schema.ts";
import { articles } from "./calls.ts";
import { listDeleted } from "./list-cache.ts";
import { useRestoreArticle } from "./use-restore-article.ts";

/**
 * Moves an article to the trash once the editor has confirmed it; `onDeleted` is called while its row is still in the
 * list. The toast offers to bring it back.
 */
export function useDeleteArticle(onDeleted: (id: number) => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const restore = useRestoreArticle();
  const hasTrash = useHasNewsroom();
  return useDeletion<ArticleSummary>({
    words: {
      title: "Delete this article?",
      confirm: "Delete",
      busy: "Deleting...",
      deleted: "Article deleted",
      failed: "Error deleting article",
      fallback: "Could not delete the article",
    },
    consequence: ({ title }) =>
      `“${title}” is taken from every page, list and feed. ${hasTrash ? "It stays in the trash for 30 days." : "This cannot be undone."}`,
    call: ({ id }) => articles.send(api, "DELETE /articles/:id", { params: { id } }),
    onDeleted: ({ id }) => {
      onDeleted(id);
      listDeleted(client, id);
    },
    ...(hasTrash && { undo: restore }),
    onFailed: () => "close",
  });
}
