import type { StoryState } from "#shared/story.ts";
import { wallIn, zoneWords } from "#shared/time.ts";

/** Where a story is planned to appear, in addition to its own page. */
export const SLOTS = ["", "home", "newsletter"] as const;
export type Slot = (typeof SLOTS)[number];

export const SLOT_LABELS = { "": "None", home: "Home page", newsletter: "Newsletter" } as const satisfies Record<
  Slot,
  string
>;

/** When a story is due, as the list is filtered: `week` within seven days, late ones too; `none` without a time. */
export const DUES = ["late", "today", "week", "none"] as const;
export type Due = (typeof DUES)[number];

/** States in which a story is never late. */
const DONE: ReadonlySet<StoryState> = new Set<StoryState>(["scheduled", "public", "corrected", "withdrawn"]);
export const isDone = (state: StoryState): boolean => DONE.has(state);

export const MAX_TITLE = 200;
export const MAX_NOTE = 2_000;
export const MAX_LENGTH = 100_000;
export const NO_LENGTH = `Length must be a whole number from 1 to ${MAX_LENGTH}.`;
export const MAX_PEOPLE = 20;
/** Ideas that are stored. */
export const MAX_IDEAS = 5_000;

export const NO_IDEA = "Story not found.";

type Brief = { due_at: number | null; length: number | null; slot: Slot; note: string };

/** What is planned, as the first note of the draft; empty for nothing. */
export function briefOf({ due_at, length, slot, note }: Brief, zone: string): string {
  const facts = [
    due_at !== null && `Due ${dueWords(due_at, zone)}.`,
    length !== null && `${length.toLocaleString("en")} words.`,
    slot !== "" && `Planned for: ${SLOT_LABELS[slot].toLowerCase()}.`,
  ].filter(Boolean);
  return [facts.join(" "), note].filter(Boolean).join("\n");
}

function dueWords(time: number, zone: string): string {
  const { hour, minute } = wallIn(zone, time);
  const day = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: zone }).format(time);
  const clock = [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
  return `${day}, ${clock} ${zoneWords(zone, time)}`;
}
