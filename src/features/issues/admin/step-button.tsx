import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import type { Issue } from "../schema.ts";
import { issueChanged, issuesChanged, stepIssue } from "./calls.ts";

/** Pauses an issue that is about to be sent or being sent, and lets it go on; nothing for any other. */
export function StepButton({ issue }: { issue: Issue }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const step = issue.state === "paused" ? "resume" : "pause";
  if (issue.state === "draft" || issue.state === "sent") return null;

  async function go() {
    setIsBusy(true);
    try {
      issueChanged(client, await stepIssue(api, issue.id, step));
      show({ title: step === "pause" ? "Issue paused" : "Issue resumed" });
    } catch (error) {
      issuesChanged(client);
      show(
        failureToast(error, `Error ${step === "pause" ? "pausing" : "resuming"} issue`, `Could not ${step} the issue`),
      );
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <AdminButton disabled={isBusy} onClick={go}>
      {step === "pause" ? "Pause" : "Resume"}
    </AdminButton>
  );
}
