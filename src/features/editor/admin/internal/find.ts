import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { FoundField } from "../rich-text.ts";
import { focusText, openDecorations } from "./editor-view.ts";

export type FindOptions = { query: string; isExact: boolean; isWord: boolean };
export type Match = { from: number; to: number };
/** A match with the index of its field; the number of fields stands for the document. */
export type FoundPlace = Match & { part: number };

/** Limit of matches. */
export const MAX_MATCHES = 10_000;
/** Placeholder for a line break or footnote, so that offsets in a line's text are positions. */
const LEAF = "\ufffc";

/** Lower case of the same length, so that offsets stay valid. */
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

/** Finds a text in a line, at most `limit` times, in order. Linear in the line. */
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

/** Finds a text in the lines of a document, at most `MAX_MATCHES` times, in order. Linear in the document. */
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

/** Finds a text in the fields above a document, then in the document. */
export const findPlaces = ({ fields, doc }: Texts, options: FindOptions): FoundPlace[] => [
  ...fields.flatMap(({ text }, part) => matchesIn(text, options).map((match) => ({ ...match, part }))),
  ...findMatches(doc, options).map((match) => ({ ...match, part: fields.length })),
];

/** The first match at or after a position, or the first of all. */
export function placeFrom(places: readonly FoundPlace[], { part, from }: Omit<FoundPlace, "to">): number {
  const next = places.findIndex((place) => place.part > part || (place.part === part && place.from >= from));
  return Math.max(0, next);
}

export const replacedIn = (text: string, matches: readonly Match[], by: string): string =>
  matches.toReversed().reduce((now, { from, to }) => now.slice(0, from) + by + now.slice(to), text);

const KEY = new PluginKey<DecorationSet>("find");

const highlight = (match: Match, isCurrent: boolean) =>
  Decoration.inline(match.from, match.to, { class: isCurrent ? "find-match find-current" : "find-match" });

/** Highlights matches while the panel is open; they are mapped through edits until the next search. */
export const openFind = (editor: Editor): (() => void) => openDecorations(editor, KEY);

export function showMatches(editor: Editor, matches: readonly Match[], at: number): void {
  const { doc, tr } = editor.state;
  const set = DecorationSet.create(
    doc,
    matches.map((match, index) => highlight(match, index === at)),
  );
  editor.view.dispatch(tr.setMeta(KEY, set).setMeta("addToHistory", false));
}

/** Selects a match, so that writing continues there. */
export function selectMatch(editor: Editor, { from, to }: Match): void {
  editor.commands.setTextSelection({ from, to });
  focusText(editor);
}

/** Replaces matches by a text, keeping the marks of each, as one undo step. */
export function replaceMatches(state: EditorState, matches: readonly Match[], text: string): Transaction {
  const { tr } = state;
  // From the end, so that positions stay valid.
  for (const { from, to } of matches.toReversed()) {
    if (text === "") tr.delete(from, to);
    else tr.insertText(text, from, to);
  }
  const last = matches.at(-1);
  if (last) tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(last.to))));
  return tr;
}
