import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { Issue } from "../schema.ts";
import { issueChanged, issuesChanged, stepIssue } from "./calls.ts";

/** Pauses a scheduled or sending issue, or resumes a paused one; renders nothing for any other. */
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
