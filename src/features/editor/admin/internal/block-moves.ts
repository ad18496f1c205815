import { type ChainedCommands, type Editor, Extension } from "@tiptap/core";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { ALIGNMENTS, DIRECTIONS, MAX_INDENT } from "#features/content/model.ts";

type Alignment = (typeof ALIGNMENTS)[number];

const LEVELS = Array.from({ length: MAX_INDENT }, (_, index) => index + 1);

const isLaidOut = (name: string) => name === "paragraph" || name === "heading";

/** Calls `change` with the attributes of each selected paragraph and heading; null leaves the block unchanged. */
function layOut(
  { selection, doc }: EditorState,
  tr: Transaction,
  change: (attributes: Record<string, unknown>) => Record<string, unknown> | null,
): boolean {
  let isChanged = false;
  doc.nodesBetween(selection.from, selection.to, (node, pos) => {
    if (!isLaidOut(node.type.name)) return;
    const attributes = change(node.attrs);
    if (!attributes) return;
    tr.setNodeMarkup(pos, undefined, { ...node.attrs, ...attributes });
    isChanged = true;
  });
  return isChanged;
}

/** The line where the selection starts; null without a line, such as for a selected picture. */
export function firstLine({ selection, doc }: EditorState): Node | null {
  if (selection.$from.parent.isTextblock) return selection.$from.parent;
  let line: Node | null = null;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isTextblock) line ??= node;
    return line === null;
  });
  return line;
}

export function alignmentOf(line: Node | null): Alignment | null {
  return line && isLaidOut(line.type.name) ? (line.attrs.align ?? "left") : null;
}

/** Backspace at the start of an indented line removes the indentation first. */
function outdentAtStart(editor: Editor): boolean {
  const { empty, $from } = editor.state.selection;
  if (!empty || $from.parentOffset > 0 || !($from.parent.attrs.indent > 0)) return false;
  return editor.commands.indent(-1);
}

/** Alignment and indentation as classes, and the direction of pasted or stored blocks. */
export const BlockLayout = Extension.create({
  name: "blockLayout",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading"],
      attributes: {
        // A line without a class is left-aligned.
        align: {
          default: null,
          parseHTML: ({ classList }) =>
            ALIGNMENTS.find((name) => name !== "left" && classList.contains(`align-${name}`)) ?? null,
          renderHTML: ({ align }) => (align ? { class: `align-${align}` } : {}),
        },
        indent: {
          default: 0,
          parseHTML: ({ classList }) => LEVELS.find((level) => classList.contains(`indent-${level}`)) ?? 0,
          renderHTML: ({ indent }) => (indent > 0 ? { class: `indent-${indent}` } : {}),
        },
      },
    },
    {
      types: [
        "paragraph",
        "heading",
        "blockquote",
        "bulletList",
        "orderedList",
        "listItem",
        "tableHeader",
        "tableCell",
      ],
      attributes: {
        // By default the first letter decides (editor.css).
        dir: {
          default: null,
          parseHTML: ({ dir }) => (DIRECTIONS.some((known) => known === dir) ? dir : null),
          renderHTML: ({ dir }) => (dir ? { dir } : {}),
        },
      },
    },
  ],
  addCommands: () => ({
    align:
      (to) =>
      ({ state, tr }) =>
        layOut(state, tr, () => ({ align: to === "left" ? null : to })),
    indent:
      (by) =>
      ({ editor, state, tr, commands }) => {
        if (editor.isActive("listItem"))
          return by > 0 ? commands.sinkListItem("listItem") : commands.liftListItem("listItem");
        return layOut(state, tr, ({ indent }) => {
          const level = Math.min(MAX_INDENT, Math.max(0, Number(indent) + by));
          return level === indent ? null : { indent: level };
        });
      },
  }),
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      "Mod-Shift-l": () => editor.commands.align("left"),
      "Mod-Shift-e": () => editor.commands.align("center"),
      "Mod-Shift-r": () => editor.commands.align("right"),
      "Mod-Shift-j": () => editor.commands.align("justify"),
      "Mod-]": () => editor.commands.indent(1) || true,
      "Mod-[": () => editor.commands.indent(-1) || true,
      Backspace: () => outdentAtStart(editor),
    };
  },
});

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    blockLayout: {
      align: (to: Alignment) => ReturnType;
      /** Indents (`1`) or outdents (`-1`) by one level; list items inside a list. */
      indent: (by: 1 | -1) => ReturnType;
    };
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
