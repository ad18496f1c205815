import { Extension, type Extensions, Mark } from "@tiptap/core";
import { Placeholder, Selection as VisibleSelection } from "@tiptap/extensions";
import { GapCursor } from "@tiptap/pm/gapcursor";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Plugin, Selection, type Transaction } from "@tiptap/pm/state";
import { MAX_DEPTH } from "#features/content/model.ts";
import { Aside, Toggle, ToggleSummary } from "./internal/aside-nodes.ts";
import { BlockLayout, BlockMoves } from "./internal/block-moves.ts";
import { Button, Card, FileBlock } from "./internal/card-nodes.ts";
import { DropLine } from "./internal/drop.tsx";
import { Figure, FigureCaption, FigureCredit, Gallery, tabInFigure } from "./internal/figure-nodes.ts";
import { Footnote } from "./internal/footnote-node.ts";
import { PictureNode, UploadPlaces } from "./internal/picture-uploads.ts";
import { starterParts, Typography } from "./internal/starter-parts.ts";
import { Suggesting } from "./internal/suggesting.ts";
import { SUGGESTION_MARKS } from "./internal/suggestion-marks.ts";
import { isTableAround, Table, TableCell, TableHeader, TableRow } from "./internal/table-nodes.ts";
import type { EditorAddition } from "./rich-text.ts";

/** Tab indents list items and moves through table cells and the lines of pictures. Elsewhere, and after Esc, it leaves the editor. */
const TabKeys = Extension.create({
  name: "tabKeys",
  addProseMirrorPlugins() {
    const { editor } = this;
    let isLeaving = false;
    return [
      new Plugin({
        props: {
          handleKeyDown: (_view, event) => {
            if (event.key !== "Tab") {
              isLeaving = event.key === "Escape" || (isLeaving && event.key === "Shift");
              return false;
            }
            if (isLeaving || event.ctrlKey || event.metaKey || event.altKey) return false;
            if (isTableAround(editor.state)) {
              if (editor.commands.goToCell(event.shiftKey ? -1 : 1)) return true;
              if (!event.shiftKey && editor.commands.changeTable("addRowAfter")) return editor.commands.goToCell(1);
            }
            if (tabInFigure(editor, event.shiftKey)) return true;
            if (!event.shiftKey) return editor.commands.sinkListItem("listItem");
            return isNested(editor.state.selection.$from) && editor.commands.liftListItem("listItem");
          },
          handleDOMEvents: {
            blur: () => {
              isLeaving = false;
            },
          },
        },
      }),
    ];
  },
});

function isNested($from: { depth: number; node: (depth: number) => { type: { name: string } } }): boolean {
  let items = 0;
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === "listItem") items++;
  return items > 1;
}

/** The server's nesting limit, minus six levels for marks and code, and one for the document. */
const MAX_EDITOR_DEPTH = MAX_DEPTH - 7;

function isTooDeep(doc: Node, from: number, to: number): boolean {
  let found = false;
  doc.nodesBetween(from, to, (node, pos) => {
    if (!found && doc.resolve(pos).depth >= MAX_EDITOR_DEPTH) found = true;
    return !found && !node.isTextblock;
  });
  return found;
}

/** Checks only what a change touched or wrapped: scanning a long article on every keystroke would be too slow. */
function deepens(tr: Transaction): boolean {
  return tr.steps.some((step, index) => {
    const later = tr.mapping.slice(index + 1);
    let [from, to] = [Number.POSITIVE_INFINITY, 0];
    step.getMap().forEach((_oldStart, _oldEnd, start, end) => {
      from = Math.min(from, start);
      to = Math.max(to, end);
    });
    return from <= to && isTooDeep(tr.doc, later.map(from, -1), later.map(to, 1));
  });
}

/** Prevents nesting of lists and quotes beyond the depth that the server's sanitizer keeps. */
const DepthLimit = Extension.create({
  name: "depthLimit",
  addProseMirrorPlugins: () => [
    new Plugin({ filterTransaction: (tr) => !tr.docChanged || tr.getMeta("history$") !== undefined || !deepens(tr) }),
  ],
});

/** Superscript and subscript. A footnote reference is a separate node, whose rule comes first. */
const scriptMark = (name: string, tag: string, key: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });

const Superscript = scriptMark("superscript", "sup", "Mod-.");
const Subscript = scriptMark("subscript", "sub", "Mod-,");

/**
 * Returns the initial position of the cursor in a text that starts with a picture, an article or another block without a
 * cursor position: before that block. By default the block would be selected, and the next letter would replace it.
 */
export function startCursor(doc: Node): Selection | null {
  if (!(Selection.atStart(doc) instanceof NodeSelection)) return null;
  const start = doc.resolve(0);
  const { firstChild } = doc;
  const isClosed = firstChild?.isAtom || firstChild?.type.spec.isolating;
  return isClosed ? new GapCursor(start) : Selection.findFrom(start, 1, true);
}

const StartCursor = Extension.create({
  name: "startCursor",
  onCreate() {
    const { state, view } = this.editor;
    const start = state.selection instanceof NodeSelection ? startCursor(state.doc) : null;
    if (start) view.dispatch(state.tr.setSelection(start));
  },
});

export const PLACEHOLDER = "Start writing your article content...";

/** The schema of articles: exactly what the server's sanitizer keeps (features/content/model.ts). */
export const EXTENSIONS: Extensions = [
  ...starterParts(),
  Superscript,
  Subscript,
  PictureNode,
  Figure,
  FigureCredit,
  FigureCaption,
  Gallery,
  Aside,
  Card,
  Toggle,
  ToggleSummary,
  Button,
  FileBlock,
  Footnote,
  Table,
  TableRow,
  TableHeader,
  TableCell,
  BlockLayout,
  BlockMoves,
  TabKeys,
  DepthLimit,
  Typography,
  UploadPlaces,
  DropLine,
  ...SUGGESTION_MARKS,
  Suggesting,
  StartCursor,
  Placeholder.configure({ placeholder: PLACEHOLDER }),
  // Keeps the selection visible while a dialog or the toolbar has the focus.
  VisibleSelection,
];

export function extensionsWith(addition: EditorAddition | undefined): Extensions {
  if (!addition) return EXTENSIONS;
  const own = [Placeholder.configure({ placeholder: addition.placeholder }), ...addition.extensions];
  const replaced = new Set(own.map(({ name }) => name));
  return [...EXTENSIONS.filter(({ name }) => !replaced.has(name)), ...own];
}
