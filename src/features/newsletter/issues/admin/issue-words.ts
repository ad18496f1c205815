import { plannedTime } from "#ui/admin/local-time.ts";
import type { Issue } from "../endpoints.ts";

/** The state of an issue as editors read it. */
export const STATE_WORDS: Record<Issue["state"], string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  sent: "Sent",
};

/** When an issue was sent, begun, scheduled for or saved, as a phrase; in `zone`, the newsroom's. */
export function whenOf({ state, scheduled_at, started_at, finished_at, updated_at }: Issue, zone: string): string {
  if (finished_at) return `Sent ${plannedTime(finished_at, zone)}`;
  if (started_at) return `Begun ${plannedTime(started_at, zone)}`;
  if (scheduled_at && state !== "draft") return `For ${plannedTime(scheduled_at, zone)}`;
  return `Saved ${plannedTime(updated_at, zone)}`;
}

export const inFigures = (count: number) => count.toLocaleString("en");

/** Whether an issue changes by itself, so that it is worth polling. */
export const isMoving = ({ state }: Issue) => state === "scheduled" || state === "sending";

/** How often changing issues are polled, in milliseconds. */
export const LIVE_INTERVAL_MS = 2_000;
