import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  type IconNode,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  Redo2,
  SquareCode,
  Strikethrough,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  TextQuote,
  Underline,
  Undo2,
} from "lucide";
import { BLOCK_TOOLS, CONTEXT_TOOLS } from "./block-tools.ts";
import type { Tool } from "./tool.ts";

const heading = (level: 1 | 2 | 3, icon: IconNode): Tool => ({
  label: `Heading ${level}`,
  icon,
  keys: `Mod-Alt-${level}`,
  pressed: `heading${level}`,
  run: (chain) => chain.toggleHeading({ level }),
});

/** The toolbar's groups in display order. */
export const TOOLS: Tool[][] = [
  [
    { label: "Undo", icon: Undo2, keys: "Mod-Z", enabled: "canUndo", run: (chain) => chain.undo() },
    { label: "Redo", icon: Redo2, keys: "Mod-Shift-Z", enabled: "canRedo", run: (chain) => chain.redo() },
  ],
  [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)],
  [
    { label: "Bold", icon: Bold, keys: "Mod-B", pressed: "bold", run: (chain) => chain.toggleBold() },
    { label: "Italic", icon: Italic, keys: "Mod-I", pressed: "italic", run: (chain) => chain.toggleItalic() },
    {
      label: "Underline",
      icon: Underline,
      keys: "Mod-U",
      pressed: "underline",
      run: (chain) => chain.toggleUnderline(),
    },
    {
      label: "Strikethrough",
      icon: Strikethrough,
      keys: "Mod-Shift-S",
      pressed: "strike",
      run: (chain) => chain.toggleStrike(),
    },
    { label: "Code", icon: Code, keys: "Mod-E", pressed: "code", run: (chain) => chain.toggleCode() },
    { label: "Link", icon: Link, keys: "Mod-K", pressed: "link", dialog: "link" },
  ],
  [
    {
      label: "Quote",
      icon: TextQuote,
      keys: "Mod-Shift-B",
      pressed: "blockquote",
      run: (chain) => chain.toggleBlockquote(),
    },
    {
      label: "Code block",
      icon: SquareCode,
      keys: "Mod-Alt-C",
      pressed: "codeBlock",
      run: (chain) => chain.toggleCodeBlock(),
    },
    {
      label: "Bullet list",
      icon: List,
      keys: "Mod-Shift-8",
      pressed: "bulletList",
      run: (chain) => chain.toggleBulletList(),
    },
    {
      label: "Numbered list",
      icon: ListOrdered,
      keys: "Mod-Shift-7",
      pressed: "orderedList",
      run: (chain) => chain.toggleOrderedList(),
    },
    { label: "Decrease indent", icon: IndentDecrease, keys: "Mod-[", run: (chain) => chain.indent(-1) },
    { label: "Increase indent", icon: IndentIncrease, keys: "Mod-]", run: (chain) => chain.indent(1) },
  ],
  [
    {
      label: "Align left",
      icon: TextAlignStart,
      keys: "Mod-Shift-L",
      pressed: "left",
      run: (chain) => chain.align("left"),
    },
    {
      label: "Align center",
      icon: TextAlignCenter,
      keys: "Mod-Shift-E",
      pressed: "center",
      run: (chain) => chain.align("center"),
    },
    {
      label: "Align right",
      icon: TextAlignEnd,
      keys: "Mod-Shift-R",
      pressed: "right",
      run: (chain) => chain.align("right"),
    },
    {
      label: "Justify",
      icon: TextAlignJustify,
      keys: "Mod-Shift-J",
      pressed: "justify",
      run: (chain) => chain.align("justify"),
    },
  ],
  ...BLOCK_TOOLS,
  ...CONTEXT_TOOLS,
];
