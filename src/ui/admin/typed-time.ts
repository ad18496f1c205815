import { asUtc, DAY, utcWall, type WallTime } from "#shared/time.ts";

/** Parses dates and times as people type them. Pure; linear in a bounded length. */

const MAX_LENGTH = 60;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

type Clock = Pick<WallTime, "hour" | "minute">;
export type Day = Pick<WallTime, "year" | "month" | "day">;

/** Earlier years are typing errors, such as 0026 for 2026. */
export const MIN_YEAR = 1000;

/** Whether the date exists: 31 Nov does not. */
export function isReal(day: Day): boolean {
  const found = utcWall(asUtc({ ...day, hour: 12, minute: 0 }));
  return found.month === day.month && found.day === day.day;
}

/** The parsed text: a wall time, an instant if the text had a UTC offset, or an error message. */
type TypedTime = { wall: WallTime } | { instant: number } | { problem: string };

const UNREADABLE = "This is not a date and time. Type something like “tomorrow 09:00”, or write the month as a word.";
const AMBIGUOUS = "The day and month are ambiguous. Write the month as a word.";

const WITH_OFFSET = /^\d{4}-\d\d-\d\dt\d\d:\d\d(:\d\d(\.\d{1,3})?)?(z|[+-]\d\d:\d\d)$/;

/**
 * Parses '24 Nov 2026, 09:00', '2026-11-24 9:00', 'Nov 24 9pm', 'tomorrow 9', 'next tue 18:30', '9am', 'in 2 hours' and
 * similar. `now` is the current wall time. A weekday, or a date without a year, means the next one;
 * a time without a date means the next such time. `clock` is the default time of day.
 */
export function readTime(typed: string, now: WallTime, clock: Clock): TypedTime {
  const text = typed.trim().toLowerCase();
  if (text.length > MAX_LENGTH) return { problem: UNREADABLE };
  if (WITH_OFFSET.test(text)) {
    const instant = Date.parse(text.toUpperCase());
    return Number.isNaN(instant) ? { problem: UNREADABLE } : { instant };
  }
  const ahead = readDistance(text, now);
  if (ahead) return { wall: ahead };
  const words = wordsOf(text);
  const dateWords = words.filter((word, index) => !isClock(word, index, words));
  const clockWords = words.filter((word, index) => isClock(word, index, words));
  const time = clockWords.length === 0 ? clock : clockWords.length === 1 ? readClock(clockWords[0] ?? "") : null;
  if (time === null) return { problem: UNREADABLE };
  const isStillAhead = clockWords.length === 1 && asUtc({ ...now, ...time }) > asUtc(now);
  const day =
    nearestDay(dateWords, now, { isTimed: clockWords.length === 1, isStillAhead }) ?? readDate(dateWords, now, "ahead");
  if ("problem" in day) return day;
  const wall = { ...day, ...time };
  return isReal(day) ? { wall } : { problem: `${dayText(day)} does not exist.` };
}

const MINUTES: Record<string, number> = { minute: 1, min: 1, hour: 60, h: 60, day: 24 * 60, week: 7 * 24 * 60 };

/** 'in 2 hours', 'in an hour', 'in 3 days'. */
function readDistance(text: string, now: WallTime): WallTime | undefined {
  const [, count = "", unit = ""] = /^in (an?|\d{1,3}) (minute|min|hour|h|day|week)s?$/.exec(text) ?? [];
  const minutes = MINUTES[unit];
  if (minutes === undefined) return undefined;
  return utcWall(asUtc(now) + (count.startsWith("a") ? 1 : Number(count)) * minutes * 60_000);
}

type Timed = { isTimed: boolean; isStillAhead: boolean };

/** The day for a time alone or today's weekday with a time: today if the time is still ahead. */
function nearestDay(words: string[], now: WallTime, { isTimed, isStillAhead }: Timed): Day | undefined {
  if (words.length === 0 && isTimed) return dayAfter(now, isStillAhead ? 0 : 1);
  const isToday = words.length === 1 && weekdayIn(words[0] ?? "") === weekdayOf(now);
  return isToday && isStillAhead ? dayAfter(now, 0) : undefined;
}

/** Parses a date alone: '24 Nov 2026', 'Nov 24', 'yesterday'. Without a year it means the last one before `today`. */
export function readDay(typed: string, today: Day): { day: Day } | { problem: string } {
  const text = typed.trim().toLowerCase();
  const now = { ...today, hour: 12, minute: 0 };
  const day = text.length > MAX_LENGTH ? { problem: UNREADABLE } : readDate(wordsOf(text), now, "back");
  if ("problem" in day)
    return {
      problem: day.problem === UNREADABLE ? `This is not a date. Type it like ${dayText(today)}.` : day.problem,
    };
  return isReal(day) ? { day } : { problem: `${dayText(day)} does not exist.` };
}

/** Splits a text into words; also splits at the "T" between date and time, and joins "pm" to its number. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const word of text.replace(/(\d)t(\d)/, "$1 $2").split(/[\s,]+/)) {
    const last = words.at(-1);
    if ((word === "am" || word === "pm") && last && /\d$/.test(last)) words[words.length - 1] = last + word;
    else if (word !== "" && word !== "at") words.push(word);
  }
  return words;
}

/** A word with a colon, 'am' or 'pm'; at the end also a bare number after a complete date, as in 'tomorrow 9'. */
function isClock(word: string, index: number, words: string[]): boolean {
  if (/^\d{1,2}(:\d\d){1,2}$|^\d{1,2}([:.]\d\d)?(am|pm)$|^(noon|midnight)$/.test(word)) return true;
  const isLast = index === words.length - 1;
  if (!isLast || !/^\d{1,2}([.h]\d\d)?$|^\d{1,2}h$/.test(word)) return false;
  const before = words.slice(0, index);
  const hasDay = before.some((one) => /^\d{1,2}(st|nd|rd|th)?$/.test(one)) && before.some((one) => monthIn(one) > 0);
  return hasDay || before.some((one) => /^\d{4}-|[./]|^(today|tomorrow|yesterday)$/.test(one) || weekdayIn(one) >= 0);
}

function readClock(word: string): Clock | null {
  if (word === "noon") return { hour: 12, minute: 0 };
  if (word === "midnight") return { hour: 0, minute: 0 };
  const [, hours = "", minutes = "0", half] = /^(\d{1,2})(?:[:.h](\d\d)?)?(?::\d\d)?(am|pm)?$/.exec(word) ?? [];
  const given = Number(hours);
  const minute = Number(minutes);
  if (hours === "" || minute > 59 || given > 23 || (half && (given < 1 || given > 12))) return null;
  return { hour: half ? (given % 12) + (half === "pm" ? 12 : 0) : given, minute };
}

type Direction = "ahead" | "back";

function readDate(words: string[], now: WallTime, where: Direction): Day | { problem: string } {
  if (words.length === 2 && words[0] === "next" && weekdayIn(words[1] ?? "") >= 0)
    return readDate(words.slice(1), now, where);
  const [first = ""] = words;
  if (words.length === 1) {
    const dashed = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(first);
    if (dashed) return dayOf(Number(dashed[1]), Number(dashed[2]), Number(dashed[3]));
    const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(first);
    if (dotted) return dayIn(now, where, Number(dotted[3] ?? 0), Number(dotted[2]), Number(dotted[1]));
    const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(first);
    if (slashed) return slashedDay(Number(slashed[1]), Number(slashed[2]), Number(slashed[3]));
    if (first === "today") return dayAfter(now, 0);
    if (first === "tomorrow") return dayAfter(now, 1);
    if (first === "yesterday") return dayAfter(now, -1);
    const days = (weekdayIn(first) - weekdayOf(now) + 7) % 7;
    if (weekdayIn(first) >= 0) return dayAfter(now, where === "back" ? days - 7 : days || 7);
    return { problem: UNREADABLE };
  }
  return readNamed(words, now, where);
}

/** A day, a month in letters and perhaps a year, in any order that people use; a weekday before it says nothing new. */
function readNamed(words: string[], now: WallTime, where: Direction): Day | { problem: string } {
  const rest = weekdayIn(words[0] ?? "") >= 0 ? words.slice(1) : words;
  const month = rest.map(monthIn).find((found) => found > 0);
  const days = rest.filter((word) => /^\d{1,2}(st|nd|rd|th)?\.?$/.test(word));
  const years = rest.filter((word) => /^\d{4}$/.test(word));
  const isAll = month !== undefined && days.length === 1 && years.length <= 1 && rest.length === 2 + years.length;
  if (!isAll) return { problem: UNREADABLE };
  return dayIn(now, where, Number(years[0] ?? 0), month, Number.parseInt(days[0] ?? "", 10));
}

const isMonth = (month: number) => month >= 1 && month <= 12;
const isDay = (day: number) => day >= 1 && day <= 31;

function dayOf(year: number, month: number, day: number): Day | { problem: string } {
  return year >= MIN_YEAR && isMonth(month) && isDay(day) ? { year, month, day } : { problem: UNREADABLE };
}

/** Resolves a missing year (0) to the next or the last such date. */
function dayIn(now: WallTime, where: Direction, year: number, month: number, day: number): Day | { problem: string } {
  if (year !== 0) return dayOf(year, month, day);
  const days = (month - now.month) * 31 + day - now.day;
  const years = where === "ahead" ? (days < 0 ? 1 : 0) : days > 0 ? -1 : 0;
  return dayOf(now.year + years, month, day);
}

function slashedDay(left: number, right: number, year: number): Day | { problem: string } {
  if (left > 12) return dayOf(year, right, left);
  if (right > 12 || left === right) return dayOf(year, left, right);
  return { problem: AMBIGUOUS };
}

function dayAfter(now: WallTime, days: number): Day {
  const { year, month, day } = utcWall(asUtc({ ...now, hour: 0, minute: 0 }) + days * DAY);
  return { year, month, day };
}

const weekdayOf = (wall: WallTime) => new Date(asUtc(wall)).getUTCDay();

/** The month of a word with at least three letters; 0 for none. */
function monthIn(word: string): number {
  return inList(word, MONTHS, LONG_MONTHS) + 1;
}

const weekdayIn = (word: string): number => inList(word, WEEKDAYS, LONG_WEEKDAYS);

const LONG_MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];
const LONG_WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function inList(word: string, short: string[], long: string[]): number {
  const bare = word.endsWith(".") ? word.slice(0, -1) : word;
  const at = short.indexOf(bare.slice(0, 3));
  return at >= 0 && long[at]?.startsWith(bare) ? at : -1;
}

export function monthName(month: number): string {
  const name = MONTHS[month - 1] ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const two = (part: number) => String(part).padStart(2, "0");

export const clockText = ({ hour, minute }: Clock): string => `${two(hour)}:${two(minute)}`;

/** Formats a day as it can be typed, in the order of all dates of the desk: 'Nov 24, 2026'. */
export const dayText = ({ year, month, day }: Day): string =>
  `${monthName(month)} ${day}, ${String(year).padStart(4, "0")}`;

/** Formats a wall time as it can be typed: 'Nov 24, 2026, 09:00'. */
export const timeText = (wall: WallTime): string => `${dayText(wall)}, ${clockText(wall)}`;
