import { Parser } from "htmlparser2";

/** A copy: a part of a text keeps all of it in memory. */
export const owned = (text: string): string => Buffer.from(text).toString();

const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template"]);

/** The text that HTML shows, in one line. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, " ").trim();
  const parts: string[] = [];
  let unseen = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (UNSEEN.has(name)) unseen += 1;
      parts.push(INLINE.has(name) ? "" : " ");
    },
    ontext: (text) => {
      if (unseen === 0) parts.push(text);
    },
    onclosetag: (name) => {
      if (UNSEEN.has(name)) unseen -= 1;
      parts.push(INLINE.has(name) ? "" : " ");
    },
  });
  parser.end(html.slice(0, MAX_PLAIN_LENGTH));
  return parts.join("").replace(/\s+/g, " ").trim();
}
const MAX_PLAIN_LENGTH = 100_000;

/** Elements that do not end a line. */
export const INLINE: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var".split(
    " ",
  ),
);

/** A slug as people read it: WordPress stores other letters than Latin ones encoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?/;

/** A date of WordPress as if it were in UTC; null for none, such as 0000-00-00. */
export function dateOf(text: string): number | null {
  const [, year = "", month = "", day = "", hour = "", minute = "", second = "0"] = DATE.exec(text.trim()) ?? [];
  if (Number(year) < 1000 || Number(month) < 1 || Number(day) < 1) return null;
  const time = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
  return new Date(time).getUTCDate() === Number(day) ? time : null;
}

/** A date of RSS; null for none. */
export function rssDateOf(text: string): number | null {
  const time = / -\d{4} /.test(text) ? Number.NaN : Date.parse(text);
  return Number.isFinite(time) && time > 0 ? time : null;
}

const MAX_OFFSET = 15 * 60 * 60 * 1000;
const MINUTE = 60_000;

/** The offsets of a site's clock from UTC, by month, as its dated items show them. */
export class Offsets {
  readonly #byMonth = new Map<number, number>();
  #last = 0;

  learn(local: string, utc: string): void {
    const [there, here] = [dateOf(local), dateOf(utc)];
    if (there === null || here === null || Math.abs(there - here) > MAX_OFFSET) return;
    this.#last = Math.round((there - here) / MINUTE) * MINUTE;
    this.#byMonth.set(monthOf(there), this.#last);
  }

  /** A local date as epoch milliseconds; null for none. */
  utc(local: string): number | null {
    const time = dateOf(local);
    return time === null ? null : time - (this.#byMonth.get(monthOf(time)) ?? this.#last);
  }
}

const monthOf = (time: number): number => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth();

/** The host and path of a site, without what may change: the same in later exports. */
export function siteKeyOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/$/, "")}` : "";
}

/** Text of HTML, without its character references. */
export function decodedText(text: string): string {
  if (!text.includes("&")) return text;
  const parts: string[] = [];
  const parser = new Parser({ ontext: (part) => parts.push(part) });
  // Nothing in it is an element.
  parser.end(text.replaceAll("<", "&lt;"));
  return parts.join("");
}
