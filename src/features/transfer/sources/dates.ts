/** Whether dates of slashes start with the day or the month; null while no date of the source proves it. */
export type DateOrder = "day" | "month" | null;

const YEAR_FIRST =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?[ ]?(.{0,30})$/i;
const DAYS_FIRST = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?[ ]?(.{0,30})$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?(Z?)$/;
const YEAR_OR_MONTH = /^((?:18|19|20)\d{2})(?:-(\d{2}))?$/;
const EPOCH = /^(?:\d{10}|\d{13})$/;
const OFFSET = /^(?:(?:UTC|GMT) ?)?([+-])(\d{2}):?(\d{2})?$/i;
const NAMED_MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b/i;
const HAS_ZONE = /(?:\b(?:[A-Z]{2,4}|Z)|[+-]\d{2}:?\d{2})\)?$/;
/** Abbreviations of zones that `Date` does not know, in minutes east of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  bst: 60,
  cet: 60,
  cest: 120,
  eat: 180,
  jst: 540,
};

/** The order that a date proves for its source. */
export function dateOrderIn(text: string): DateOrder {
  const [, first, sign, second] = DAYS_FIRST.exec(text.trim()) ?? [];
  if (first === undefined) return null;
  if (sign === "." || Number(first) > 12) return "day";
  return Number(second) > 12 ? "month" : null;
}

/**
 * The time that a text names, in epoch milliseconds; null if that is not certain. `zone`: an IANA name for dates without one;
 * UTC if it is unknown.
 */
export function dateIn(
  given: string,
  { order = null, zone = "UTC" }: { order?: DateOrder; zone?: string } = {},
): number | null {
  const text = given.trim().replace(/\s+/g, " ").slice(0, 100);
  if (EPOCH.test(text)) return inRange(Number(text.padEnd(13, "0")));
  // Without a day or a month, it is the first one.
  const [, alone, inYear = "01"] = YEAR_OR_MONTH.exec(text) ?? [];
  if (alone !== undefined) return timeOf([alone, inYear, "01"], "", zone);
  const [, year, month, day, hour = "0", minute = "0", second = "0", rest = ""] =
    YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? [];
  if (year !== undefined) return timeOf([year, month, day, hour, minute, second], rest, zone);
  const days = DAYS_FIRST.exec(text);
  if (days) {
    const [, first, , second_, last, ...time] = days;
    const proven = order ?? dateOrderIn(text) ?? (first === second_ ? "day" : null);
    if (proven === null) return null;
    const [d, m] = proven === "day" ? [first, second_] : [second_, first];
    return timeOf([last, m, d, time[0] ?? "0", time[1] ?? "0", time[2] ?? "0"], time[3] ?? "", zone);
  }
  return written(text, zone);
}

/** A date with the English name of its month, as in mails and in prose. */
function written(text: string, zone: string): number | null {
  if (!NAMED_MONTH.test(text) || !/\b\d{4}\b/.test(text)) return null;
  const plain = text.replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1").replace(/\bat\b/gi, "");
  if (HAS_ZONE.test(plain) && !/\b(?:AM|PM)$/i.test(plain)) return inRange(Date.parse(plain));
  const utc = Date.parse(`${plain} UTC`);
  return Number.isFinite(utc) ? inRange(utc - offsetIn(zone, utc)) : null;
}

function timeOf(parts: readonly (string | undefined)[], rest: string, zone: string): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const [, half, after = ""] = /^(am|pm)?\s?(.*)$/i.exec(rest.trim()) ?? [];
  const hours = half ? (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : hour;
  const utc = Date.UTC(year, month - 1, day, hours, minute, second);
  if (
    year < 1800 ||
    hours > 24 ||
    minute > 59 ||
    second > 60 ||
    month > 12 ||
    new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day
  )
    return null;
  const offset = after === "" ? offsetIn(zone, utc) : zoneOffset(after, utc);
  return offset === null ? null : inRange(utc - offset);
}

/** Milliseconds east of UTC that the end of a date names; null if it is unknown. */
function zoneOffset(name: string, utc: number): number | null {
  const [, sign, hours, minutes = "0"] = OFFSET.exec(name) ?? [];
  if (sign) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const known = ZONES[name.toLowerCase()];
  if (known !== undefined) return known * 60_000;
  return isZone(name) ? offsetIn(name, utc) : null;
}

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Za-z_]+\/[\w/+-]+$|^UTC$/.test(name);
  } catch {
    return false;
  }
};

/** Milliseconds that the clocks of a zone are ahead of UTC, at a time that these clocks show. */
function offsetIn(zone: string, shown: number): number {
  if (zone === "UTC" || !isZone(zone)) return 0;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const offsetAt = (time: number) => {
    const part = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    return (
      Date.UTC(
        part.year ?? 0,
        (part.month ?? 1) - 1,
        part.day ?? 1,
        part.hour ?? 0,
        part.minute ?? 0,
        part.second ?? 0,
      ) -
      Math.floor(time / 1000) * 1000
    );
  };
  return offsetAt(shown - offsetAt(shown));
}

const EARLIEST = Date.UTC(1800, 0, 1);
const LATEST = Date.UTC(3000, 0, 1);
const inRange = (time: number): number | null =>
  Number.isFinite(time) && time >= EARLIEST && time < LATEST ? time : null;
