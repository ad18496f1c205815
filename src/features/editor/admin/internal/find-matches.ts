import type { Node } from "@tiptap/pm/model";

export type FindOptions = { query: string; isExact: boolean; isWord: boolean };
export type Match = { from: number; to: number };

/** More are not looked for: nobody goes through them one by one. */
export const MAX_MATCHES = 10_000;
/** Stands for a line break or a footnote, so that offsets in a line's text are positions. */
const LEAF = "\ufffc";

/** Lower case of the same length, so that offsets stay. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign)).join("");
}

const isInWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(sign);

function isWholeWord(text: string, from: number, to: number): boolean {
  const before = from > 0 ? String.fromCodePoint(text.codePointAt(from - 1) ?? 0) : undefined;
  const after = to < text.length ? String.fromCodePoint(text.codePointAt(to) ?? 0) : undefined;
  return !isInWord(before) && !isInWord(after);
}

/** Where a text occurs in the lines of a document, in order, at most `MAX_MATCHES` times. Linear in the document. */
export function findMatches(doc: Node, { query, isExact, isWord }: FindOptions): Match[] {
  const matches: Match[] = [];
  const wanted = isExact ? query : folded(query);
  if (wanted === "") return matches;
  doc.descendants((block, pos) => {
    if (matches.length === MAX_MATCHES) return false;
    if (!block.isTextblock) return true;
    const text = block.textBetween(0, block.content.size, "", LEAF);
    const line = isExact ? text : folded(text);
    for (let at = line.indexOf(wanted); at !== -1; at = line.indexOf(wanted, at + wanted.length)) {
      if (isWord && !isWholeWord(text, at, at + wanted.length)) continue;
      matches.push({ from: pos + 1 + at, to: pos + 1 + at + wanted.length });
      if (matches.length === MAX_MATCHES) break;
    }
    return false;
  });
  return matches;
}
