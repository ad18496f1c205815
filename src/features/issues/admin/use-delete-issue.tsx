import { useQueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { Issue } from "../schema.ts";
import { deleteIssue, issuesChanged } from "./calls.ts";

/** Deletes an issue that was not sent, once the editor has confirmed it; `onDeleted` is told when it is gone. */
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
      // What shows the issue goes before the lists are read anew: it would ask for what is gone.
      flushSync(onDeleted);
      issuesChanged(client);
    },
    // Its sending may have begun: the state is to be seen.
    onFailed: () => {
      issuesChanged(client);
      return "close";
    },
  });
}
