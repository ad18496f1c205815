import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { PluginKey, type Selection } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { useEffect, useEffectEvent } from "react";
import { fingerprint } from "#shared/fingerprint.ts";
import { othersMark } from "#ui/admin/others-mark.ts";
import type { BlockPlace, OtherInText, Others } from "../rich-text.ts";
import { caretMarks, caretOf } from "./carets.ts";
import { afterChanges, openDecorations } from "./editor-view.ts";

type Block = { node: Node; pos: number };

/** Cached per node, as nodes are immutable. */
const known = new WeakMap<Node, string>();

function printOf(block: Block | undefined): string {
  if (!block) return "";
  const { node } = block;
  const print = known.get(node) ?? fingerprint([node.type.name, node.textContent || JSON.stringify(node.attrs)]);
  known.set(node, print);
  return print;
}

/** The blocks that can hold a cursor or be selected, such as pictures, in text order. */
function blocksOf(doc: Node): Block[] {
  const blocks: Block[] = [];
  doc.descendants((node, pos) => {
    const isBlock = node.isTextblock || (node.isBlock && node.isAtom);
    if (isBlock) blocks.push({ node, pos });
    return !isBlock;
  });
  return blocks;
}

/** The block and caret of a selection. */
export const placeOf = (doc: Node, selection: Selection): BlockPlace => ({
  ...placeAt(doc, selection.head),
  caret: caretOf(selection),
});

export function placeAt(doc: Node, pos: number): BlockPlace {
  const blocks = blocksOf(doc);
  const at = Math.max(
    0,
    blocks.findLastIndex((block) => block.pos < pos),
  );
  return { at, near: [blocks[at - 1], blocks[at], blocks[at + 1]].map(printOf) };
}

/** Fingerprints of the previous block, the block, and the next one. An edit rarely changes all three. */
const WEIGHTS = [2, 3, 2];

/**
 * The best match for another user's block in this version of the text, by it and its neighbours; the nearest of
 * several. Undefined without a match.
 */
function matching(blocks: readonly Block[], { at, near }: BlockPlace): number | undefined {
  let best: number | undefined;
  let bestScore = 0;
  for (let index = 0; index < blocks.length; index++) {
    const score = WEIGHTS.reduce((sum, weight, offset) => {
      const print = printOf(blocks[index + offset - 1]);
      return print !== "" && print === near[offset] ? sum + weight : sum;
    }, 0);
    const isNearer = best !== undefined && score === bestScore && Math.abs(index - at) < Math.abs(best - at);
    if (score > bestScore || (score > 0 && isNearer)) [best, bestScore] = [index, score];
  }
  return best;
}

const KEY = new PluginKey<DecorationSet>("others");

/** The last displayed positions of others, mapped through edits. */
function shownIn({ state }: Editor, blocks: readonly Block[]): Map<number, number> {
  const shown = new Map<number, number>();
  for (const { from, spec } of KEY.getState(state)?.find(undefined, undefined, ({ ids }) => ids !== undefined) ?? []) {
    const index = blocks.findIndex(({ pos }) => pos === from);
    if (index >= 0) for (const id of spec.ids as number[]) shown.set(id, index);
  }
  return shown;
}

function isSame(before: readonly Decoration[], after: readonly Decoration[]): boolean {
  const inWords = (marks: readonly Decoration[]) =>
    marks.map(({ from, to, spec }) => `${from}-${to}: ${spec.ids ?? spec.caret}`).sort();
  return inWords(before).join() === inWords(after).join();
}

/** Marks others' blocks by decorations, which are not part of the content. */
export function markOthers(editor: Editor, others: readonly OtherInText[]): void {
  const { doc, tr } = editor.state;
  const before = KEY.getState(editor.state);
  if (others.length === 0 && (!before || before === DecorationSet.empty)) return;
  const blocks = blocksOf(doc);
  const shown = shownIn(editor, blocks);
  const placed = Map.groupBy(others, ({ id, block }) =>
    Math.min(matching(blocks, block) ?? shown.get(id) ?? block.at, blocks.length - 1),
  );
  const marks = [...placed].flatMap(([index, here]) => {
    const block = blocks[index];
    if (!block) return [];
    const { pos, node } = block;
    const carets = here.flatMap((other) => caretMarks(other, block));
    // The flag of a caret has the name.
    const { class: names, ...name } = othersMark(here);
    const mark = carets.length > 0 ? { class: `${names} others-flagged` } : { class: names, ...name };
    return [Decoration.node(pos, pos + node.nodeSize, mark, { ids: here.map(({ id }) => id) }), ...carets];
  });
  if (before && isSame(before.find(), marks)) return;
  editor.view.dispatch(tr.setMeta(KEY, DecorationSet.create(doc, marks)).setMeta("addToHistory", false));
}

export const openOthers = (editor: Editor): (() => void) => openDecorations(editor, KEY);

/** Debounce of searching positions after a change or a cursor move, in milliseconds. */
const DELAY_MS = 500;

/** Shows others' positions and reports the cursor's. Keystrokes only start a timer. */
export function useOthers(editor: Editor, others: Others | undefined): void {
  const has = others !== undefined;
  const list = others?.list;
  const mark = useEffectEvent(() => {
    if (others && !editor.isDestroyed) markOthers(editor, others.list);
  });
  const report = useEffectEvent(() => {
    if (!editor.isDestroyed && editor.isFocused) others?.onPlace(placeOf(editor.state.doc, editor.state.selection));
  });
  useEffect(() => {
    if (!has || editor.isDestroyed) return;
    const close = openOthers(editor);
    const stopMarking = afterChanges(editor, DELAY_MS, () => mark());
    const stopReporting = afterChanges(editor, DELAY_MS, () => report(), ["selectionUpdate", "focus"]);
    return () => {
      stopMarking();
      stopReporting();
      close();
    };
  }, [editor, has]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks again whenever others have moved
  useEffect(() => mark(), [editor, list]);
}
