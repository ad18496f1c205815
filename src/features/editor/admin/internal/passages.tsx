import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { PluginKey, TextSelection } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { useEditorState } from "@tiptap/react";
import { MessageSquarePlus } from "lucide";
import { useEffect, useEffectEvent, useRef } from "react";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { ariaKeys, spokenKeys } from "#ui/admin/keyboard.tsx";
import { Tooltip } from "#ui/admin/tooltip.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Passage, Passages } from "../rich-text.ts";
import { afterChanges, openDecorations, scrollToPos } from "./editor-view.ts";
import { TOOL_SIZE } from "./tools.ts";

/** Maximum length of a quote in UTF-16 units; the server's limit is the same in characters. */
const MAX_QUOTE = 1_000;
/** Minimum length of half a quote in characters; shorter ones would match anywhere. */
const MIN_HALF = 12;

type Line = { offset: number; pos: number; length: number };
/** A document as one text with a line per block, and the start of each line in both. */
type Flat = { text: string; lines: Line[] };
type Range = { from: number; to: number };
export type Placed = Range & { id: number };

function flatten(doc: Node): Flat {
  const parts: string[] = [];
  const lines: Line[] = [];
  let offset = 0;
  doc.descendants((block, pos) => {
    if (!block.isTextblock) return true;
    // A line break, picture or footnote is one position, so a space keeps offsets and positions aligned.
    const text = block.textBetween(0, block.content.size, "", " ");
    lines.push({ offset, pos: pos + 1, length: text.length });
    parts.push(text);
    offset += text.length + 1;
    return false;
  });
  return { text: parts.join("\n"), lines };
}

/** The last line that starts at or before a position. */
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

/** The text between two positions, extended until it is unique; empty for none. */
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
  // Half a surrogate pair cannot be stored.
  return text
    .slice(start, Math.min(end, start + MAX_QUOTE))
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

function exact(text: string, quote: string): Range | null {
  const from = text.indexOf(quote);
  return from === -1 ? null : { from, to: from + quote.length };
}

/** The position of an edited quote: between its two halves, or at the remaining one. */
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
 * Finds passages in a document, in order, without deleted ones. `before`: their last positions,
 * mapped through edits, so that an edited passage is still found. Linear in the document for each.
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

const KEY = new PluginKey<DecorationSet>("passages");

/** Marks passages by decorations, which are not part of the content. Returns a function that removes them. */
export const openPassages = (editor: Editor, onClick: (id: number) => void): (() => void) =>
  openDecorations(editor, KEY, {
    handleClick(_view, pos) {
      const id = passageAt(editor, pos);
      if (id !== null) onClick(id);
      return false;
    },
  });

function placesIn(editor: Editor): Placed[] {
  const found = KEY.getState(editor.state)?.find() ?? [];
  return found.map(({ from, to, spec }) => ({ id: Number(spec.id), from, to }));
}

/** Finds and marks passages; returns the ids of existing ones in text order. */
export function markPassages(editor: Editor, passages: readonly Passage[]): number[] {
  const { doc, tr } = editor.state;
  const placed = placePassages(doc, passages, placesIn(editor));
  const looks = new Map(passages.map(({ id, look }) => [id, look]));
  const set = DecorationSet.create(
    doc,
    placed.map(({ id, from, to }) => {
      const look = looks.get(id) ?? "none";
      return Decoration.inline(from, to, look === "none" ? {} : { class: `passage passage-${look}` }, { id, look });
    }),
  );
  editor.view.dispatch(tr.setMeta(KEY, set).setMeta("addToHistory", false));
  return placed.map(({ id }) => id);
}

/** The shortest marked passage around a position; null outside all of them. */
function passageAt({ state }: Editor, pos: number): number | null {
  const around = KEY.getState(state)?.find(pos, pos, ({ look }) => look !== "none") ?? [];
  const [shortest] = around.sort((one, other) => one.to - one.from - (other.to - other.from));
  return shortest ? Number(shortest.spec.id) : null;
}

/** The passage at the caret; null while text is selected. */
export const passageAtCaret = (editor: Editor): number | null =>
  editor.state.selection.empty ? passageAt(editor, editor.state.selection.from) : null;

const placeOf = (editor: Editor, id: number) => placesIn(editor).find((placed) => placed.id === id);

export function scrollToPassage(editor: Editor, id: number, block: "center" | "nearest"): void {
  const place = placeOf(editor, id);
  // The passage's element, because the paragraph may be higher than the window.
  if (place) scrollToPos(editor, place.from, block, 1);
}

export function selectPassage(editor: Editor, id: number): void {
  const place = placeOf(editor, id);
  if (!place) return;
  const { view } = editor;
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(place.from), doc.resolve(place.to))));
  view.focus();
  scrollToPassage(editor, id, "center");
}

const MAX_DELAY_MS = 400;

/** Marks passages while the text is edited and reports existing ones. */
export function usePassages(editor: Editor, passages: Passages | undefined): void {
  const has = passages !== undefined;
  const list = passages?.list;
  const placed = useRef("");
  const look = useEffectEvent(() => {
    if (!passages || editor.isDestroyed) return;
    const ids = markPassages(editor, passages.list);
    if (ids.join() === placed.current) return;
    placed.current = ids.join();
    passages.onPlaced(ids);
  });
  const onClick = useEffectEvent((id: number) => passages?.onOpen(id, false));
  useEffect(() => {
    if (!has || editor.isDestroyed) return;
    const close = openPassages(editor, (id) => onClick(id));
    const stop = afterChanges(editor, MAX_DELAY_MS, () => look());
    return () => {
      stop();
      close();
    };
  }, [editor, has]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again when the passages change
  useEffect(() => look(), [editor, list]);
}

/** Opens the note at the caret, or starts one on the selected words. */
export function noteHere(editor: Editor, { onOpen, onAdd }: Passages): void {
  const id = passageAtCaret(editor);
  if (id !== null) onOpen(id, true);
  else onAdd(quoteOf(editor.state.doc, editor.state.selection));
}

/** In ProseMirror's notation. */
export const NOTE_KEYS = "Mod-Alt-M";

type Props = { editor: Editor; passages: Passages };

/** The tool that starts a note on the selected words or opens the one at the caret. */
export function NoteButton({ editor, passages }: Props) {
  const isOnNote = useEditorState({ editor, selector: ({ editor: current }) => passageAtCaret(current) !== null });
  const label = isOnNote ? "Show note" : "Add note";
  return (
    <Tooltip text={`${label} (${spokenKeys(NOTE_KEYS)})`}>
      <AdminIconButton
        label={label}
        title={undefined}
        data-tool
        tabIndex={-1}
        className={TOOL_SIZE}
        aria-keyshortcuts={ariaKeys(NOTE_KEYS)}
        onClick={() => noteHere(editor, passages)}
      >
        <Icon icon={MessageSquarePlus} size={18} />
      </AdminIconButton>
    </Tooltip>
  );
}
