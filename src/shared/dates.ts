import { textIn } from "./translate.ts";

/**
 * Dates and lists of names of the site, in its language (US English by default); dates in the newsroom's time zone (an
 * IANA name; UTC by default), so that server and browser produce the same words wherever the reader is. The platform's own
 * formats: a library with its locale costs every reader 6 kB.
 */
type Format = (instant: number | Date, zone?: string, language?: string) => string;

/** Calendar and digits are named: the defaults of Arabic differ between browsers. */
const localeOf = (language: string | undefined) => (language ? `${language}-u-ca-gregory-nu-latn` : "en-US");

/** Formatted texts, by what they are of. */
export type DateTexts = Record<string, string>;
const known = new Map<string, string>();
let collected: DateTexts | undefined;

/** Runs a synchronous function, and returns its result with the texts of the dates that it showed. */
export function collectDates<Result>(run: () => Result): { result: Result; dates: DateTexts } {
  const dates: DateTexts = {};
  collected = dates;
  try {
    return { result: run(), dates };
  } finally {
    collected = undefined;
  }
}

/**
 * In the browser, uses the texts that came with the page. The platform's formats read data of all languages at their
 * first use, which blocks a phone for a tenth of a second while the page starts.
 */
export function startDates(dates: DateTexts): void {
  for (const [key, text] of Object.entries(dates)) known.set(key, text);
}

function textOf(key: string, format: () => string): string {
  const text = known.get(key) ?? format();
  if (collected) collected[key] = text;
  return text;
}

/** A format in any zone and language, created once for each; an unknown zone counts as UTC. */
function formatOf(name: string, options: Intl.DateTimeFormatOptions): Format {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (instant, zone = "UTC", language) => {
    const key = `${zone} ${language}`;
    const make = (timeZone: string) => new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone });
    return textOf(`${name} ${instant.valueOf()} ${key}`, () => {
      let format = made.get(key);
      if (!format) {
        try {
          format = make(zone);
        } catch {
          format = make("UTC");
        }
        made.set(key, format);
      }
      return format.format(instant);
    });
  };
}

/** The words before, between and after `count` names in a sentence, for example `["", ", ", ", and ", ""]`. */
export const aroundNames = (count: number, language = "en"): readonly string[] =>
  textOf(`names ${count} ${language}`, () =>
    new Intl.ListFormat(language).format(Array.from({ length: count }, () => "\n")),
  ).split("\n");

/** Names as a sentence has them. */
export const listOfNames = (names: readonly string[], language?: string): string =>
  aroundNames(names.length, language)
    .map((words, at) => words + (names[at] ?? ""))
    .join("");

const DAY = { year: "numeric", month: "long", day: "numeric" } as const;
const card = formatOf("card", { ...DAY, day: "2-digit" });
const long = formatOf("long", DAY);
const full = formatOf("full", { ...DAY, weekday: "long" });
/** In every language as in English: digits and an abbreviation, which browsers would space differently. */
const clock = formatOf("clock", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" });
/** How long the time of day matters to readers, in milliseconds. */
const RECENT_MS = 48 * 60 * 60 * 1000;
const relative = new Map<string | undefined, Intl.RelativeTimeFormat>();

/** Without automatic words such as "yesterday". */
function relativeIn(language: string | undefined): Intl.RelativeTimeFormat {
  let format = relative.get(language);
  if (!format) {
    format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: "always" });
    relative.set(language, format);
  }
  return format;
}

/** Units of relative times, with their lengths in seconds: a month and a year are average ones. */
const UNITS = [
  ["year", 31_556_952],
  ["month", 2_629_746],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const unknown = (language: string | undefined) => textIn(language)("Unknown date");

function parse(iso: string | null | undefined): Date | null {
  const instant = iso ? new Date(iso) : null;
  return instant && !Number.isNaN(instant.getTime()) ? instant : null;
}

/** A card's date, 'MMMM dd, yyyy', for example 'January 05, 2025'; 'Unknown date' if invalid. */
export function cardDate(iso: string | null | undefined, zone?: string, language?: string): string {
  const instant = parse(iso);
  if (!instant) return unknown(language);
  // Only in English do days have two digits, by the specification.
  return language ? long(instant, zone, language) : card(instant, zone);
}

/** A long US date, for example 'January 5, 2025'; 'Unknown date' if invalid. */
export function longDate(iso: string | null | undefined, zone?: string, language?: string): string {
  const instant = parse(iso);
  return instant ? long(instant, zone, language) : unknown(language);
}

/** A month, for example 'November 2026', from `2026-11`; as `short`, 'Nov'. */
export const monthName = (month: string, language?: string, form?: "short"): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...(form ? { month: form } : { month: "long", year: "numeric" }),
    timeZone: "UTC",
  }).format(Date.parse(`${month}-01T00:00Z`));

/** Every zone's days begin at a quarter of an hour, in milliseconds. */
const QUARTER_MS = 15 * 60 * 1000;

/** The same for all moments of a quarter of an hour, so that a clock that runs on finds the text of its page. */
const quarterOf = (instant: number) => instant - (instant % QUARTER_MS);

/** The long US date of an instant in epoch milliseconds. */
export function longDateOf(instant: number, zone?: string, language?: string): string {
  return long(quarterOf(instant), zone, language);
}

/** Weekday and long date of an instant in epoch milliseconds, for example 'Sunday, January 5, 2025'. */
export function fullDateOf(instant: number, zone?: string, language?: string): string {
  return full(quarterOf(instant), zone, language);
}

/** Date, time and zone, for example 'January 5, 2025, 09:14 GMT+3'; 'Unknown date' if invalid. */
export function longTime(iso: string, zone?: string, language?: string): string {
  const instant = parse(iso);
  if (!instant) return unknown(language);
  return `${long(instant, zone, language)}${language === "ar" ? "،" : ","} ${clock(instant, zone)}`;
}

/** The time of day of news of the last 48 hours, with its zone, for example '09:14 GMT+3'; null for older news. */
export function recentTime(iso: string | null | undefined, now: number, zone?: string): string | null {
  const instant = parse(iso);
  const age = instant ? now - instant.getTime() : Number.NaN;
  return instant && age >= 0 && age < RECENT_MS ? clock(instant, zone) : null;
}

/**
 * How long ago in full units, 'x days ago'; under a minute, or in the future, 'just now'. `now` in epoch milliseconds.
 * 'Unknown date' if invalid.
 */
export function relativeDate(iso: string | null | undefined, now: number, language?: string): string {
  const instant = parse(iso);
  if (!instant) return unknown(language);
  const seconds = (now - instant.getTime()) / 1000;
  const unit = UNITS.find(([, length]) => seconds >= length);
  if (!unit) return textIn(language)("just now");
  const [name, length] = unit;
  const count = Math.floor(seconds / length);
  return textOf(`${count} ${name} ${language}`, () => relativeIn(language).format(-count, name));
}
