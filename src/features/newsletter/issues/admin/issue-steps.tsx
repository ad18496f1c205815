import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play } from "lucide";
import { flushSync } from "react-dom";
import { moveToTrash, useRestoreDocument } from "#features/documents/trash/admin/trash-screen.tsx";
import { relativeDate } from "#shared/dates.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import type { MenuItem } from "#ui/admin/menu.tsx";
import { isRecent } from "#ui/admin/past-time.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { Issue } from "../endpoints.ts";
import { issueChanged, issuesChanged, stepIssue } from "./calls.ts";

/** What is more exact than the state of a story while an issue is being sent. */
export const MOVING_WORDS: Partial<Record<Issue["state"], string>> = { sending: "Sending", paused: "Paused" };

/** The state of an issue as editors read it. */
export const STATE_WORDS: Record<Issue["state"], string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  sent: "Sent",
};

const plannedFor = ({ state, scheduled_at, started_at }: Issue): string | null =>
  started_at === null && state !== "draft" ? scheduled_at : null;

/** The time of an issue's end, else of its start, its schedule or its last save. */
export const instantOf = (issue: Issue): string =>
  issue.finished_at ?? issue.started_at ?? plannedFor(issue) ?? issue.updated_at;

/** When an issue was sent, started, scheduled for or saved, as a phrase in the newsroom's `zone`; relative within a day of `now`. */
export function whenOf(issue: Issue, zone: string, now?: number): string {
  const at = instantOf(issue);
  if (at === plannedFor(issue)) return `For ${plannedTime(at, zone)}`;
  const verb = issue.finished_at ? "Sent" : issue.started_at ? "Started" : "Saved";
  const isFresh = now !== undefined && isRecent(Date.parse(at), now);
  return `${verb} ${isFresh ? relativeDate(at, now) : plannedTime(at, zone)}`;
}

export const inFigures = (count: number) => count.toLocaleString("en");

/** Whether the server changes an issue, so that it is worth polling. */
export const isMoving = ({ state }: Issue) => state === "scheduled" || state === "sending";

/** How often changing issues are polled, in milliseconds. */
export const LIVE_INTERVAL_MS = 2_000;

/** Pauses a scheduled or sending issue, or resumes a paused one, as an item of a menu; null in other states. */
export function useStep(issue: Issue | null): MenuItem | null {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  if (!issue || issue.state === "draft" || issue.state === "sent") return null;
  const step = issue.state === "paused" ? "resume" : "pause";
  const go = () =>
    void run(
      async () => {
        issueChanged(client, await stepIssue(api, issue, step));
        show({ title: step === "pause" ? "Issue paused" : "Issue resumed" });
      },
      {
        title: `Error ${step === "pause" ? "pausing" : "resuming"} issue`,
        fallback: `Could not ${step} the issue`,
        onFailed: () => issuesChanged(client),
      },
    );
  return {
    label: step === "pause" ? "Pause" : "Resume",
    icon: step === "pause" ? Pause : Play,
    isDisabled: isBusy,
    run: go,
  };
}

/** The same as a button. */
export function StepButton({ issue }: { issue: Issue }) {
  const step = useStep(issue);
  if (!step) return null;
  return (
    <AdminButton disabled={step.isDisabled} onClick={step.run}>
      {step.label}
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
