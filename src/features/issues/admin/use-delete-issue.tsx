import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Issue } from "../schema.ts";
import { deleteIssue, issuesChanged } from "./calls.ts";

type Deleting = { ask: (issue: Issue) => void; question: ReactNode };

/** Deletes an issue that was not sent, once the editor has confirmed it; `onDeleted` is told when it is gone. */
export function useDeleteIssue(onDeleted: () => void): Deleting {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [asked, setAsked] = useState<Issue | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function confirm({ id }: Issue) {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await deleteIssue(api, id).catch((error: unknown) => {
        // Somebody else was faster: it is gone, which is what was asked for.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
      // The dialog closes first, as it gives the focus back to a button that is about to go.
      flushSync(() => setAsked(null));
      // What shows the issue goes before the lists are read anew: it would ask for what is gone.
      flushSync(onDeleted);
      show({ title: "Issue deleted" });
    } catch (error) {
      setAsked(null);
      const description = detailOf(error, "Could not delete the issue");
      show({ title: "Error deleting issue", description, variant: "destructive" });
    } finally {
      setIsBusy(false);
      issuesChanged(client);
    }
  }

  const question = asked && (
    <ConfirmDialog
      title="Delete this issue?"
      confirm={isBusy ? "Deleting..." : "Delete"}
      isBusy={isBusy}
      onConfirm={() => confirm(asked)}
      onCancel={() => setAsked(null)}
    >
      <p className="wrap-anywhere">“{asked.subject}” has not been sent, and cannot be brought back.</p>
    </ConfirmDialog>
  );
  return { ask: setAsked, question };
}
