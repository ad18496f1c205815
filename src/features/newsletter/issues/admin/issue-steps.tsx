import { useQueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { moveToTrash, useRestoreDocument } from "#features/documents/trash/admin/trash-screen.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { Issue } from "../endpoints.ts";
import { issueChanged, issuesChanged, stepIssue } from "./calls.ts";

/** Pauses a scheduled or sending issue, or resumes a paused one; renders nothing in other states. */
export function StepButton({ issue }: { issue: Issue }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const step = issue.state === "paused" ? "resume" : "pause";
  if (issue.state === "draft" || issue.state === "sent") return null;

  const go = () =>
    run(
      async () => {
        issueChanged(client, await stepIssue(api, issue.id, step));
        show({ title: step === "pause" ? "Issue paused" : "Issue resumed" });
      },
      {
        title: `Error ${step === "pause" ? "pausing" : "resuming"} issue`,
        fallback: `Could not ${step} the issue`,
        onFailed: () => issuesChanged(client),
      },
    );
  return (
    <AdminButton disabled={isBusy} onClick={go}>
      {step === "pause" ? "Pause" : "Resume"}
    </AdminButton>
  );
}

/** Moves an unsent issue to the trash after confirmation; `onDeleted` is called once it is gone. */
export function useDeleteIssue(onDeleted: () => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const restore = useRestoreDocument();
  return useDeletion<Issue>({
    words: {
      title: "Delete this issue?",
      confirm: "Delete",
      busy: "Deleting...",
      deleted: "Issue deleted",
      failed: "Error deleting issue",
      fallback: "Could not delete the issue",
    },
    consequence: ({ subject }) => `“${subject}” has not been sent. It stays in the trash for 30 days.`,
    call: ({ id }) => moveToTrash(api, { type: "issue", id }),
    onDeleted: () => {
      // Unmounts the issue's view before the lists are refetched: it would request the deleted issue.
      flushSync(onDeleted);
      issuesChanged(client);
    },
    undo: ({ id, subject }) => void restore({ type: "issue", id, title: subject }),
    // Sending may have started: show the current state.
    onFailed: () => {
      issuesChanged(client);
      return "close";
    },
  });
}
