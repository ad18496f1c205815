import { contentElement } from "./model.ts";

const SPACE = /[ \t\n\f\r]+/g;
const isBlank = (text: string): boolean => text.replace(SPACE, "") === "";
const TAG_NAME = /^<\/?([a-z0-9]+)/;
export const tagName = (tag: string): string => TAG_NAME.exec(tag)?.[1] ?? "";

const START_TAG = /^\s*<[a-z0-9]+/;
/** Stored HTML that begins with an element, which gets an attribute; `value` has no characters to escape. */
export const withAttribute = (html: string, name: string, value: string): string =>
  html.replace(START_TAG, (start) => `${start} ${name}="${value}"`);

function isInLine(piece: string): boolean {
  const name = tagName(piece);
  return name === "" || name === "br" || contentElement(name)?.kind === "mark";
}

/** Top-level pieces as full blocks: each line of loose text is one, and white space belongs to the block before it. */
export function wholeBlocks(pieces: readonly string[]): string[] {
  const blocks: string[] = [];
  let isLine = false;
  let lead = "";
  for (const piece of pieces) {
    const inLine = isInLine(piece);
    if (blocks.length === 0 && isBlank(piece)) lead += piece;
    else if (blocks.length > 0 && (isBlank(piece) || (isLine && inLine))) blocks[blocks.length - 1] += piece;
    else {
      blocks.push(lead + piece);
      lead = "";
      isLine = inLine;
    }
  }
  if (lead !== "") blocks.push(lead);
  return blocks;
}

const attributesOf = (tag: string): string[] => {
  const from = tag.indexOf(" ");
  const given = from === -1 ? "" : tag.slice(from + 1, tag.lastIndexOf('"') + 1);
  return given === ""
    ? []
    : given
        .split('" ')
        .map((one) => (one.endsWith('"') ? one : `${one}"`))
        .toSorted();
};

/** A tag with its attributes in order, the same for names that the editor and the server write differently. */
export function canonicalTag(tag: string): string {
  const name = tagName(tag);
  const { writtenAs = name } = contentElement(name) ?? {};
  return tag.startsWith("</") ? `</${writtenAs}>` : `<${[writtenAs, ...attributesOf(tag)].join(" ")}>`;
}

/** The tags of stored HTML and the texts between them, in order. */
export function partsOf(html: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let open = html.indexOf("<"); open !== -1; open = html.indexOf("<", from)) {
    const end = html.indexOf(">", open) + 1 || html.length;
    parts.push(html.slice(from, open), html.slice(open, end));
    from = end;
  }
  return [...parts, html.slice(from)];
}

/** Parents in which loose text is a paragraph; "" is the content itself. */
const HOLDS_PARAGRAPHS: ReadonlySet<string> = new Set(["", "li", "td", "th", "blockquote", "aside", "details", "fn"]);

class KeyWriter {
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  /** Index in `#parts` of the line's last text; whether a space would be ignored now; whether the line has no `<p>`. */
  #lastText = -1;
  #ignoresSpace = true;
  #isLoose = false;

  text(text: string): void {
    if (this.#open.includes("pre")) {
      this.#inLine(text);
      return;
    }
    const collapsed = text.replace(SPACE, " ");
    const kept = this.#ignoresSpace ? collapsed.trimStart() : collapsed;
    if (kept === "") return;
    this.#inLine(kept);
    this.#lastText = this.#parts.length - 1;
    this.#ignoresSpace = kept.endsWith(" ");
  }

  tag(tag: string): void {
    const name = tagName(tag);
    const kind = contentElement(name)?.kind;
    const isEnd = tag.startsWith("</");
    // Browsers add it if it is missing.
    if (name === "tbody") return;
    const written = canonicalTag(tag);
    if (kind === "mark" && isEnd) this.#parts.push(written);
    else if (kind === "mark") this.#inLine(written);
    else if (name === "br") {
      this.#inLine(written);
      this.#endText();
    } else {
      this.#endLine();
      if (isEnd) this.#open.pop();
      this.#parts.push(written);
      if (!isEnd && kind !== "void") this.#open.push(name);
    }
  }

  end(): string {
    this.#endLine();
    return this.#parts.join("");
  }

  #inLine(part: string): void {
    if (!this.#isLoose && HOLDS_PARAGRAPHS.has(this.#open.at(-1) ?? "")) {
      this.#parts.push("<p>");
      this.#isLoose = true;
    }
    this.#parts.push(part);
  }

  #endText(): void {
    if (this.#lastText !== -1) this.#parts[this.#lastText] = (this.#parts[this.#lastText] ?? "").replace(/ $/, "");
    this.#lastText = -1;
    this.#ignoresSpace = true;
  }

  #endLine(): void {
    this.#endText();
    if (this.#isLoose) this.#parts.push("</p>");
    this.#isLoose = false;
  }
}

/**
 * Returns the canonical form of a block for comparisons: the same for HTML that differs only in white space, or in
 * notations that a browser or the editor parses alike. Stored text and attributes never contain `<` or `>`.
 */
export function blockKey(block: string): string {
  const writer = new KeyWriter();
  for (const part of partsOf(block)) {
    if (part.startsWith("<")) writer.tag(part);
    else if (part !== "") writer.text(part);
  }
  return writer.end();
}
