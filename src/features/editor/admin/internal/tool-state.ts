import type { Editor } from "@tiptap/core";
import { redoDepth, undoDepth } from "@tiptap/pm/history";
import { ALIGNMENTS } from "#features/content/model.ts";
import { asideAt } from "./aside-node.ts";
import { type Alignment, alignmentOf, firstLine } from "./block-layout.ts";
import { canBeFigure, isInFigure } from "./figure-nodes.ts";
import { canHaveFootnote, noteAt } from "./footnote-node.ts";
import { canBeGallery, galleryAt } from "./gallery-node.ts";
import { isTableAround } from "./table-nodes.ts";

const MARKS = ["bold", "italic", "underline", "strike", "superscript", "subscript", "code", "link"] as const;
const BLOCKS = ["blockquote", "codeBlock", "bulletList", "orderedList", "image", "card"] as const;

type Flag =
  | (typeof MARKS)[number]
  | (typeof BLOCKS)[number]
  | Alignment
  | "heading1"
  | "heading2"
  | "heading3"
  | "figure"
  | "canBeFigure"
  | "pullQuote"
  | "callout"
  | "note"
  | "tip"
  | "warning"
  | "footnote"
  | "canHaveFootnote"
  | "gallery"
  | "canBeGallery"
  | "table"
  | "canUndo"
  | "canRedo";

/** What the toolbar shows about the selection. */
export type ToolState = Record<Flag, boolean>;

/** Computed on every change of text or selection: nothing here may scan a whole long article. */
export function toolState(editor: Editor): ToolState {
  const { state } = editor;
  const line = firstLine(state);
  const alignment = alignmentOf(line);
  const aside = asideAt(editor);
  const heading = line?.type.name === "heading" && line.attrs.level;
  const flags: [Flag, boolean][] = [
    ...[...MARKS, ...BLOCKS].map((name): [Flag, boolean] => [name, editor.isActive(name)]),
    ...ALIGNMENTS.map((name): [Flag, boolean] => [name, name === alignment]),
    ["heading1", heading === 1],
    ["heading2", heading === 2],
    ["heading3", heading === 3],
    ["figure", isInFigure(state)],
    ["canBeFigure", canBeFigure(state)],
    ["pullQuote", aside === "pull-quote"],
    ["callout", aside !== null && aside !== "pull-quote"],
    ["note", aside === "callout-note"],
    ["tip", aside === "callout-tip"],
    ["warning", aside === "callout-warning"],
    ["footnote", noteAt(state) !== null],
    ["canHaveFootnote", canHaveFootnote(state)],
    ["gallery", galleryAt(state) !== null],
    ["canBeGallery", canBeGallery(state)],
    ["table", isTableAround(state)],
    ["canUndo", undoDepth(state) > 0],
    ["canRedo", redoDepth(state) > 0],
  ];
  return Object.fromEntries(flags) as ToolState;
}
