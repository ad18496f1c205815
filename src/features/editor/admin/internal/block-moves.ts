import { type ChainedCommands, type Editor, Extension } from "@tiptap/core";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    blockMoves: {
      /** Moves the selected blocks or list items past the previous (`-1`) or next one (`1`). */
      moveBlock: (by: 1 | -1) => ReturnType;
      duplicateBlock: () => ReturnType;
      deleteBlock: () => ReturnType;
    };
  }
}

type Blocks = { parent: Node; first: number; last: number; from: number; to: number };

/** The depth of the blocks to move: items of the innermost list around the selection, or top-level blocks. */
function depthOf($from: ResolvedPos, $to: ResolvedPos): number {
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
    const name = $from.node(depth).type.name;
    if (name === "bulletList" || name === "orderedList") return depth;
    if (name === "listItem") return depth - 1;
  }
  return 0;
}

function blocksAt($from: ResolvedPos, $to: ResolvedPos, depth: number): Blocks {
  const first = $from.index(depth);
  // The end of a selected node is before the next one.
  const last = Math.max(first, $to.indexAfter(depth) - 1);
  const parent = $from.node(depth);
  let from = $from.start(depth);
  for (let index = 0; index < first; index++) from += parent.child(index).nodeSize;
  let to = from;
  for (let index = first; index <= last; index++) to += parent.child(index).nodeSize;
  return { parent, first, last, from, to };
}

/** The top-level blocks of the selection. */
export const outerBlocks = ({ selection: { $from, $to } }: EditorState): Blocks => blocksAt($from, $to, 0);

/** Moves the neighbour instead of the blocks, so that the selection stays. */
function move({ selection: { $from, $to } }: EditorState, tr: Transaction, by: 1 | -1): boolean {
  const { parent, first, last, from, to } = blocksAt($from, $to, depthOf($from, $to));
  const neighbour = parent.maybeChild(by < 0 ? first - 1 : last + 1);
  if (!neighbour) return false;
  const size = neighbour.nodeSize;
  if (by < 0) tr.delete(from - size, from).insert(to - size, neighbour);
  else tr.delete(to, to + size).insert(from, neighbour);
  tr.scrollIntoView();
  return true;
}

function duplicate(state: EditorState, tr: Transaction): boolean {
  const { from, to } = outerBlocks(state);
  tr.insert(to, state.doc.slice(from, to).content);
  tr.setSelection(Selection.near(tr.doc.resolve(to + 1))).scrollIntoView();
  return true;
}

function remove(state: EditorState, tr: Transaction): boolean {
  const { parent, from, to } = outerBlocks(state);
  const empty = state.schema.nodes.paragraph?.create();
  if (to - from === parent.content.size && empty) tr.replaceWith(from, to, empty);
  else tr.delete(from, to);
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)))).scrollIntoView();
  return true;
}

/** Commands on full blocks: move, duplicate, delete. */
export const BlockMoves = Extension.create({
  name: "blockMoves",
  addCommands: () => ({
    moveBlock:
      (by) =>
      ({ state, tr, dispatch }) =>
        dispatch ? move(state, tr, by) : true,
    duplicateBlock:
      () =>
      ({ state, tr, dispatch }) =>
        dispatch ? duplicate(state, tr) : true,
    deleteBlock:
      () =>
      ({ state, tr, dispatch }) =>
        dispatch ? remove(state, tr) : true,
  }),
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      // Handled at the first and last block too, where the browser would move the cursor.
      "Alt-ArrowUp": () => editor.commands.moveBlock(-1) || true,
      "Alt-ArrowDown": () => editor.commands.moveBlock(1) || true,
    };
  },
});

/** Blocks whose lines can be turned into other blocks. */
const TURNED = ["paragraph", "heading", "bulletList", "orderedList", "blockquote", "codeBlock", "aside"];
export const canTurn = (block: Node): boolean => TURNED.includes(block.type.name);

/** Turns the top-level block at the selection into plain lines, then applies `run`, as one step. */
export function turnInto(editor: Editor, run: (chain: ChainedCommands) => ChainedCommands): void {
  const { from, to } = outerBlocks(editor.state);
  const { doc } = editor.state;
  const lines = TextSelection.between(doc.resolve(from + 1), doc.resolve(to - 1));
  const chain = editor.chain().setTextSelection({ from: lines.from, to: lines.to }).clearNodes();
  run(chain).run();
  editor.commands.setTextSelection(editor.state.selection.to);
}
