import type { Node } from "@tiptap/pm/model";
import type { Passage } from "../rich-text.ts";

/** The longest quote, in UTF-16 units; the server takes as many characters. */
const MAX_QUOTE = 1_000;
/** Shorter halves of a quote are found anywhere. Characters. */
const MIN_HALF = 12;

type Line = { offset: number; pos: number; length: number };
/** A document as one text, a line for each block of it, and where each line begins in both. */
type Flat = { text: string; lines: Line[] };
type Range = { from: number; to: number };
/** A passage where it was last seen, in positions of the document. */
export type Placed = Range & { id: number };

function flatten(doc: Node): Flat {
  const parts: string[] = [];
  const lines: Line[] = [];
  let offset = 0;
  doc.descendants((block, pos) => {
    if (!block.isTextblock) return true;
    // A line break, picture or footnote is one position: a space keeps offsets and positions together.
    const text = block.textBetween(0, block.content.size, "", " ");
    lines.push({ offset, pos: pos + 1, length: text.length });
    parts.push(text);
    offset += text.length + 1;
    return false;
  });
  return { text: parts.join("\n"), lines };
}

/** The last line that begins at or before a place. */
function lineAt(lines: readonly Line[], by: "offset" | "pos", place: number): Line | undefined {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.[by] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1];
}

function offsetAt({ lines }: Flat, pos: number): number {
  const line = lineAt(lines, "pos", pos);
  return line ? line.offset + Math.min(pos - line.pos, line.length) : 0;
}

function posAt({ lines }: Flat, offset: number): number {
  const line = lineAt(lines, "offset", offset);
  return line ? line.pos + Math.min(offset - line.offset, line.length) : 0;
}

const isSpace = (sign: string | undefined) => sign !== undefined && /\s/.test(sign);

/** The text between two positions, with as many words around it as make it the first of its kind; empty for none. */
export function quoteOf(doc: Node, { from, to }: Range): string {
  const flat = flatten(doc);
  const { text } = flat;
  let [start, end] = [offsetAt(flat, from), offsetAt(flat, to)];
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  if (start === end) return "";
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const nextLine = text.indexOf("\n", end);
  const lineEnd = nextLine === -1 ? text.length : nextLine;
  const isFirst = () => text.indexOf(text.slice(start, end)) === start;
  while (end - start < MAX_QUOTE && !isFirst() && (start > lineStart || end < lineEnd)) {
    start = Math.max(lineStart, start < 2 ? 0 : text.lastIndexOf(" ", start - 2) + 1);
    const space = text.indexOf(" ", end + 1);
    end = space === -1 || space > lineEnd ? lineEnd : space;
  }
  // Half a character cannot be stored.
  return text
    .slice(start, Math.min(end, start + MAX_QUOTE))
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

function exact(text: string, quote: string): Range | null {
  const from = text.indexOf(quote);
  return from === -1 ? null : { from, to: from + quote.length };
}

/** Where a quote was that has been edited since: between its two halves, or at the one that is still there. */
function nearly(text: string, quote: string): Range | null {
  const middle = quote.indexOf(" ", quote.length >> 1);
  const [head, tail] = [quote.slice(0, middle), quote.slice(middle + 1)];
  if (middle === -1 || head.length < MIN_HALF || tail.length < MIN_HALF) return null;
  const [first, second] = [exact(text, head), exact(text, tail)];
  if (!first || !second) return first ?? second;
  const isOne = second.from >= first.to && second.to - first.from <= 2 * quote.length;
  return isOne ? { from: first.from, to: second.to } : first;
}

/**
 * Where passages are in a document, in its order; those that are not there any more are left out. `before`: where they
 * were last seen, moved along with the text: what was edited there is still the passage. Linear in the document for each.
 */
export function placePassages(doc: Node, passages: readonly Passage[], before: readonly Placed[]): Placed[] {
  const flat = flatten(doc);
  const { text } = flat;
  const seen = new Map(before.map((placed) => [placed.id, placed]));
  const placed = passages.flatMap(({ id, quote }): Placed[] => {
    if (quote === "") return [];
    const was = seen.get(id);
    if (was && text.slice(offsetAt(flat, was.from), offsetAt(flat, was.to)) === quote) return [was];
    const found = exact(text, quote);
    if (!found && was) return [was];
    const range = found ?? nearly(text, quote);
    return range ? [{ id, from: posAt(flat, range.from), to: posAt(flat, range.to) }] : [];
  });
  return placed.filter(({ from, to }) => from < to).sort((one, other) => one.from - other.from || one.to - other.to);
}
