import { relativeDate } from "#shared/dates.ts";
import { plannedTime } from "#ui/admin/local-time.ts";
import { isRecent } from "#ui/admin/past-time.tsx";
import type { Issue } from "../endpoints.ts";

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
