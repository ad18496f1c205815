import type { Permission } from "#shared/permissions.ts";
import { type Story, storyWord } from "#shared/story.ts";
import { asUtc, DAY, meantIn, wallIn } from "#shared/time.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import type { CalendarEntry } from "../endpoints.ts";

/** A date, and the minute of its day, as wall time of a zone (an IANA name). */

export type Day = string;

export type DayTime = { day: Day; minute: number };

const asDay = (utc: number): Day => new Date(utc).toISOString().slice(0, 10);
const startOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);

export function dayTime(instant: number, zone: string): DayTime {
  const wall = wallIn(zone, instant);
  return { day: asDay(asUtc(wall)), minute: 60 * wall.hour + wall.minute };
}

/** The instant of a wall time: the first of two when clocks are set back, shifted forward when they skip it. */
export function instantAt({ day, minute }: DayTime, zone: string): number {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return meantIn(zone, { year, month, day: date, hour: Math.floor(minute / 60), minute: minute % 60 }).instant;
}

export const addDays = (day: Day, count: number): Day => asDay(startOf(day) + count * DAY);

export const weekdayOf = (day: Day): number => new Date(startOf(day)).getUTCDay() || 7;

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = startOf(text);
  return !Number.isNaN(time) && asDay(time) === text;
}

export function clockOf(minute: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

export type View = "week" | "month";

/** The days of a view that contains a day: the week from Monday, or all weeks of its month. */
export function shownDays(view: View, day: Day): Day[] {
  const [first, last] = view === "week" ? [day, day] : [`${day.slice(0, 8)}01`, lastOfMonth(day)];
  const start = addDays(first, 1 - weekdayOf(first));
  const end = addDays(last, 7 - weekdayOf(last));
  const days = [start];
  while ((days.at(-1) ?? end) < end) days.push(addDays(days.at(-1) ?? end, 1));
  return days;
}

const nextMonth = (day: Day) => `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`;
const lastOfMonth = (day: Day) => addDays(nextMonth(day), -1);

export function stepped(view: View, day: Day, by: 1 | -1): Day {
  if (view === "week") return addDays(day, 7 * by);
  return by === 1 ? nextMonth(day) : `${addDays(`${day.slice(0, 8)}01`, -1).slice(0, 8)}01`;
}

/** Working hours from Monday to Friday in minutes of the day, and the shortest gap to report. */
export const WORK_BEGINS = 8 * 60;
export const WORK_ENDS = 18 * 60;
export const MIN_GAP_MINUTES = 4 * 60;

export const isWorkingDay = (day: Day): boolean => weekdayOf(day) <= 5;

export type Gap = { from: number; to: number };

/**
 * The long gaps within working hours, given the minutes of the day at which something is published. Minutes before
 * `now` (a minute of the day) are not counted.
 */
export function gapsOf(day: Day, minutes: readonly number[], now = 0): Gap[] {
  if (!isWorkingDay(day)) return [];
  const begin = Math.max(WORK_BEGINS, now);
  const inside = minutes.filter((minute) => minute > begin && minute < WORK_ENDS).toSorted((a, b) => a - b);
  const ends = [begin, ...inside, WORK_ENDS];
  return ends
    .slice(1)
    .map((to, index) => ({ from: ends[index] ?? to, to }))
    .filter(({ from, to }) => to - from >= MIN_GAP_MINUTES);
}

/** Whether nothing is published on a working day that has not ended. `today` is in the same zone. */
export const isEmptyDay = (day: Day, today: Day, publications: number): boolean =>
  publications === 0 && day >= today && isWorkingDay(day);

const UTC = { timeZone: "UTC" } as const;
const SHORT = new Intl.DateTimeFormat("en-US", { ...UTC, weekday: "short", month: "short", day: "numeric" });
const LONG = new Intl.DateTimeFormat("en-US", { ...UTC, weekday: "long", month: "long", day: "numeric" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { ...UTC, weekday: "short" });
const MONTH = new Intl.DateTimeFormat("en-US", { ...UTC, month: "long", year: "numeric" });
const RANGE = new Intl.DateTimeFormat("en-US", { ...UTC, month: "short", day: "numeric", year: "numeric" });

const noonOf = (day: Day) => Date.parse(`${day}T12:00:00Z`);

/** 'Tue, Nov 24'; 'Tuesday, November 24'; 'Tue'. */
export const shortDay = (day: Day): string => SHORT.format(noonOf(day));
export const longDay = (day: Day): string => LONG.format(noonOf(day));
export const weekdayName = (day: Day): string => WEEKDAY.format(noonOf(day));

/** 'Tue, Nov 24, 09:00'. */
export const whenWords = ({ day, minute }: DayTime): string => `${shortDay(day)}, ${clockOf(minute)}`;

export function periodWords(view: View, day: Day, days: readonly Day[]): string {
  if (view === "month") return MONTH.format(noonOf(day));
  return RANGE.formatRange(noonOf(days[0] ?? day), noonOf(days.at(-1) ?? day));
}

/** A duration in minutes: '4 h', '4 h 30 min'. */
export function stretchWords(minutes: number): string {
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ""}`;
}

export type Item = {
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
  /** Where it is on its way to readers, if the user may know. */
  story?: Story | undefined;
};

type May = (permission: Permission) => boolean;

export function itemOf({ kind, id, title, at, state, etag, is_others, story }: CalendarEntry, may: May): Item {
  const isOthers = kind === "story" ? etag === null : !may(kind === "issue" ? "issue.manage" : "article.publish");
  const facts = { kind, id: id ?? 0, title, state, etag, isOthers, isReadOnly: is_others, story };
  return { key: `${kind}-${id ?? at}`, instant: Date.parse(at), ...facts };
}

type Draft = { id: number; title: string; story?: Story | undefined };

export function draftItem({ id, title, story }: Draft, may: May): Item {
  const isOthers = !may("article.publish");
  const facts = { kind: "draft", state: "draft", instant: null, etag: null, isReadOnly: false } as const;
  return { key: keyOfDraft(id), id, title, isOthers, story, ...facts };
}

export const keyOfDraft = (id: number): string => `article-${id}`;

export const isMovable = ({ kind, state, isOthers }: Item): boolean =>
  !isOthers && (kind === "draft" || kind === "story" || (state === "scheduled" && kind !== "digest"));

export function whyFixed({ kind, state, isOthers }: Item): string {
  if (kind === "story") return "Only its people and editors move this story.";
  if (isOthers) return "An editor decides when it is published.";
  if (kind === "digest") return "The day and hour of the weekly digest are set under Newsletter issues.";
  if (state === "paused") return "This issue is paused. Open it to resume.";
  if (kind === "issue") return state === "sending" ? "This issue is being sent." : "This issue was sent.";
  return "Published articles cannot be moved: readers have already seen them.";
}

/** What an item is, and its state in the words of lists and rooms. */
export function wordsOf({ kind, state, story }: Item): string {
  if (kind === "draft") return storyWord(story?.state ?? "writing");
  if (kind === "update") return "Scheduled update";
  if (kind === "digest") return "Newsletter, weekly";
  if (kind === "story") return story ? `Story due, ${storyWord(story.state).toLowerCase()}` : "Story due";
  if (kind === "article" && story) return storyWord(story.state);
  const stateWord = {
    published: "Published",
    scheduled: "Scheduled",
    sending: "Being sent",
    paused: "Paused",
    sent: "Sent",
    due: "Due",
  };
  const word = stateWord[state === "draft" ? "scheduled" : state];
  return kind === "issue" ? `Newsletter, ${word.toLowerCase()}` : word;
}

/** The screen that an item opens; the public page of an article that the user may only read. */
export function screenOf({ kind, id, isReadOnly }: Item): string {
  // An upcoming digest is not an issue yet; its settings are below the list of issues.
  if (kind === "digest") return adminUrl.audience("issues");
  if (kind === "issue") return adminUrl.issue(id);
  if (kind === "story") return adminUrl.budget(id);
  return isReadOnly ? pageUrl.article(id) : adminUrl.article(id);
}

export type Placed = DayTime & { item: Item };

export type BoardDay = {
  day: Day;
  placed: Placed[];
  isToday: boolean;
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
