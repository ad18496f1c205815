import type { Permission } from "#shared/permissions.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import type { CalendarEntry } from "../endpoints.ts";
import { type Day, type DayTime, dayTime, type Gap, gapsOf, isEmptyDay } from "./days.ts";

export type Item = {
  /** Identifies the item on every screen. */
  key: string;
  kind: CalendarEntry["kind"] | "draft";
  id: number;
  title: string;
  instant: number | null;
  state: CalendarEntry["state"] | "draft";
  etag: string | null;
  isOthers: boolean;
  /** Whether the user may not open its room, and sees the public page instead. */
  isReadOnly: boolean;
};

type May = (permission: Permission) => boolean;

export function itemOf({ kind, id, title, at, state, etag, is_others }: CalendarEntry, may: May): Item {
  const isOthers = !may(kind === "issue" ? "issue.manage" : "article.publish");
  const facts = { kind, id: id ?? 0, title, state, etag, isOthers, isReadOnly: is_others };
  return { key: `${kind}-${id ?? at}`, instant: Date.parse(at), ...facts };
}

export function draftItem({ id, title }: { id: number; title: string }, may: May): Item {
  const isOthers = !may("article.publish");
  const facts = { kind: "draft", state: "draft", instant: null, etag: null, isReadOnly: false } as const;
  return { key: keyOfDraft(id), id, title, isOthers, ...facts };
}

export const keyOfDraft = (id: number): string => `article-${id}`;

export const isMovable = ({ kind, state, isOthers }: Item): boolean =>
  !isOthers && (kind === "draft" || (state === "scheduled" && kind !== "digest"));

export function whyFixed({ kind, state, isOthers }: Item): string {
  if (isOthers) return "An editor decides when it goes out.";
  if (kind === "digest") return "The weekly digest has a day and an hour of its own, set under Newsletter Issues.";
  if (state === "paused") return "This issue is paused. Open it to let it go on.";
  if (kind === "issue") return state === "sending" ? "This issue is being sent." : "This issue was sent.";
  return "This article is published: readers have seen it.";
}

export function wordsOf({ kind, state }: Item): string {
  if (kind === "draft") return "Draft";
  if (kind === "update") return "Scheduled update";
  if (kind === "digest") return "Newsletter, weekly";
  const stateWord = {
    published: "Published",
    scheduled: "Scheduled",
    sending: "Being sent",
    paused: "Paused",
    sent: "Sent",
  };
  const word = stateWord[state === "draft" ? "scheduled" : state];
  return kind === "issue" ? `Newsletter, ${word.toLowerCase()}` : word;
}

/** The screen that an item opens; the public page of an article that the user may only read. */
export function screenOf({ kind, id, isReadOnly }: Item): string {
  // An upcoming digest is not an issue yet; its settings are below the list of issues.
  if (kind === "digest") return adminUrl.audience("issues");
  if (kind === "issue") return adminUrl.issue(id);
  return isReadOnly ? pageUrl.article(id) : adminUrl.article(id);
}

export type Placed = DayTime & { item: Item };

export type BoardDay = {
  day: Day;
  placed: Placed[];
  isToday: boolean;
  /** The current minute of the day; null on any day but today. */
  now: number | null;
  /** Whether a working day has no publication, and otherwise the long gaps between publications. */
  isEmpty: boolean;
  gaps: Gap[];
};

type Board = {
  days: readonly Day[];
  items: readonly Item[];
  zone: string;
  now: number;
  /** The end of the complete part of the items. Later days may look empty because the list was cut. */
  completeUntil: number;
};

const isPublication = ({ kind, state }: Item) => kind === "draft" || (kind === "article" && state !== "draft");

/** Groups the items by days of the newsroom's zone, each sorted, with its gaps. */
export function boardOf({ days, items, zone, now, completeUntil }: Board): BoardDay[] {
  const placed = new Map<Day, Placed[]>(days.map((day) => [day, []]));
  for (const item of items) {
    if (item.instant === null) continue;
    const wall = dayTime(item.instant, zone);
    placed.get(wall.day)?.push({ ...wall, item });
  }
  const today = dayTime(now, zone);
  // The day on which the items end is incomplete.
  const firstUnknown = dayTime(completeUntil, zone).day;
  return days.map((day) => {
    const own = (placed.get(day) ?? []).toSorted((a, b) => a.minute - b.minute);
    const minutes = own.filter(({ item }) => isPublication(item)).map(({ minute }) => minute);
    const isEmpty = day < firstUnknown && isEmptyDay(day, today.day, minutes.length);
    const isOpen = day >= today.day && day < firstUnknown && !isEmpty;
    const gaps = isOpen ? gapsOf(day, minutes, day === today.day ? today.minute : 0) : [];
    return {
      day,
      placed: own,
      isToday: day === today.day,
      now: day === today.day ? today.minute : null,
      isEmpty,
      gaps,
    };
  });
}
