import { shortTime } from "#ui/admin/local-time.ts";
import type { ArticleDetail } from "../../schema.ts";

/** What the words about an article's state depend on. */
export type RoomFacts = {
  /** What is stored; null for a new article. */
  stored: Pick<ArticleDetail, "status" | "published_date"> | null;
  /** When it was saved in this room, in epoch milliseconds; null if not yet. */
  savedAt: number | null;
  isBusy: boolean;
  isUnsaved: boolean;
  /** Saving failed as there is no connection, and will be tried again. */
  isWaiting: boolean;
  /** Whether this browser has what is unsaved, and whether it refuses to keep it. */
  isKept: boolean;
  isRefused: boolean;
};

export type RoomState = { words: string; isWarning: boolean };

/** The state of the work in a few words, for the bar. `now` in epoch milliseconds. */
export function roomState(facts: RoomFacts, now: number): RoomState {
  const calm = (words: string) => ({ words, isWarning: false });
  if (facts.isBusy) return calm("Saving…");
  if (facts.isWaiting)
    return { words: facts.isRefused ? "Offline, not kept anywhere" : "Offline, kept in this browser", isWarning: true };
  if (facts.isUnsaved)
    return calm(facts.isKept && !facts.isRefused ? "Unsaved, kept in this browser" : "Unsaved changes");
  const { stored, savedAt } = facts;
  if (stored === null) return calm("Not saved yet");
  const saved = savedAt === null ? "" : `, saved ${shortTime(savedAt, now)}`;
  if (stored.status === "draft") return calm(`Draft${saved}`);
  const date = stored.published_date === null ? now : Date.parse(stored.published_date);
  return calm(date > now ? `Scheduled, ${shortTime(date, now)}` : `Published${saved}`);
}
