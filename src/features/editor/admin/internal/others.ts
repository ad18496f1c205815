import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { useEffect, useEffectEvent } from "react";
import { fingerprint } from "#shared/fingerprint.ts";
import { othersMark } from "#ui/admin/others-mark.ts";
import type { BlockPlace, OtherInText, Others } from "../rich-text.ts";
import { afterChanges, openDecorations } from "./editor-view.ts";

type Block = { node: Node; pos: number };

/** Nodes never change: each is read once, however often others move. */
const known = new WeakMap<Node, string>();

function printOf(block: Block | undefined): string {
  if (!block) return "";
  const { node } = block;
  const print = known.get(node) ?? fingerprint([node.type.name, node.textContent || JSON.stringify(node.attrs)]);
  known.set(node, print);
  return print;
}

/** The blocks that hold a cursor, or are selected as a whole such as a picture, in the order of the text. */
function blocksOf(doc: Node): Block[] {
  const blocks: Block[] = [];
  doc.descendants((node, pos) => {
    const isBlock = node.isTextblock || (node.isBlock && node.isAtom);
    if (isBlock) blocks.push({ node, pos });
    return !isBlock;
  });
  return blocks;
}

/** The block at a position. */
export function placeAt(doc: Node, pos: number): BlockPlace {
  const blocks = blocksOf(doc);
  const at = Math.max(
    0,
    blocks.findLastIndex((block) => block.pos < pos),
  );
  return { at, near: [blocks[at - 1], blocks[at], blocks[at + 1]].map(printOf) };
}

/** Of the block before, the block itself, and the one after. Who writes in a block changes it, but seldom both others. */
const WEIGHTS = [2, 3, 2];

/**
 * The place of a block that somebody has in another version of the text: where it and its neighbours are most alike, of
 * several the nearest. Undefined where nothing is alike.
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

/** Where each of the others was shown last, moved along with the text, as places among the blocks. */
function shownIn({ state }: Editor, blocks: readonly Block[]): Map<number, number> {
  const shown = new Map<number, number>();
  for (const { from, spec } of KEY.getState(state)?.find() ?? []) {
    const index = blocks.findIndex(({ pos }) => pos === from);
    if (index >= 0) for (const id of spec.ids as number[]) shown.set(id, index);
  }
  return shown;
}

/** Whether the same people are shown in the same blocks. */
function isSame(before: readonly Decoration[], after: readonly Decoration[]): boolean {
  const inWords = (marks: readonly Decoration[]) =>
    marks.map(({ from, to, spec }) => `${from}-${to}: ${spec.ids}`).sort();
  return inWords(before).join() === inWords(after).join();
}

/** Marks the blocks of others, in decorations only: they are no part of the content. */
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
    return Decoration.node(pos, pos + node.nodeSize, othersMark(here), { ids: here.map(({ id }) => id) });
  });
  if (before && isSame(before.find(), marks)) return;
  editor.view.dispatch(tr.setMeta(KEY, DecorationSet.create(doc, marks)).setMeta("addToHistory", false));
}

export const openOthers = (editor: Editor): (() => void) => openDecorations(editor, KEY);

/** How long after a change, or a move of the cursor, places are looked for again. Milliseconds. */
const DELAY_MS = 500;

/** Shows where others are in the text, and reports where the cursor is. Keys only start a timer. */
export function useOthers(editor: Editor, others: Others | undefined): void {
  const has = others !== undefined;
  const list = others?.list;
  const mark = useEffectEvent(() => {
    if (others && !editor.isDestroyed) markOthers(editor, others.list);
  });
  const report = useEffectEvent(() => {
    if (!editor.isDestroyed && editor.isFocused)
      others?.onPlace(placeAt(editor.state.doc, editor.state.selection.head));
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
