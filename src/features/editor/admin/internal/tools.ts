import type { ChainedCommands, Editor } from "@tiptap/core";
import { redoDepth, undoDepth } from "@tiptap/pm/history";
import {
  ArrowLeft,
  ArrowRight,
  Asterisk,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Bold,
  Captions,
  Code,
  FileCode,
  FileDown,
  FilePen,
  FoldHorizontal,
  FoldVertical,
  Grid2x2Plus,
  Grid2x2X,
  Heading1,
  Heading2,
  Heading3,
  type IconNode,
  Image,
  Images,
  IndentDecrease,
  IndentIncrease,
  Info,
  Italic,
  Lightbulb,
  Link,
  Link2,
  List,
  ListChecks,
  ListCollapse,
  ListOrdered,
  MessageSquareQuote,
  Minus,
  MoveHorizontal,
  PanelTop,
  RectangleHorizontal,
  Redo2,
  SquareCode,
  StickyNote,
  Strikethrough,
  Subscript,
  Superscript,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  TextQuote,
  TriangleAlert,
  Underline,
  Undo2,
  UnfoldHorizontal,
} from "lucide";
import { ALIGNMENTS, type PictureWidth } from "#features/content/model.ts";
import { asideAt, isCallout } from "./aside-nodes.ts";
import { alignmentOf, firstLine } from "./block-moves.ts";
import { canBeFigure, canBeGallery, galleryAt, isInFigure, widePictureAt } from "./figure-nodes.ts";
import { canHaveFootnote, noteAt } from "./footnote-node.ts";
import { type ColumnAlignment, hasHeaderRow, isTableAround, type TableChange } from "./table-nodes.ts";

const ACTIVE = [
  "bold",
  "italic",
  "underline",
  "strike",
  "superscript",
  "subscript",
  "code",
  "link",
  "blockquote",
  "codeBlock",
  "bulletList",
  "orderedList",
  "image",
  "card",
  "toggle",
  "button",
  "file",
] as const;

const flagsOf = <Name extends string>(names: readonly Name[], isOn: (name: Name) => boolean) =>
  Object.fromEntries(names.map((name) => [name, isOn(name)])) as Record<Name, boolean>;

/** Computed on every change of text or selection, so nothing here may scan a long article. */
export function toolState(editor: Editor) {
  const { state } = editor;
  const line = firstLine(state);
  const alignment = alignmentOf(line);
  const aside = asideAt(editor);
  const picture = widePictureAt(state)?.node;
  const level = line?.type.name === "heading" && line.attrs.level;
  return {
    ...flagsOf(ACTIVE, (name) => editor.isActive(name)),
    ...flagsOf(ALIGNMENTS, (name) => name === alignment),
    heading1: level === 1,
    heading2: level === 2,
    heading3: level === 3,
    figure: isInFigure(state),
    canBeFigure: canBeFigure(state),
    pullQuote: aside === "pull-quote",
    keyPoints: aside === "key-points",
    callout: isCallout(aside),
    note: aside === "callout-note",
    tip: aside === "callout-tip",
    warning: aside === "callout-warning",
    footnote: noteAt(state) !== null,
    canHaveFootnote: canHaveFootnote(state),
    picture: picture !== undefined,
    textWidth: picture?.attrs.extent === null,
    wide: picture?.attrs.extent === "wide",
    full: picture?.attrs.extent === "full",
    gallery: galleryAt(state) !== undefined,
    canBeGallery: canBeGallery(state),
    table: isTableAround(state),
    headerRow: hasHeaderRow(state),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
}

export type ToolState = ReturnType<typeof toolState>;

export type Tool = {
  label: string;
  icon: IconNode;
  keys?: string;
  pressed?: keyof ToolState;
  shown?: keyof ToolState;
  enabled?: keyof ToolState;
} & ({ run: (chain: ChainedCommands) => ChainedCommands } | { dialog: ToolDialog });

export type ToolDialog = "link" | "picture" | "footnote" | "language" | "card" | "upload" | (string & {});

export const isHiddenTool = (tool: Tool, hidden: readonly string[] = []): boolean =>
  "dialog" in tool && hidden.includes(tool.dialog);

/** Smaller than other buttons with a mouse, so that one row fits the tools of most texts. */
export const TOOL_SIZE = "pointer-fine:size-8";

type Run = (chain: ChainedCommands) => ChainedCommands;
type Flags = Pick<Tool, "keys" | "pressed" | "shown" | "enabled">;

const tool = (label: string, icon: IconNode, run: Run, flags: Flags = {}): Tool => ({ label, icon, run, ...flags });

const opening = (label: string, icon: IconNode, dialog: ToolDialog, flags: Flags = {}): Tool => ({
  label,
  icon,
  dialog,
  ...flags,
});

const heading = (level: 1 | 2 | 3, icon: IconNode) =>
  tool(`Heading ${level}`, icon, (chain) => chain.toggleHeading({ level }), {
    keys: `Mod-Alt-${level}`,
    pressed: `heading${level}`,
  });

const inTable = (label: string, icon: IconNode, change: TableChange) =>
  tool(label, icon, (chain) => chain.changeTable(change), { shown: "table" });

const column = (label: string, icon: IconNode, to: ColumnAlignment) =>
  tool(label, icon, (chain) => chain.alignColumn(to), { shown: "table", pressed: to });

const kindOfCallout = (label: string, icon: IconNode, pressed: "note" | "tip" | "warning") =>
  tool(label, icon, (chain) => chain.setCallout(`callout-${pressed}`), { shown: "callout", pressed });

const ofPicture = (label: string, icon: IconNode, width: PictureWidth | null) =>
  tool(label, icon, (chain) => chain.setPictureWidth(width), { shown: "picture", pressed: width ?? "textWidth" });

/** The toolbar's groups, most used first; those that do not fit are in its menu. */
export const TOOLS: Tool[][] = [
  [
    tool("Undo", Undo2, (chain) => chain.undo(), { keys: "Mod-Z", enabled: "canUndo" }),
    tool("Redo", Redo2, (chain) => chain.redo(), { keys: "Mod-Shift-Z", enabled: "canRedo" }),
  ],
  [
    tool("Bold", Bold, (chain) => chain.toggleBold(), { keys: "Mod-B", pressed: "bold" }),
    tool("Italic", Italic, (chain) => chain.toggleItalic(), { keys: "Mod-I", pressed: "italic" }),
    opening("Link", Link, "link", { keys: "Mod-K", pressed: "link" }),
  ],
  [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)],
  [
    tool("Quote", TextQuote, (chain) => chain.toggleBlockquote(), { keys: "Mod-Shift-B", pressed: "blockquote" }),
    tool("Bullet list", List, (chain) => chain.toggleBulletList(), { keys: "Mod-Shift-8", pressed: "bulletList" }),
    tool("Numbered list", ListOrdered, (chain) => chain.toggleOrderedList(), {
      keys: "Mod-Shift-7",
      pressed: "orderedList",
    }),
  ],
  [
    opening("Image", Image, "picture", { pressed: "image" }),
    tool("Table", Grid2x2Plus, (chain) => chain.insertTable(), { pressed: "table" }),
    opening("Footnote", Asterisk, "footnote", { keys: "Mod-Alt-F", pressed: "footnote", enabled: "canHaveFootnote" }),
  ],
  [
    tool("Underline", Underline, (chain) => chain.toggleUnderline(), { keys: "Mod-U", pressed: "underline" }),
    tool("Strikethrough", Strikethrough, (chain) => chain.toggleStrike(), { keys: "Mod-Shift-S", pressed: "strike" }),
    tool("Superscript", Superscript, (chain) => chain.unsetMark("subscript").toggleMark("superscript"), {
      keys: "Mod-.",
      pressed: "superscript",
    }),
    tool("Subscript", Subscript, (chain) => chain.unsetMark("superscript").toggleMark("subscript"), {
      keys: "Mod-,",
      pressed: "subscript",
    }),
    tool("Code", Code, (chain) => chain.toggleCode(), { keys: "Mod-E", pressed: "code" }),
  ],
  [
    tool("Align left", TextAlignStart, (chain) => chain.align("left"), { keys: "Mod-Shift-L", pressed: "left" }),
    tool("Align center", TextAlignCenter, (chain) => chain.align("center"), { keys: "Mod-Shift-E", pressed: "center" }),
    tool("Align right", TextAlignEnd, (chain) => chain.align("right"), { keys: "Mod-Shift-R", pressed: "right" }),
    tool("Justify", TextAlignJustify, (chain) => chain.align("justify"), { keys: "Mod-Shift-J", pressed: "justify" }),
    tool("Decrease indent", IndentDecrease, (chain) => chain.indent(-1), { keys: "Mod-[" }),
    tool("Increase indent", IndentIncrease, (chain) => chain.indent(1), { keys: "Mod-]" }),
  ],
  [
    tool("Pull quote", MessageSquareQuote, (chain) => chain.toggleAside("pull-quote"), {
      keys: "Mod-Alt-Q",
      pressed: "pullQuote",
    }),
    tool("Callout", StickyNote, (chain) => chain.toggleCallout(), { keys: "Mod-Alt-O", pressed: "callout" }),
    tool("Key points", ListChecks, (chain) => chain.toggleKeyPoints(), { keys: "Mod-Alt-K", pressed: "keyPoints" }),
    tool("Code block", SquareCode, (chain) => chain.toggleCodeBlock(), { keys: "Mod-Alt-C", pressed: "codeBlock" }),
    opening("Code language", FileCode, "language", { enabled: "codeBlock" }),
    tool("Horizontal rule", Minus, (chain) => chain.setHorizontalRule()),
  ],
  [
    tool("Caption and credit", Captions, (chain) => chain.toggleFigure(), {
      pressed: "figure",
      enabled: "canBeFigure",
    }),
    tool("Gallery", Images, (chain) => chain.toggleGallery(), { pressed: "gallery", enabled: "canBeGallery" }),
    opening("Embed", PanelTop, "card"),
    tool("Toggle", ListCollapse, (chain) => chain.toggleToggle(), { pressed: "toggle" }),
    opening("Button", RectangleHorizontal, "button", { pressed: "button" }),
    opening("File", FileDown, "file", { pressed: "file" }),
  ],
];

/** Tools of specific blocks, in a bar at the block (floating-tools.tsx). */
export const BLOCK_TOOLS: Tool[][] = [
  [
    tool("Header row", PanelTop, (chain) => chain.changeTable("toggleHeaderRow"), {
      shown: "table",
      pressed: "headerRow",
    }),
    inTable("Add row above", BetweenHorizontalStart, "addRowBefore"),
    inTable("Add row", BetweenHorizontalEnd, "addRowAfter"),
    inTable("Add column before", BetweenVerticalStart, "addColumnBefore"),
    inTable("Add column", BetweenVerticalEnd, "addColumnAfter"),
    inTable("Delete row", FoldVertical, "deleteRow"),
    inTable("Delete column", FoldHorizontal, "deleteColumn"),
    inTable("Delete table", Grid2x2X, "deleteTable"),
  ],
  [
    column("Align column left", TextAlignStart, "left"),
    column("Align column center", TextAlignCenter, "center"),
    column("Align column right", TextAlignEnd, "right"),
  ],
  [
    ofPicture("Text width", FoldHorizontal, null),
    ofPicture("Wide", UnfoldHorizontal, "wide"),
    ofPicture("Full width", MoveHorizontal, "full"),
  ],
  [
    tool("Move earlier", ArrowLeft, (chain) => chain.moveInGallery(-1), { shown: "gallery" }),
    tool("Move later", ArrowRight, (chain) => chain.moveInGallery(1), { shown: "gallery" }),
  ],
  [
    kindOfCallout("Note", Info, "note"),
    kindOfCallout("Tip", Lightbulb, "tip"),
    kindOfCallout("Warning", TriangleAlert, "warning"),
  ],
  [tool("Turn into link", Link2, (chain) => chain.cardToLink(), { shown: "card" })],
  [opening("Button’s address", Link, "button", { shown: "button" })],
  [opening("Change file", FilePen, "file", { shown: "file" })],
];
