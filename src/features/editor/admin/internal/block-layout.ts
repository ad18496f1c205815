import { type Editor, Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { ALIGNMENTS, DIRECTIONS, MAX_INDENT } from "#features/content/model.ts";

type Alignment = (typeof ALIGNMENTS)[number];

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    blockLayout: {
      align: (to: Alignment) => ReturnType;
      /** Indents (`1`) or outdents (`-1`) by one level; list items inside a list. */
      indent: (by: 1 | -1) => ReturnType;
    };
  }
}

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
