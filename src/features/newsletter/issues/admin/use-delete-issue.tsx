import { useQueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { Issue } from "../schema.ts";
import { deleteIssue, issuesChanged } from "./calls.ts";

/** Deletes an unsent issue after confirmation; `onDeleted` is called once it is gone. */
export function useDeleteIssue(onDeleted: () => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  return useDeletion<Issue>({
    words: {
      title: "Delete this issue?",
      confirm: "Delete",
      busy: "Deleting...",
      deleted: "Issue deleted",
      failed: "Error deleting issue",
      fallback: "Could not delete the issue",
    },
    consequence: ({ subject }) => `“${subject}” has not been sent, and cannot be brought back.`,
    call: ({ id }) => deleteIssue(api, id),
    onDeleted: () => {
      // Unmounts the issue's view before the lists are refetched: it would request the deleted issue.
      flushSync(onDeleted);
      issuesChanged(client);
    },
    // Sending may have begun: show the current state.
    onFailed: () => {
      issuesChanged(client);
      return "close";
    },
  });
}
