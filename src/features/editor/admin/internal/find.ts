import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { FoundField } from "../rich-text.ts";
import { focusText, openDecorations } from "./editor-view.ts";

export type FindOptions = { query: string; isExact: boolean; isWord: boolean };
export type Match = { from: number; to: number };
/** A match with the place of its field among the fields; in the document, their count. */
export type FoundPlace = Match & { part: number };

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

/** Where a text occurs in a line, in order, at most `limit` times. Linear in the line. */
function matchesIn(text: string, { query, isExact, isWord }: FindOptions, limit = MAX_MATCHES): Match[] {
  const matches: Match[] = [];
  const wanted = isExact ? query : folded(query);
  if (wanted === "") return matches;
  const line = isExact ? text : folded(text);
  for (let at = line.indexOf(wanted); at !== -1; at = line.indexOf(wanted, at + wanted.length)) {
    if (matches.length === limit) break;
    if (isWord && !isWholeWord(text, at, at + wanted.length)) continue;
    matches.push({ from: at, to: at + wanted.length });
  }
  return matches;
}

/** Where a text occurs in the lines of a document, in order, at most `MAX_MATCHES` times. Linear in the document. */
export function findMatches(doc: Node, options: FindOptions): Match[] {
  const matches: Match[] = [];
  doc.descendants((block, pos) => {
    if (matches.length === MAX_MATCHES) return false;
    if (!block.isTextblock) return true;
    const text = block.textBetween(0, block.content.size, "", LEAF);
    for (const { from, to } of matchesIn(text, options, MAX_MATCHES - matches.length))
      matches.push({ from: pos + 1 + from, to: pos + 1 + to });
    return false;
  });
  return matches;
}

type Texts = { fields: readonly Pick<FoundField, "text">[]; doc: Node };

/** Where a text occurs in the fields above a document, then in the document. */
export const findPlaces = ({ fields, doc }: Texts, options: FindOptions): FoundPlace[] => [
  ...fields.flatMap(({ text }, part) => matchesIn(text, options).map((match) => ({ ...match, part }))),
  ...findMatches(doc, options).map((match) => ({ ...match, part: fields.length })),
];

/** The first of `places` that is not before a position, or the first of all. */
export function placeFrom(places: readonly FoundPlace[], { part, from }: Omit<FoundPlace, "to">): number {
  const next = places.findIndex((place) => place.part > part || (place.part === part && place.from >= from));
  return Math.max(0, next);
}

export const replacedIn = (text: string, matches: readonly Match[], by: string): string =>
  matches.toReversed().reduce((now, { from, to }) => now.slice(0, from) + by + now.slice(to), text);

const KEY = new PluginKey<DecorationSet>("find");

const highlight = (match: Match, isCurrent: boolean) =>
  Decoration.inline(match.from, match.to, { class: isCurrent ? "find-match find-current" : "find-match" });

/** Highlights matches while the panel is open; they move along with the text until it looks again. */
export const openFind = (editor: Editor): (() => void) => openDecorations(editor, KEY);

export function showMatches(editor: Editor, matches: readonly Match[], at: number): void {
  const { doc, tr } = editor.state;
  const set = DecorationSet.create(
    doc,
    matches.map((match, index) => highlight(match, index === at)),
  );
  editor.view.dispatch(tr.setMeta(KEY, set).setMeta("addToHistory", false));
}

/** Selects a match, as the place where one goes on writing. */
export function selectMatch(editor: Editor, { from, to }: Match): void {
  editor.commands.setTextSelection({ from, to });
  focusText(editor);
}

/** Replaces matches by a text, with the marks that each has, as one step to undo. */
export function replaceMatches(state: EditorState, matches: readonly Match[], text: string): Transaction {
  const { tr } = state;
  // From the end, so that no match moves before its turn.
  for (const { from, to } of matches.toReversed()) {
    if (text === "") tr.delete(from, to);
    else tr.insertText(text, from, to);
  }
  const last = matches.at(-1);
  if (last) tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(last.to))));
  return tr;
}
