import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import type { ArticleSummary } from "../schema.ts";
import { deleteArticle } from "./calls.ts";
import { listDeleted } from "./list-cache.ts";

type Deleting = {
  /** Asks whether to delete this article. */
  ask: (article: ArticleSummary) => void;
  question: ReactNode;
};

/** Deletes an article once the editor has confirmed it; `onDeleted` is told when it is gone. */
export function useDeleteArticle(onDeleted: (id: number) => void): Deleting {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [asked, setAsked] = useState<ArticleSummary | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function confirm({ id }: ArticleSummary) {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await deleteArticle(api, id).catch((error: unknown) => {
        // Somebody else was faster: it is gone, which is what was asked for.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
      // The dialog closes first, as it gives the focus back to a button that is about to go.
      flushSync(() => setAsked(null));
      onDeleted(id);
      listDeleted(client, id);
      show({ title: "Article deleted" });
    } catch (error) {
      setAsked(null);
      const description = detailOf(error, "Could not delete the article");
      show({ title: "Error deleting article", description, variant: "destructive" });
    } finally {
      setIsBusy(false);
    }
  }

  const question = asked && (
    <ConfirmDialog
      title="Delete this article?"
      confirm={isBusy ? "Deleting..." : "Delete"}
      isBusy={isBusy}
      onConfirm={() => confirm(asked)}
      onCancel={() => setAsked(null)}
    >
      “{asked.title}” is taken from every page, list and feed, and cannot be brought back.
    </ConfirmDialog>
  );
  return { ask: setAsked, question };
}
