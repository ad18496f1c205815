import { setImmediate as otherTasks } from "node:timers/promises";
import {
  Lexer,
  Marked,
  Parser,
  type Token,
  type TokenizerAndRendererExtension,
  type Tokens,
  type TokensList,
} from "marked";
import { escapeText } from "#shared/html.ts";
import { codeBlock } from "../blocks.ts";
import type { TextFinding } from "../html.ts";
import { parseTree, textOf } from "../html-tree.ts";
import { calloutKind } from "./makers.ts";

type Options = {
  note: (message: string, level?: TextFinding["level"]) => void;
  /** Whether single dollars enclose formulas. */
  hasMath: boolean;
  /** The title of the fields; empty if the text's own first heading is its title. */
  title: string;
  /** What a name in double brackets refers to. */
  linkTo: (name: string) => string;
};

/**
 * Renders Markdown as HTML: CommonMark with the tables, task lists, strikethrough and alerts of GitHub, footnotes, lists of
 * definitions, formulas as their source, and the double brackets of wikis. Raw HTML stays. Throws RangeError for a text that is
 * nested too deeply.
 */
export async function renderMarkdown(text: string, options: Options): Promise<{ html: string; title: string }> {
  const notes = new Footnotes();
  const marked = new Marked({ gfm: true });
  marked.use({
    extensions: [
      footnoteText,
      notes.reference,
      definitions,
      formulaBlock(options),
      ...(options.hasMath ? [formula(options)] : []),
      wikiLink(options),
    ],
    renderer: {
      code: ({ text: code, lang = "" }) => codeBlock(code, /^[a-z0-9+#_-]{1,24}/i.exec(lang)?.[0]),
      checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
      blockquote({ tokens }) {
        return alert(this.parser.parse(tokens));
      },
    },
  });
  const tokens = await new BoundedLexer(marked.defaults, options.note).read(text);
  notes.collect(tokens);
  const inline = (inner: Token[]) => Parser.parseInline(inner, marked.defaults) as string;
  const title = options.title || headingIn(tokens, inline);
  dropTitle(tokens, title, inline);
  let html = "";
  for await (const token of paced(tokens)) html += Parser.parse([token], marked.defaults);
  return { html: html + notes.html((inner) => Parser.parse(inner, marked.defaults) as string), title };
}

/** How long other tasks may wait. Milliseconds. */
const MAX_HELD_MS = 20;

async function* paced<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  let started = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - started < MAX_HELD_MS) continue;
    await otherTasks();
    started = performance.now();
  }
}

/** Marks are looked for in quadratic time: longer lines, and those after this time, keep their signs. */
const MAX_INLINE_CHARS = 8_000;
const MAX_INLINE_MS = 2_000;
const MAX_DEPTH = 40;

/** Splits a text in slices, and bounds what takes longer than linear time. */
class BoundedLexer extends Lexer {
  readonly #note: Options["note"];
  #depth = 0;
  #spent = 0;

  constructor(defaults: Marked["defaults"], note: Options["note"]) {
    super(defaults);
    this.#note = note;
  }

  async read(text: string): Promise<Token[]> {
    const tokens: Token[] = this.blockTokens(text, []);
    for await (const { src, tokens: inner } of paced(this.inlineQueue)) this.inlineTokens(src, inner);
    return tokens;
  }

  override blockTokens(text: string, tokens: Token[] = [], isClipped?: boolean): TokensList {
    this.#depth += 1;
    const isDeep = this.#depth > MAX_DEPTH;
    if (isDeep) tokens.push(this.#plain(text));
    else super.blockTokens(text, tokens, isClipped);
    this.#depth -= 1;
    return tokens as TokensList;
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    if (text.length > MAX_INLINE_CHARS || this.#spent > MAX_INLINE_MS) {
      tokens.push(this.#plain(text));
      return tokens;
    }
    const started = performance.now();
    super.inlineTokens(text, tokens);
    this.#spent += performance.now() - started;
    return tokens;
  }

  #plain(text: string): Token {
    this.#note(
      "A part of the text is too long or nested too deeply, and is shown with the signs of Markdown.",
      "warning",
    );
    return { type: "text", raw: text, text: escapeText(text), escaped: true };
  }
}

type Inline = (tokens: Token[]) => string;
const plain = (html: string): string =>
  parseTree(html)
    .map((node) => textOf(node))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";

function headingIn(tokens: readonly Token[], inline: Inline): string {
  const heading =
    tokens.find((token): token is Tokens.Heading => isHeading(token) && token.depth === 1) ?? tokens.find(isHeading);
  return heading ? plain(inline(heading.tokens)) : "";
}

/** A first heading that repeats the title is no part of the text. */
function dropTitle(tokens: Token[], title: string, inline: Inline): void {
  const at = tokens.findIndex(({ type, raw }) => type !== "space" && !/^\s*(?:<!--|$)/.test(raw));
  const first = tokens[at];
  if (first && isHeading(first) && plain(inline(first.tokens)).toLowerCase() === title.toLowerCase())
    tokens.splice(at, 1);
}

/** GitHub's and Obsidian's alerts: a quote whose first line is `[!NOTE]`. */
function alert(html: string): string {
  const [whole, name = "", title = ""] =
    /^<p>\[!(\w{1,30})\][+-]?[ \t]*([^\n<]{0,300})(?:\n|<br>|(?=<\/p>))/.exec(html) ?? [];
  if (whole === undefined) return `<blockquote>\n${html}</blockquote>\n`;
  const kind = calloutKind(name.toLowerCase()) ?? "callout-note";
  const heading = title.trim() && `<p><strong>${title.trim()}</strong></p>`;
  return `<aside class="${kind}">${heading}<p>${html.slice(whole.length)}</aside>\n`;
}

/** Where one of these signs follows, near: looking further for each part of a text takes quadratic time. */
const startOf =
  (...signs: string[]) =>
  (text: string): number | undefined => {
    const near = text.slice(0, 2_000);
    const places = signs.map((sign) => near.indexOf(sign)).filter((at) => at >= 0);
    return places.length > 0 ? Math.min(...places) : undefined;
  };

/** The lines from the start of a text for as long as they belong together. */
function linesWhile(text: string, belongs: (line: string, before: string) => boolean): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf("\n", at);
    const line = text.slice(at, next < 0 ? text.length : next);
    if (lines.length > 0 && !belongs(line, lines.at(-1) ?? "")) break;
    lines.push(line);
    at = next < 0 ? text.length : next + 1;
  }
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
}

/** Footnotes in the form of the content model, numbered by their first references. */
class Footnotes {
  readonly texts = new Map<string, Token[]>();
  readonly #order: string[] = [];
  readonly #numbers = new Map<string, number>();

  readonly reference: TokenizerAndRendererExtension = {
    name: "footnoteReference",
    level: "inline",
    start: startOf("[^"),
    tokenizer: (text) => {
      const found = /^\[\^([^\]\s]{1,100})\]/.exec(text);
      return found ? { type: "footnoteReference", raw: found[0], id: found[1] } : undefined;
    },
    renderer: ({ raw, id }) => {
      if (!this.texts.has(id)) return escapeText(raw);
      const known = this.#numbers.get(id);
      const isFirst = known === undefined;
      const number = known ?? this.#order.push(id);
      this.#numbers.set(id, number);
      return `<sup><a href="#fn-${number}"${isFirst ? ` id="fnref-${number}"` : ""}>${number}</a></sup>`;
    },
  };

  /** The notes, before their references are rendered. */
  collect(tokens: readonly Token[]): void {
    for (const token of tokens)
      if (token.type === "footnoteText" && !this.texts.has(token.id)) this.texts.set(token.id, token.tokens ?? []);
  }

  html(render: (tokens: Token[]) => string): string {
    if (this.texts.size === 0) return "";
    let items = "";
    // Notes may refer to others, which are then rendered after them.
    for (let at = 0; at < this.#order.length; at += 1)
      items += `<li id="fn-${at + 1}">${render(this.texts.get(this.#order[at] ?? "") ?? [])}</li>`;
    const unused = [...this.texts].filter(([id]) => !this.#numbers.has(id)).map(([, tokens]) => render(tokens));
    return `${unused.join("")}${items && `<section class="footnotes"><ol>${items}</ol></section>`}`;
  }
}

const footnoteText: TokenizerAndRendererExtension = {
  name: "footnoteText",
  level: "block",
  start: startOf("\n[^"),
  tokenizer(text) {
    const start = /^\[\^([^\]\s]{1,100})\]:/.exec(text);
    if (!start) return undefined;
    const isIndented = (line: string) => /^(?: {2}|\t)/.test(line);
    const lines = linesWhile(
      text,
      (line, before) => line.trim() === "" || isIndented(line) || (before.trim() !== "" && !line.startsWith("[^")),
    );
    const raw = lines.join("\n");
    const [first = "", ...rest] = lines;
    const content = [
      first.slice(start[0].length).trim(),
      ...rest.map((line) => line.replace(/^(?: {4}|\t| {2})/, "")),
    ].join("\n");
    return { type: "footnoteText", raw, id: start[1] ?? "", tokens: this.lexer.blockTokens(content, []) };
  },
  renderer: () => "",
};

/** A term, and lines with a colon that define it. */
const definitions: TokenizerAndRendererExtension = {
  name: "definitions",
  level: "block",
  tokenizer(text) {
    if (!/^[^\n:#>|`~\s-][^\n]{0,300}\n\n?:[ \t]/.test(text)) return undefined;
    const [term = "", ...rest] = linesWhile(
      text,
      (line, before) => /^:?[ \t]+\S/.test(line) || (line === "" && !before.startsWith(":") && !/^\s/.test(before)),
    );
    const lines: string[] = [];
    for (const line of rest) {
      if (line.startsWith(":")) lines.push(line.slice(1).trim());
      else if (line.trim() !== "") lines.push(`${lines.pop() ?? ""} ${line.trim()}`);
    }
    return {
      type: "definitions",
      raw: [term, ...rest].join("\n"),
      term: this.lexer.inlineTokens(term),
      lines: lines.map((line) => this.lexer.inlineTokens(line)),
    };
  },
  renderer({ term, lines }) {
    const parts = (lines as Token[][]).map((line) => `<p>${this.parser.parseInline(line)}</p>`);
    return `<p><strong>${this.parser.parseInline(term)}</strong></p>${parts.join("")}\n`;
  },
};

const FORMULA = "A formula is shown as its source.";

const formulaBlock = ({ note }: Options): TokenizerAndRendererExtension => ({
  name: "formulaBlock",
  level: "block",
  start: startOf("\n$$"),
  tokenizer(text) {
    if (!text.startsWith("$$")) return undefined;
    const end = text.slice(0, 5_000).indexOf("$$", 2);
    const after = end < 0 ? "x" : text.slice(end + 2).split("\n", 1)[0];
    if (after?.trim() !== "") return undefined;
    return { type: "formulaBlock", raw: text.slice(0, end + 2 + after.length), source: text.slice(2, end).trim() };
  },
  renderer({ source }) {
    note(FORMULA);
    return codeBlock(source, "latex");
  },
});

const formula = ({ note }: Options): TokenizerAndRendererExtension => ({
  name: "formula",
  level: "inline",
  start: startOf("$"),
  tokenizer(text) {
    const found = /^\${1,2}([^$\s](?:[^$\n]{0,500}[^$\s])?)\${1,2}(?!\d)/.exec(text);
    return found ? { type: "formula", raw: found[0], source: found[1] } : undefined;
  },
  renderer({ source }) {
    note(FORMULA);
    return `<code>${escapeText(source)}</code>`;
  },
});

/** `[[Page|words]]` and `![[picture.png]]`. */
const wikiLink = ({ linkTo }: Options): TokenizerAndRendererExtension => ({
  name: "wikiLink",
  level: "inline",
  start: startOf("![[", "[["),
  tokenizer(text) {
    const found = /^(!?)\[\[([^[\]|\n]{1,300})(?:\|([^[\]\n]{0,300}))?\]\]/.exec(text);
    if (!found) return undefined;
    return { type: "wikiLink", raw: found[0], isEmbed: found[1] === "!", name: found[2] ?? "", words: found[3] ?? "" };
  },
  renderer({ isEmbed, name, words, raw }) {
    const label = escapeText(words || name);
    if (isEmbed && /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(name))
      return `<img src="${encodeURI(name).replaceAll('"', "%22")}" alt="${/^\d+(?:x\d+)?$/.test(words) ? "" : escapeText(words).replaceAll('"', "&quot;")}">`;
    const address = linkTo(name);
    return address ? `<a href="${address.replaceAll('"', "%22")}">${label}</a>` : escapeText(raw);
  },
});
