import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { FLAG_NAMES } from "../fields.ts";
import type { ArticleSummary, ListedArticle } from "../schema.ts";
import { articles, changeArticles, listDeleted, listsChanged, restoreArticle, showFlag } from "./calls.ts";

const FAILURE = { title: "Error restoring article", fallback: "Could not restore the article" };

export function useRestoreArticle(): (article: Pick<ArticleSummary, "id" | "title" | "status">) => Promise<boolean> {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { once } = useTurns();
  return async ({ id, title, status: before }) => {
    const restored = await once(
      id,
      async () => {
        const { status } = await restoreArticle(api, id);
        listsChanged(client);
        const isHeld = before === "published" && status !== "published";
        const held = `${title}: its time has passed, so it is ready, and not published.`;
        show({ title: "Article restored", description: isHeld ? held : title });
        return true;
      },
      FAILURE,
    );
    return restored === true;
  };
}

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

export type FlagName = (typeof FLAG_NAMES)[number];

/**
 * Switches a flag of an article in its row: shown immediately, and reverted with a toast if the server rejects
 * it. Sent as a change of this field only, so that it overwrites no concurrent edit.
 */
export function useToggleFlag(): (article: ListedArticle, flag: FlagName) => Promise<void> {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  return async ({ id, ...article }, flag) => {
    const on = !article[flag];
    showFlag(client, id, { [flag]: on });
    try {
      const { failed } = await changeArticles(api, { ids: [id], change: { [flag]: on } });
      if (failed[0]) throw new ApiError(404, failed[0]);
    } catch (error) {
      showFlag(client, id, { [flag]: !on });
      show(failureToast(error, "Error updating article", "Could not update the article"));
    }
    listsChanged(client);
  };
}

/** Whether the user may change or delete an article in the list: published and scheduled ones need `article.publish`. */
export function useMayChange(): (article: Pick<ListedArticle, "status">) => boolean {
  const may = useMay();
  return ({ status }) => may(status === "published" ? "article.publish" : "article.write");
}
