/** The forms of dates in feeds. Pure, linear, and independent of the machine's time zone. */

/** Languages in which publishers write the names of months. English wins where a name means another month. */
const LANGUAGES = ["en", "de", "es", "fr", "it", "nl", "pl", "pt", "ru", "sv", "tr", "id", "sw", "ar"];
const MONTHS = monthNames();

/** Numbers of months by their long and short names. */
function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES)
    for (const month of ["short", "long"] as const) {
      const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { month, day: "numeric", timeZone: "UTC" });
      for (let number = 1; number <= 12; number++) {
        const parts = format.formatToParts(Date.UTC(2000, number - 1, 15));
        const name =
          parts
            .find(({ type }) => type === "month")
            ?.value.toLowerCase()
            .replace(".", "") ?? "";
        if (!names.has(name)) names.set(name, number);
      }
    }
  return names;
}
/** Hours ahead of UTC. Names that several zones have, such as IST and BST, are read as UTC. */
const ZONES: Readonly<Record<string, number>> = {
  adt: -3,
  ast: -4,
  edt: -4,
  est: -5,
  cdt: -5,
  cst: -6,
  mdt: -6,
  mst: -7,
  pdt: -7,
  pst: -8,
  akdt: -8,
  akst: -9,
  hst: -10,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  jst: 9,
  kst: 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
};

const ISO =
  /^(\d{4})(?:[-/.]?(\d{2})(?:[-/.]?(\d{2}))?)?(?:[t\s]{1,3}(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,12})?)?\s{0,2}(z|utc|gmt|[a-z]{3,4}|[+-]\d{1,2}:?(?:\d{2})?)?)?$/i;
const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d{1,9})?)?(am|pm)?$/;
const OFFSET = /^(?:gmt|utc)?([+-])(\d{1,2}):?(\d{2})?$/;
const EPOCH = /^\d{10}(?:\d{3})?$/;
const MAX_LENGTH = 100;
const MIN_YEAR = 1900;
const MAX_YEAR = 2200;

type Parts = {
  year: number;
  month: number;
  day: number;
  time?: [hour: number, minute: number, second: number];
  offset?: number;
};

type Found = { [Name in keyof Parts]?: Parts[Name] | undefined };

/** Epoch milliseconds of a date in any form that feeds use, or null. A date without a zone is one of UTC. */
export function parseDate(given: string): number | null {
  const text = given.trim().toLowerCase();
  if (text === "" || text.length > MAX_LENGTH) return null;
  if (EPOCH.test(text)) return Number(text) * (text.length === 10 ? 1000 : 1);
  const parts = isoParts(text) ?? wordParts(text);
  return parts && instantOf(parts);
}

function isoParts(text: string): Parts | null {
  const found = ISO.exec(text);
  if (!found) return null;
  const [, year, month = "1", day = "1", hour, minute, second = "0", zone = ""] = found;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (hour === undefined) return date;
  return { ...date, time: [Number(hour), Number(minute), Number(second)], offset: offsetOf(zone) ?? 0 };
}

/** Dates with the name of a month, as in mails and HTTP, in any order of their words. */
function wordParts(text: string): Parts | null {
  const words = text.replace(/\([^)]*\)/g, " ").split(/[\s,]+|(?<=\d)-(?=[a-z])|(?<=[a-z])-(?=\d)/);
  const parts: Found = {};
  for (const word of words) readWord(word, parts);
  const { year, month, day } = parts;
  const { time, offset } = parts;
  if (year === undefined || month === undefined || day === undefined) return null;
  return { year, month, day, ...(time && { time }), offset: offset ?? 0 };
}

function readWord(word: string, parts: Found): void {
  const time = TIME.exec(word);
  if (time) {
    const [, hour = "", minute = "", second = "0", half] = time;
    parts.time = [Number(hour), Number(minute), Number(second)];
    if (half) toHalf(half, parts);
  } else if (word === "am" || word === "pm") toHalf(word, parts);
  else if (/^\d{1,2}(?:st|nd|rd|th)?\.?$/.test(word)) {
    if (parts.day === undefined) parts.day = Number.parseInt(word, 10);
    else parts.year ??= twoDigits(Number.parseInt(word, 10));
  } else if (/^\d{4}$/.test(word) && parts.year === undefined) parts.year = Number(word);
  else if (monthOf(word) !== undefined) parts.month ??= monthOf(word);
  else parts.offset ??= offsetOf(word);
}

/** Names in English are also cut at other places, as in `Sept`. */
const monthOf = (word: string) =>
  MONTHS.get(word.replace(".", "")) ?? (/^[a-z]{3,9}$/.test(word) ? MONTHS.get(word.slice(0, 3)) : undefined);
const twoDigits = (year: number) => year + (year < 50 ? 2000 : 1900);

function toHalf(half: string, parts: Found): void {
  const [hour = 0, minute = 0, second = 0] = parts.time ?? [];
  if (hour >= 1 && hour <= 12) parts.time = [(hour % 12) + (half === "pm" ? 12 : 0), minute, second];
}

/** Minutes ahead of UTC; undefined for no zone. */
function offsetOf(word: string): number | undefined {
  const found = OFFSET.exec(word);
  if (found) return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0));
  const hours = ZONES[word];
  return hours === undefined ? undefined : hours * 60;
}

function instantOf({ year, month, day, time: [hour, minute, second] = [0, 0, 0], offset = 0 }: Parts): number | null {
  if (year < MIN_YEAR || year > MAX_YEAR || hour > 24 || minute > 59 || second > 60 || Math.abs(offset) > 14 * 60)
    return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  // A month or day that the calendar lacks would become another one.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000;
}
