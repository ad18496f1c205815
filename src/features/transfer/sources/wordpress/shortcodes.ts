import { decodedText } from "./values.ts";

/** A shortcode in a text. `attributes`: those without a name have their number. */
export type Shortcode = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** `empty` has no content for certain; `open` may have an end. */
  form: "open" | "close" | "empty";
  /** Whether it is a shortcode even without an end; else it may be a word in brackets. */
  isCertain: boolean;
};

/** A part of a text: plain, or a shortcode with its source. */
export type Part = { text: string; code?: Shortcode };

const MAX_SHORTCODE = 10_000;
/** Without the closing bracket. */
const NAME = /^\[(\/?)([a-z][\w-]{0,60})(?![^\s/=])/i;
const QUOTES = /&quot;|&#8220;|&#8221;|&#8243;|&ldquo;|&rdquo;|&Prime;|&laquo;|&raquo;|[“”″«»]|%22/g;

/** Shortcodes of WordPress and of well-known plugins: these need no other sign that they are shortcodes. */
const KNOWN =
  /^(?:wp_caption|caption|embed|audio|video|gallery|playlist|youtube|vimeo|dailymotion|soundcloud|spotify|tweet|twitter|instagram|facebook|ted|gist|tiktok|slideshare|googlemaps?|code|sourcecode|sourcecodeplugin|crayon|highlight|raw|html|button|footnote|ref|mfn|efn_note|members|private|restrict|nextpage|toc)$/i;

/** Splits a text into plain parts and shortcodes, in linear time. `[[name]]` is an example, not a shortcode. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let [from, end] = [0, -1];
  for (let at = text.indexOf("["); at !== -1; at = text.indexOf("[", Math.max(at + 1, from))) {
    if (end < at) end = text.indexOf("]", at);
    if (end === -1) break;
    const next = text.indexOf("[", at + 1);
    if (end - at > MAX_SHORTCODE || (next !== -1 && next < end)) continue;
    const isExample = text[at - 1] === "[" || (text[at + 1] === "/" && text[end + 1] === "]");
    if (isExample) {
      // One pair of brackets less.
      const start = text[at - 1] === "[" && at > from ? at - 1 : at;
      parts.push({ text: text.slice(from, start) + text.slice(at, end + 1) });
      from = text[end + 1] === "]" ? end + 2 : end + 1;
      continue;
    }
    const code = shortcodeOf(text.slice(at, end), isAloneIn(text, at, end));
    if (!code) continue;
    parts.push({ text: text.slice(from, at) }, { text: text.slice(at, end + 1), code });
    from = end + 1;
  }
  parts.push({ text: text.slice(from) });
  return parts.filter(({ text: part }) => part !== "");
}

const MAX_SPACE = 100;

/** Whether nothing else is in the line of a shortcode, as far as this text shows. */
function isAloneIn(text: string, start: number, end: number): boolean {
  const isBlank = (sign: string | undefined) => sign === " " || sign === "\t";
  let [before, after] = [start - 1, end + 1];
  while (start - before < MAX_SPACE && isBlank(text[before])) before--;
  while (after - end < MAX_SPACE && isBlank(text[after])) after++;
  return (before < 0 || text[before] === "\n") && (after >= text.length || text[after] === "\n");
}

/** Null for words in brackets, such as [sic] or [1]: they need a sign that they are a shortcode. */
function shortcodeOf(source: string, isAlone: boolean): Shortcode | null {
  const [head, slash, name = ""] = NAME.exec(source) ?? [];
  if (head === undefined) return null;
  const inside = source.slice(head.length);
  if (slash)
    return inside.trim() === ""
      ? { name: name.toLowerCase(), attributes: {}, form: "close", isCertain: isPlugin(name) || KNOWN.test(name) }
      : null;
  const words = inside.trim();
  // A slash may be the end of an address.
  const isEmpty = words.endsWith("/") && !(words.split(/\s/).at(-1) ?? "").includes("://");
  const given = isEmpty ? words.slice(0, -1) : words;
  const attributes = attributesOf(given);
  const keys = Object.keys(attributes);
  const hasNames = keys.some((key) => !/^\d+$/.test(key));
  const isShortcode = isEmpty || KNOWN.test(name) || isPlugin(name) || hasNames;
  if (!isShortcode && keys.length > 0) return null;
  const isOwn = isEmpty || isCertain(name, hasNames || (keys.length > 0 && isPlugin(name)), isAlone);
  return { name: name.toLowerCase(), attributes, form: isEmpty ? "empty" : "open", isCertain: isOwn };
}

function attributesOf(inside: string): Record<string, string> {
  // [youtube=ADDRESS] is an old form of [youtube ADDRESS].
  const plain = readable(inside.replace(/^=/, " "));
  const attributes: Record<string, string> = Object.create(null);
  let number = 0;
  for (const { name, value } of assignmentsIn(plain)) {
    if (name === "") attributes[number++] = decodedText(value);
    else attributes[name.toLowerCase()] ??= decodedText(value).replaceAll("%91", "[").replaceAll("%93", "]");
  }
  return attributes;
}

const isSpace = (sign: string | undefined): boolean => sign !== undefined && /\s/.test(sign);

/** The values in a shortcode, with the names that they are given: `a="1" 'two' three`. */
function* assignmentsIn(text: string): Generator<{ name: string; value: string }> {
  let at = 0;
  const take = (isTaken: (sign: string) => boolean): string => {
    const start = at;
    while (at < text.length && isTaken(text[at] as string)) at++;
    return text.slice(start, at);
  };
  const value = (): string => {
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return take((sign) => !isSpace(sign));
    at++;
    const inside = take((sign) => sign !== quote);
    at++;
    return inside;
  };
  for (take(isSpace); at < text.length; take(isSpace)) {
    const start = at;
    const name = take((sign) => /[\w-]/.test(sign));
    take(isSpace);
    if (name !== "" && text[at] === "=") {
      at++;
      take(isSpace);
      yield { name, value: value() };
    } else {
      at = start;
      yield { name: "", value: value() };
    }
  }
}

/** Editors change straight quotes into others, or encode them. Next to straight ones they are part of a value. */
const readable = (text: string): string => (text.includes('"') ? text : text.replace(QUOTES, '"'));

/** Names of several words, as plugins give: no word of a text, nor a range of letters such as a-z. */
const isPlugin = (name: string): boolean =>
  name.split(/[_-]/).length > 1 &&
  name.split(/[_-]/).every((word) => /^[a-z0-9]+$/.test(word)) &&
  /[a-z]{3}/.test(name);

/** Whether something is a shortcode even without an end; the name of one by itself must be alone in its line. */
const isCertain = (name: string, hasValues: boolean, isAlone: boolean): boolean =>
  KNOWN.test(name) || hasValues || (isAlone && isPlugin(name));
