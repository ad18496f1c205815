import { Parser } from "htmlparser2";
import {
  type BlockMark,
  blockAttributes,
  blockMarkOf,
  isConditional,
  isFilled,
  isForeign,
  recoveredBlock,
} from "./blocks.ts";
import { BodyNotes } from "./body-notes.ts";
import { BREAK, paragraphsIn } from "./paragraphs.ts";
import { withEscapedCode } from "./raw-code.ts";
import { renderShortcode } from "./shortcode-html.ts";
import { embed, type Surroundings } from "./shortcode-parts.ts";
import { partsOf, type Shortcode } from "./shortcodes.ts";
import { INLINE, plainText } from "./values.ts";

/** A text as its own site shows it, before it is converted to the content model. */
export type Body = {
  html: string;
  notes: BodyNotes;
  /** What is before the mark of its author as plain text, if that is short enough; else empty. */
  teaser: string;
};

/** A body that cannot be read, as a sentence. */
export class BodyError extends Error {
  override name = "BodyError";
}

const MAX_DEPTH = 500;
const MAX_FRAMES = 30;
/** Limits for all reusable blocks in a text, nested ones included. */
const MAX_REUSED_LENGTH = 2 * 1024 * 1024;
const MAX_REUSED = 200;
const MAX_TEASER = 500;

/** Elements in which nothing is a shortcode, and line breaks are as written. */
const RAW: ReadonlySet<string> = new Set("pre code script style textarea svg math xmp select".split(" "));
/** Elements between whose children there is no text. */
const STRUCTURE: ReadonlySet<string> = new Set(
  "table thead tbody tfoot tr ul ol dl figure picture video audio object select colgroup".split(" "),
);

type Piece = { html: string; raw: string; code?: Shortcode };

/**
 * Turns a text of WordPress into HTML: blank lines become paragraphs unless it consists of blocks, shortcodes what they show, reusable
 * blocks their content. `hasLines`: whether line breaks in it are some on the page. Throws BodyError for HTML that is nested without
 * end.
 */
export function readBody(html: string, around: Surroundings, hasLines = true): Body {
  const reader = new BodyReader(around, hasLines);
  const made = reader.read(html, []);
  return { html: made + reader.footnotes(), notes: reader.notes, teaser: reader.teaser };
}

class BodyReader {
  readonly notes = new BodyNotes();
  teaser = "";
  readonly #around: Surroundings;
  readonly #hasLines: boolean;
  readonly #notesAtEnd: string[] = [];
  #reused = 0;
  #reusedLength = 0;

  constructor(around: Surroundings, hasLines: boolean) {
    this.#around = around;
    this.#hasLines = hasLines;
  }

  /** `inside`: the reusable blocks around this text. */
  read(html: string, inside: readonly string[]): string {
    const pieces = new Pieces(html, this.#hasLines, {
      block: (mark) => this.#block(mark, inside),
      more: (before) => this.#more(before, inside),
      page: () => this.notes.note("The pages that it was divided into were joined."),
    }).pieces;
    return this.#joined(pieces);
  }

  footnotes(): string {
    if (this.#notesAtEnd.length === 0) return "";
    const items = this.#notesAtEnd.map((note, index) => `<li id="fn-${index + 1}">${note}</li>`);
    return `<section class="footnotes"><ol>${items.join("")}</ol></section>`;
  }

  #footnote(html: string): string {
    const number = this.#notesAtEnd.push(html);
    return `<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`;
  }

  #more(before: string, inside: readonly string[]): void {
    if (this.teaser !== "" || inside.length > 0 || before.length > 20 * MAX_TEASER) return;
    const shown = partsOf(before).filter(({ code }) => !code);
    const text = plainText(shown.map((part) => part.text).join(""));
    if (text.length <= MAX_TEASER) this.teaser = text;
  }

  /** What a block is replaced with; its content is between its marks. */
  #block(mark: BlockMark, inside: readonly string[]): string {
    if (mark.form === "close") return "";
    if (isConditional(mark)) this.notes.limit(`A block of it (${mark.name}) is shown to some people only.`);
    this.notes.limitBy(mark.name);
    if (mark.name === "block") return this.#reusedBlock(String(blockAttributes(mark).ref ?? ""), inside);
    if (mark.name === "footnotes") return this.#listedFootnotes();
    if (mark.name === "social-link") {
      const { url } = blockAttributes(mark);
      return typeof url === "string" && /^https?:/i.test(url) ? embed(url) : "";
    }
    if (mark.name === "columns") this.notes.note("Its columns are below each other.");
    const recovered = mark.form === "empty" && mark.name.includes("/") ? recoveredBlock(blockAttributes(mark)) : "";
    if (recovered !== "") this.notes.name("foreign", mark.name);
    else if (isFilled(mark)) this.notes.name("filled", mark.name);
    else if (isForeign(mark)) this.notes.name("foreign", mark.name);
    return recovered;
  }

  #reusedBlock(id: string, inside: readonly string[]): string {
    const content = this.#around.block(id);
    if (content === undefined) {
      this.notes.note("A reusable block is not in the files.", "warning");
      return "";
    }
    this.#reused += 1;
    this.#reusedLength += content.length;
    if (inside.includes(id) || this.#reused > MAX_REUSED || this.#reusedLength > MAX_REUSED_LENGTH) {
      this.notes.note("A reusable block that contains itself, or too much, was left out.", "warning");
      return "";
    }
    return this.read(content, [...inside, id]);
  }

  /** The notes of the block editor, which are in a field of the text. References to them have their ids. */
  #listedFootnotes(): string {
    const notes = footnotesIn(this.#around.footnotes);
    const items = notes.map(({ content }, index) => `<li id="fn-${index + 1}">${content}</li>`);
    return items.length === 0 ? "" : `<section class="footnotes"><ol>${items.join("")}</ol></section>`;
  }

  #joined(pieces: readonly Piece[]): string {
    const ends = pairsIn(pieces);
    const frames: { start: number; html: string; raw: string }[] = [{ start: -1, html: "", raw: "" }];
    const last = () => frames.at(-1) as (typeof frames)[number];
    const put = (html: string, raw: string) => {
      const frame = last();
      frame.html += html;
      frame.raw += raw;
    };
    const close = () => {
      const { start, html, raw } = frames.pop() as (typeof frames)[number];
      const piece = pieces[start] as Piece & { code: Shortcode };
      put(this.#shortcode(piece, html, raw), piece.raw + raw);
    };
    for (const [index, piece] of pieces.entries()) {
      const { code } = piece;
      if (!code) put(piece.html, piece.raw);
      else if (code.form === "close") {
        const start = ends.starts.get(index);
        if (frames.some((frame) => frame.start === start)) {
          while (last().start !== start) close();
          close();
        } else if (start === undefined) put(code.isCertain ? "" : piece.raw, piece.raw);
      } else if (!ends.paired.has(index))
        put(this.#shortcode(piece as Piece & { code: Shortcode }, null, ""), piece.raw);
      else if (frames.length <= MAX_FRAMES) frames.push({ start: index, html: "", raw: "" });
    }
    while (frames.length > 1) close();
    return last().html;
  }

  #shortcode({ code, raw: source }: Piece & { code: Shortcode }, inner: string | null, raw: string): string {
    return renderShortcode(
      { code, source, inner, raw },
      { around: this.#around, notes: this.notes, footnote: (html) => this.#footnote(html) },
    );
  }
}

/** Finds the start of each end: the last open one of the same name. */
function pairsIn(pieces: readonly Piece[]): { starts: ReadonlyMap<number, number>; paired: ReadonlySet<number> } {
  const open = new Map<string, number[]>();
  const starts = new Map<number, number>();
  for (const [index, { code }] of pieces.entries()) {
    if (code?.form === "open") open.set(code.name, [...(open.get(code.name) ?? []).slice(-MAX_FRAMES), index]);
    if (code?.form !== "close") continue;
    const start = open.get(code.name)?.pop();
    if (start !== undefined) starts.set(index, start);
  }
  return { starts, paired: new Set(starts.values()) };
}

/** The notes in the field of the block editor; none if it is broken. */
export function footnotesIn(json: string): { id: string; content: string }[] {
  try {
    const notes: unknown = JSON.parse(json || "[]");
    return Array.isArray(notes)
      ? notes.flatMap((note) => (typeof note?.id === "string" && typeof note?.content === "string" ? [note] : []))
      : [];
  } catch {
    return [];
  }
}

type Events = { block: (mark: BlockMark) => string; more: (before: string) => void; page: () => void };

/** Cuts HTML into tags, texts and shortcodes; comments are left out. */
class Pieces {
  readonly pieces: Piece[] = [];
  readonly #html: string;
  readonly #events: Events;
  readonly #hasBlocks: boolean;
  readonly #hasLines: boolean;
  readonly #open: string[] = [];
  #rawDepth = 0;
  #blockDepth = 0;
  /** The end of what is in `pieces`. */
  #from = 0;
  #lastTag: string | null = null;

  constructor(html: string, hasLines: boolean, events: Events) {
    this.#html = withEscapedCode(html.replace(/\r\n?/g, "\n"));
    this.#events = events;
    this.#hasBlocks = this.#html.includes("<!-- wp:");
    this.#hasLines = hasLines && !this.#hasBlocks;
    const parser: Parser = new Parser({
      onopentag: (name, attributes, isImplied) => this.#onOpen(name, attributes, parser, isImplied),
      onclosetag: (name, isImplied) => this.#onClose(name, parser, isImplied),
      oncomment: (text) => this.#onComment(text, parser),
    });
    parser.end(this.#html);
    this.#text(this.#html.length, null);
  }

  #onOpen(name: string, attributes: Readonly<Record<string, string>>, parser: Parser, isImplied: boolean): void {
    if (this.#open.length > MAX_DEPTH) throw new BodyError("Its HTML is nested too deeply.");
    if (!isImplied) this.#tag(name, parser, isAttachmentLink(name, attributes) ? "<a>" : undefined);
    this.#open.push(name);
    if (RAW.has(name)) this.#rawDepth += 1;
  }

  #onClose(name: string, parser: Parser, isImplied: boolean): void {
    // The tag, before its element is closed here: its text is still inside.
    if (isImplied) this.#text(parser.startIndex, name);
    else this.#tag(name, parser);
    this.#open.pop();
    if (RAW.has(name)) this.#rawDepth -= 1;
  }

  #tag(name: string, parser: Parser, replacement?: string): void {
    this.#text(parser.startIndex, name);
    const raw = this.#html.slice(this.#from, parser.endIndex + 1);
    this.pieces.push({ html: replacement ?? raw, raw });
    this.#from = parser.endIndex + 1;
    this.#lastTag = name;
  }

  #onComment(comment: string, parser: Parser): void {
    this.#text(parser.startIndex, "comment");
    this.#from = parser.endIndex + 1;
    const mark = this.#rawDepth === 0 ? blockMarkOf(comment) : null;
    if (mark) {
      if (mark.name !== "freeform" && mark.form !== "empty") this.#blockDepth += mark.form === "open" ? 1 : -1;
      const html = this.#events.block(mark);
      if (html !== "") this.pieces.push({ html, raw: "" });
      this.#lastTag = "comment";
    } else if (/^more\b/.test(comment.trim())) {
      this.#events.more(this.#html.slice(0, parser.startIndex));
      this.pieces.push({ html: BREAK, raw: "" });
    } else if (comment.trim() === "nextpage") {
      this.#events.page();
      this.pieces.push({ html: BREAK, raw: "" });
    }
  }

  #text(to: number, next: string | null): void {
    const text = this.#html.slice(this.#from, to);
    if (text === "") return;
    this.#from = to;
    const previous = this.#lastTag;
    this.#lastTag = "";
    if (this.#rawDepth > 0) {
      this.pieces.push({ html: text, raw: text });
      return;
    }
    const parts = partsOf(text);
    for (const [index, { text: part, code }] of parts.entries()) {
      const isStart = index === 0 && startsLine(previous);
      const isEnd = index === parts.length - 1 && startsLine(next);
      if (code) this.pieces.push({ html: "", raw: part, code });
      else
        this.pieces.push({
          html: this.#withParagraphs(part, isStart, isEnd, previous === "br" && index === 0),
          raw: part,
        });
    }
  }

  #withParagraphs(text: string, isStart: boolean, isEnd: boolean, isAfterBreak: boolean): string {
    const parent = this.#open.at(-1) ?? "";
    if (STRUCTURE.has(parent) || (this.#hasBlocks && this.#blockDepth > 0)) return text;
    return paragraphsIn(text, {
      isStart,
      isEnd,
      isAfterBreak,
      hasLines: this.#hasLines,
      mayEmbed: EMBEDDING.has(parent),
    });
  }
}

/** Whether a link leads to the page of a picture, which does not come along. */
const isAttachmentLink = (name: string, { rel = "", href = "" }: Readonly<Record<string, string>>): boolean =>
  name === "a" && (/\battachment\b/.test(rel) || /[?&]attachment_id=\d/.test(href));

/** Elements in which an address in a line of its own is an embed. */
const EMBEDDING: ReadonlySet<string> = new Set(["", "p", "div", "section", "article", "center", "main"]);
/** Whether a line starts after an element, or ends before it: null for the start and end of everything. */
const startsLine = (tag: string | null): boolean =>
  tag === null || !(INLINE.has(tag) || tag === "" || tag === "img" || tag === "br");
