/**
 * Tags that generators replace in a text: shortcodes of Hugo, tags of Liquid and Nunjucks, components of MDX, and blocks between
 * colons. They are found outside of code. Takes linear time.
 */
export type Syntax = "hugo" | "liquid" | "component" | "colons" | "variable";

/** Arguments: those without a name, in their order, and the others. */
export type Arguments = { positional: readonly string[]; named: ReadonlyMap<string, string> };

export type Tag = Arguments & {
  syntax: Syntax;
  name: string;
  kind: "open" | "close" | "single";
  /** As it is written. */
  raw: string;
  /** Code or other text up to its end, in which nothing is replaced. */
  inner?: string;
};
export type Token = string | Tag;

export type Dialect = { hugo: boolean; liquid: boolean; components: boolean };

const MAX_TAG = 4_000;
const MAX_CODE_SPAN = 1_000;
/** Braces and angles without an end, after which a text is none of components. */
const MAX_UNENDED = 500;
const NEXT = /[`~{<:]/g;
const FENCE = /^(?:`{3,}|~{3,})/;
/** Tags of Liquid and Hugo whose content is not Markdown. */
const VERBATIM: ReadonlySet<string> = new Set([
  "raw",
  "comment",
  "highlight",
  "codeblock",
  "code",
  "verbatim",
  "prism",
  "mermaid",
]);

/** Splits a text into its tags and what is between them. */
export class TagReader {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #tokens: Token[] = [];
  /** Where the text that is not in a token yet begins. */
  #from = 0;
  #at = 0;
  /** Endings that no longer follow. */
  readonly #absent = new Set<string>();
  /** Where endings are next, and up to where runs of backticks have no end. */
  readonly #ends = new Map<string, number>();
  readonly #openCode = new Map<number, number>();
  #unended = 0;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  read(): Token[] {
    for (;;) {
      NEXT.lastIndex = this.#at;
      const found = NEXT.exec(this.#text);
      if (!found) break;
      this.#at = found.index;
      if (!this.#step(found[0])) this.#at += 1;
    }
    this.#flush(this.#text.length);
    return this.#tokens;
  }

  #step(sign: string): boolean {
    if (sign === "`" || sign === "~") return this.#code(sign);
    if (sign === ":") return this.#colons();
    return sign === "<" ? this.#dialect.components && this.#component() : this.#braces();
  }

  #flush(to: number): void {
    if (to > this.#from) this.#tokens.push(this.#text.slice(this.#from, to));
  }

  #add(tag: Tag, end: number): true {
    this.#flush(this.#at);
    this.#tokens.push(tag);
    this.#at = end;
    this.#from = end;
    return true;
  }

  #replace(text: string, end: number): true {
    this.#flush(this.#at);
    if (text) this.#tokens.push(text);
    this.#at = end;
    this.#from = end;
    return true;
  }

  /** Whether only white space, or signs of lists and quotes, is before this place in its line. */
  #isLineStart(): boolean {
    const near = this.#text.slice(Math.max(0, this.#at - 40), this.#at);
    const line = near.slice(near.lastIndexOf("\n") + 1);
    return (line.length < near.length || this.#at <= 40) && /^[\s>*+\-\d.]*$/.test(line);
  }

  /** The next place of an ending, if it is near; -1 if not. */
  #indexOf(end: string, from: number, within = MAX_TAG): number {
    const known = this.#ends.get(end) ?? -1;
    const found = known >= from ? known : this.#text.indexOf(end, from);
    const place = found < 0 ? Number.POSITIVE_INFINITY : found;
    this.#ends.set(end, place);
    return place - from <= within ? place : -1;
  }

  /** Skips code, in which only the escapes of shortcodes are replaced. */
  #code(sign: string): boolean {
    const run = (FENCE.exec(this.#text.slice(this.#at, this.#at + 100)) ?? [""])[0];
    if (run !== "" && this.#isLineStart()) {
      const close = new RegExp(`\\n[ \\t>]{0,40}\\${sign}{${run.length},}[ \\t]*(?=\\n|$)`, "g");
      close.lastIndex = this.#at;
      const end = close.exec(this.#text);
      return this.#skip(end ? end.index + end[0].length : this.#text.length);
    }
    if (sign === "~") return false;
    let length = 1;
    while (this.#text[this.#at + length] === "`") length += 1;
    const start = this.#at + length;
    if ((this.#openCode.get(length) ?? 0) > start) return this.#skip(start);
    const near = this.#text.slice(start, start + MAX_CODE_SPAN);
    const empty = near.indexOf("\n\n");
    const paragraph = empty < 0 ? near : near.slice(0, empty);
    const ticks = new RegExp(`(?<!\`)\`{${length}}(?!\`)`).exec(paragraph);
    if (!ticks) this.#openCode.set(length, start + paragraph.length);
    return this.#skip(ticks ? start + ticks.index + length : start);
  }

  #skip(end: number): true {
    const code = this.#text.slice(this.#at, end);
    const plain = ["<", "%"].reduce(
      (text, sign) =>
        text
          .replaceAll(`{{${sign}/*`, `{{${sign}`)
          .replaceAll(`*/${sign === "<" ? ">" : sign}}}`, `${sign === "<" ? ">" : sign}}}`),
      code,
    );
    if (this.#dialect.hugo && plain !== code) return this.#replace(plain, end);
    this.#at = end;
    return true;
  }

  #colons(): boolean {
    if (!this.#text.startsWith(":::", this.#at) || !this.#isLineStart()) return false;
    const newline = this.#text.indexOf("\n", this.#at);
    const end = newline < 0 ? this.#text.length : newline;
    const line = this.#text
      .slice(this.#at, Math.min(end, this.#at + 500))
      .replace(/^:+/, "")
      .trim();
    const [start = "", name = ""] = /^\{?\.?([\w-]{1,60})\}?/.exec(line) ?? [];
    const title = line.slice(start.length).trim();
    if (line !== "" && name === "") return false;
    const raw = this.#text.slice(this.#at, end).slice(0, 200);
    const positional = title ? [title.replace(/^\[|\]$/g, "")] : [];
    return this.#add(
      { syntax: "colons", name: name.toLowerCase(), kind: line ? "open" : "close", raw, positional, named: new Map() },
      end,
    );
  }

  #braces(): boolean {
    const { hugo, liquid, components } = this.#dialect;
    const start = this.#text.slice(this.#at, this.#at + 5);
    if (hugo && (start.startsWith("{{<") || start.startsWith("{{%")))
      return this.#shortcode(start[2] === "<" ? ">}}" : "%}}");
    if (liquid && start.startsWith("{%")) return this.#liquid();
    if (liquid && start.startsWith("{{")) return this.#variable();
    if (liquid && start.startsWith("{#") && start[2] === " ") {
      const end = this.#indexOf("#}", this.#at);
      return end >= 0 && this.#replace("", end + 2);
    }
    if (components) return this.#expression();
    // Classes and ids of kramdown, Pandoc and Hugo say how something looks.
    const attributes = /^\{(?:[:.#]|(?:width|height|target|class|style|loading|rel)\s?=)[^{}\n]{0,200}\}/.exec(
      this.#text.slice(this.#at, this.#at + 220),
    );
    return attributes !== null && this.#replace("", this.#at + attributes[0].length);
  }

  #shortcode(end: string): boolean {
    const close = this.#indexOf(end, this.#at + 3);
    if (close < 0) return false;
    const raw = this.#text.slice(this.#at, close + 3);
    const inner = raw.slice(3, -3).trim();
    if (inner.startsWith("/*"))
      return this.#replace(`${raw.slice(0, 3)} ${inner.slice(2, -2).trim()} ${end}`, close + 3);
    const kind = inner.startsWith("/") ? "close" : inner.endsWith("/") ? "single" : "open";
    const [name = "", ...rest] = wordsOf(inner.replace(/^\//, "").replace(/\/$/, "").trim());
    const tag: Tag = { syntax: "hugo", name: name.toLowerCase(), kind, raw, ...argumentsOf(rest) };
    return kind === "open" &&
      VERBATIM.has(tag.name) &&
      this.#verbatim(tag, close + 3, `\\{\\{[<%]\\s{0,9}/\\s{0,9}${tag.name}\\s{0,9}[>%]\\}\\}`)
      ? true
      : this.#add(tag, close + 3);
  }

  #liquid(): boolean {
    const close = this.#indexOf("%}", this.#at + 2);
    if (close < 0) return false;
    const raw = this.#text.slice(this.#at, close + 2);
    const inner = raw.slice(2, -2).replace(/^-/, "").replace(/-$/, "").trim();
    const [given = "", ...rest] = wordsOf(inner);
    const isClose = /^end\w/.test(given);
    const name = (isClose ? given.slice(3) : given).toLowerCase();
    const tag: Tag = { syntax: "liquid", name, kind: isClose ? "close" : "open", raw, ...argumentsOf(rest) };
    return !isClose && VERBATIM.has(name) && this.#verbatim(tag, close + 2, `\\{%-?\\s{0,9}end${name}\\s{0,9}-?%\\}`)
      ? true
      : this.#add(tag, close + 2);
  }

  #verbatim(tag: Tag, from: number, ending: string): boolean {
    if (this.#absent.has(ending)) return false;
    const pattern = new RegExp(ending, "gi");
    pattern.lastIndex = from;
    const end = pattern.exec(this.#text);
    if (!end) {
      this.#absent.add(ending);
      return false;
    }
    return this.#add({ ...tag, kind: "single", inner: this.#text.slice(from, end.index) }, end.index + end[0].length);
  }

  #variable(): boolean {
    const close = this.#indexOf("}}", this.#at + 2, 500);
    if (close < 0) return false;
    const raw = this.#text.slice(this.#at, close + 2);
    const name = raw.slice(2, -2).replace(/^-|-$/g, "").trim();
    return this.#add({ syntax: "variable", name, kind: "single", raw, positional: [], named: new Map() }, close + 2);
  }

  /** A value in braces, in MDX: comments and texts are known. */
  #expression(): boolean {
    if (this.#unended > MAX_UNENDED) return false;
    const end = closingBrace(this.#text, this.#at);
    if (end < 0) this.#unended += 1;
    if (end < 0) return false;
    const raw = this.#text.slice(this.#at, end);
    const inner = raw.slice(1, -1).trim();
    if (inner === "" || /^\/\*[\s\S]*\*\/$/.test(inner)) return this.#replace("", end);
    const text = /^(["'`])([^"'`$]*)\1$/.exec(inner)?.[2];
    if (text !== undefined) return this.#replace(text, end);
    if (/^[#.][\w-]+$/.test(inner)) return this.#replace("", end);
    return this.#add({ syntax: "variable", name: inner, kind: "single", raw, positional: [], named: new Map() }, end);
  }

  #component(): boolean {
    const [start = "", slash, name = ""] =
      /^<(\/?)([A-Za-z][\w.-]{0,60}|(?=>))/.exec(this.#text.slice(this.#at, this.#at + 70)) ?? [];
    if (start === "" || this.#unended > MAX_UNENDED) return false;
    const end = endOfComponent(this.#text, this.#at + start.length);
    if (end < 0) this.#unended += 1;
    if (end < 0) return false;
    const raw = this.#text.slice(this.#at, end);
    // HTML stays as it is, unless its attributes are programs.
    if (/^[a-z]/.test(name) && !raw.includes("{")) {
      this.#at = end;
      return true;
    }
    const kind = slash ? "close" : raw.endsWith("/>") ? "single" : "open";
    return this.#add(
      { syntax: "component", name, kind, raw, ...attributesOf(raw.slice(start.length, kind === "single" ? -2 : -1)) },
      end,
    );
  }
}

/** The end of a value in braces; -1 if there is none near. */
function closingBrace(text: string, at: number): number {
  let depth = 0;
  for (let next = at; next < text.length && next < at + MAX_TAG; next += 1) {
    if (text[next] === "{") depth += 1;
    if (text[next] === "}") depth -= 1;
    if (depth === 0) return next + 1;
    if (text[next] === "\n" && text[next + 1] === "\n") return -1;
  }
  return -1;
}

function endOfComponent(text: string, from: number): number {
  let quote = "";
  let depth = 0;
  for (let at = from; at < text.length && at < from + MAX_TAG; at += 1) {
    const sign = text[at] ?? "";
    if (quote) quote = sign === quote ? "" : quote;
    else if (depth === 0 && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    else if (sign === ">" && depth === 0) return at + 1;
    else if (sign === "<" && depth === 0) return -1;
  }
  return -1;
}

const ATTRIBUTE = /([\w:-]{1,60})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|\{([^{}]{0,2000})\}))?/g;

function attributesOf(text: string): Arguments {
  const named = new Map<string, string>();
  for (const [, name = "", double, single, value] of text.matchAll(ATTRIBUTE))
    named.set(
      name.toLowerCase(),
      double ?? single ?? (value === undefined ? "true" : value.trim().replace(/^(["'`])([\s\S]*)\1$/, "$2")),
    );
  return { positional: [], named };
}

const WORD = /(?:[\w-]{1,60}\s{0,9}[=:]\s{0,9})?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|[^\s,]+/g;
const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

const unquoted = (text: string): string =>
  /^(["'`])[\s\S]*\1$/.test(text) && text.length > 1 ? text.slice(1, -1).replace(/\\(["'\\])/g, "$1") : text;

function argumentsOf(words: readonly string[]): Arguments {
  const positional: string[] = [];
  const named = new Map<string, string>();
  for (const word of words) {
    const [, name, value = ""] = /^([\w-]{1,60})\s{0,9}[=:]\s{0,9}((?:["'`]|(?!\/))[\s\S]*)$/.exec(word) ?? [];
    if (name === undefined || /^https?$/.test(name)) positional.push(unquoted(word));
    else named.set(name.toLowerCase(), unquoted(value));
  }
  return { positional, named };
}
