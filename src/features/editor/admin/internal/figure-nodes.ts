import {
  type CommandProps,
  type Editor,
  findParentNode,
  findParentNodeClosestToPos,
  mergeAttributes,
  Node,
} from "@tiptap/core";
import type { ResolvedPos } from "@tiptap/pm/model";
import { type Node as DocumentNode, Fragment } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { PictureWidth } from "#features/content/model.ts";
import { pictureAddress } from "../safe-address.ts";
import { showNode } from "./editor-view.ts";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    figure: {
      toggleFigure: () => ReturnType;
      /** Moves the cursor to a line of the selected picture, which becomes a figure. */
      goToFigureLine: (line: FigureLine) => ReturnType;
      /** Sets the width of the selected picture; null for the width of the text. */
      setPictureWidth: (width: PictureWidth | null) => ReturnType;
    };
  }
}

/** What the lines below a picture say while they are empty, in the order of Tab. */
export const LINE_PROMPTS = { figureCaption: "Add a caption", figureCredit: "Add a credit" } as const;
export type FigureLine = keyof typeof LINE_PROMPTS;

const hasPicture = (element: HTMLElement) =>
  pictureAddress(element.querySelector("img")?.getAttribute("src") ?? "") !== null;

function nodeAt({ selection }: Pick<EditorState, "selection">, name: "figure" | "gallery"): Place | undefined {
  if (selection instanceof NodeSelection && selection.node.type.name === name)
    return { node: selection.node, pos: selection.from };
  return findParentNode(({ type }) => type.name === name)(selection);
}

const figureAt = (state: EditorState) => nodeAt(state, "figure");

export const isInFigure = (state: EditorState): boolean => figureAt(state) !== undefined;

/** Whether the selection is a figure or a picture that could become one. A gallery contains only figures. */
export const canBeFigure = (state: EditorState): boolean =>
  (isInFigure(state) && !galleryAt(state)) ||
  (state.selection instanceof NodeSelection && state.selection.node.type.name === "image");

/** The selected picture or the one of the surrounding figure; none in a gallery, which sets its own widths. */
export function widePictureAt(state: EditorState): Place | undefined {
  if (galleryAt(state)) return undefined;
  const figure = figureAt(state);
  if (figure?.node.firstChild) return { node: figure.node.firstChild, pos: figure.pos + 1 };
  const { selection } = state;
  const isPictureSelected = selection instanceof NodeSelection && selection.node.type.name === "image";
  return isPictureSelected ? { node: selection.node, pos: selection.from } : undefined;
}

function setPictureWidth({ state, tr, dispatch }: CommandProps, width: PictureWidth | null): boolean {
  const picture = widePictureAt(state);
  if (picture && dispatch) tr.setNodeAttribute(picture.pos, "extent", width);
  return picture !== undefined;
}

function toggleFigure({ state, tr, dispatch }: CommandProps): boolean {
  const { figure, figureCredit, figureCaption, image } = state.schema.nodes;
  if (!figure || !figureCredit || !figureCaption || !image || !canBeFigure(state)) return false;
  if (!dispatch) return true;
  const around = figureAt(state);
  if (around) {
    tr.replaceWith(around.pos, around.pos + around.node.nodeSize, around.node.firstChild ?? image.create());
    tr.setSelection(NodeSelection.create(tr.doc, around.pos));
    return true;
  }
  const { from, to } = state.selection;
  const picture = state.doc.nodeAt(from) as DocumentNode;
  tr.replaceWith(from, to, figure.create(null, [picture, figureCredit.create(), figureCaption.create()]));
  // Offset of the caption: figure start, picture, credit and caption start.
  tr.setSelection(TextSelection.create(tr.doc, from + 1 + picture.nodeSize + 2 + 1));
  return true;
}

/** The position of a line of a figure; undefined if it has none. */
function lineIn({ node, pos }: Place, name: FigureLine): number | undefined {
  let at: number | undefined;
  node.forEach(({ type }, offset) => {
    if (type.name === name) at = pos + 1 + offset + 1;
  });
  return at;
}

function goToFigureLine({ state, tr, dispatch, commands }: CommandProps, name: FigureLine): boolean {
  const isLone = !figureAt(state) && canBeFigure(state);
  if (isLone && !commands.toggleFigure()) return false;
  const figure = nodeAt(tr, "figure");
  if (!figure) return false;
  if (!dispatch) return true;
  if (lineIn(figure, name) === undefined) {
    const { figureCredit, figureCaption } = state.schema.nodes;
    const kept = (type: typeof figureCredit) =>
      figure.node.children.find((child) => child.type === type) ?? type?.create() ?? [];
    const lines = [figureCredit, figureCaption].flatMap(kept);
    const start = figure.pos + 1 + (figure.node.firstChild?.nodeSize ?? 0);
    tr.replaceWith(start, figure.pos + figure.node.nodeSize - 1, lines);
  }
  const node = tr.doc.nodeAt(figure.pos);
  const at = node ? lineIn({ node, pos: figure.pos }, name) : undefined;
  if (at === undefined) return false;
  const end = at + tr.doc.resolve(at).parent.content.size;
  tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView();
  return true;
}

/**
 * Tab moves from a selected picture to its caption, from there to the credit, and on to the text below; Shift+Tab moves
 * back, and from the caption to the alternative text. Returns whether it has moved.
 */
export function tabInFigure({ state, view, commands }: Editor, isBack: boolean): boolean {
  const { $from } = state.selection;
  const line = $from.parent.type.name;
  const isSelected = state.selection instanceof NodeSelection && isPicture(state.selection.node);
  if (!isBack && isSelected) return commands.goToFigureLine("figureCaption");
  if (line === "figureCaption") {
    if (!isBack) return commands.goToFigureLine("figureCredit");
    const dom = view.nodeDOM($from.before());
    const input = dom?.parentElement?.querySelector<HTMLInputElement>(".picture-alt input");
    if (!input) return false;
    input.focus();
    return true;
  }
  if (line !== "figureCredit") return false;
  if (isBack) return commands.goToFigureLine("figureCaption");
  const figure = figureAt(state);
  const next = figure && Selection.findFrom(state.doc.resolve(figure.pos + figure.node.nodeSize), 1, true);
  if (!next) return false;
  view.dispatch(state.tr.setSelection(next).scrollIntoView());
  return true;
}

/** A picture inside a figure cannot be removed alone: selecting it selects the figure. */
const wholeFigures = new Plugin({
  appendTransaction: (_transactions, _before, { selection, tr }) =>
    selection instanceof NodeSelection && selection.$from.parent.type.name === "figure"
      ? tr.setSelection(NodeSelection.create(tr.doc, selection.$from.before()))
      : null,
});

function linesOf({ type, content }: DocumentNode): DocumentNode[] {
  return content.content
    .filter((line) => line.isTextblock && line.content.size > 0)
    .flatMap((line) => type.schema.nodes.paragraph?.create(null, line.content) ?? []);
}

const isHalf = (figure: DocumentNode) => !figure.firstChild?.attrs.src;

/** Replaces a figure without a picture, or a gallery with such figures, by its lines and the complete figures. */
function withoutHalves(node: DocumentNode): DocumentNode[] {
  if (node.type.name === "figure") return linesOf(node);
  const parts: DocumentNode[] = [];
  let whole: DocumentNode[] = [];
  const endGallery = () => {
    if (whole.length > 0) parts.push(node.copy(Fragment.from(whole)));
    whole = [];
  };
  node.forEach((figure) => {
    if (isHalf(figure)) {
      endGallery();
      parts.push(...linesOf(figure));
    } else whole.push(figure);
  });
  endGallery();
  return parts;
}

function hasHalf(node: DocumentNode): boolean {
  if (node.type.name === "figure") return isHalf(node);
  return node.type.name === "gallery" && node.children.some(isHalf);
}

/** ProseMirror completes the second half of a split figure with an empty picture, whose lines become paragraphs here. */
const noHalfFigures = new Plugin({
  appendTransaction: (transactions, _before, { doc, tr }) => {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    doc.descendants((node, pos) => {
      if (!hasHalf(node)) return !node.isTextblock && node.type.name !== "figure";
      const [from, to] = [tr.mapping.map(pos), tr.mapping.map(pos + node.nodeSize)];
      const parts = withoutHalves(node);
      if (parts.length > 0) tr.replaceWith(from, to, parts);
      else tr.deleteRange(from, to);
      return false;
    });
    return tr.docChanged ? tr : null;
  },
});

export const Figure = Node.create({
  name: "figure",
  group: "block",
  // This expression makes the credit the default after the picture, so a command that resets lines keeps it.
  content: "image (figureCredit figureCaption? | figureCaption)?",
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: "figure", getAttrs: (element) => (hasPicture(element) ? null : false) }],
  renderHTML: () => ["figure", 0],
  addCommands: () => ({
    toggleFigure: () => toggleFigure,
    goToFigureLine: (line) => (props) => goToFigureLine(props, line),
    setPictureWidth: (width) => (props) => setPictureWidth(props, width),
  }),
  addKeyboardShortcuts() {
    const { editor } = this;
    return { Enter: () => goOn(editor) };
  },
  addProseMirrorPlugins: () => [wholeFigures, noHalfFigures],
});

/** Enter moves to the caption of the next picture of a gallery, and otherwise to an empty line after the figure. */
function goOn(editor: Editor): boolean {
  const { state } = editor;
  const figure = figureAt(state);
  if (!figure || !state.selection.$from.parent.isTextblock) return false;
  let end = figure.pos + figure.node.nodeSize;
  const gallery = galleryAt(state);
  if (gallery) {
    const next = state.doc.nodeAt(end);
    if (next?.type.name === "figure") return editor.chain().setNodeSelection(end).goToFigureLine("figureCaption").run();
    end = gallery.pos + gallery.node.nodeSize;
  }
  const below = state.doc.nodeAt(end);
  const isEmptyLine = below?.type.name === "paragraph" && below.content.size === 0;
  const chain = isEmptyLine ? editor.chain() : editor.chain().insertContentAt(end, { type: "paragraph" });
  return chain.setTextSelection(end + 1).run();
}

const line = (name: FigureLine, tag: string, content: string) =>
  Node.create({
    name,
    content,
    ...(name === "figureCredit" && { marks: "" }),
    defining: true,
    // Backspace and Delete do not join the lines.
    isolating: true,
    parseHTML: () => [{ tag, context: "figure/" }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement(tag);
        // Shown while the line is empty (editor.css).
        dom.setAttribute("data-prompt", LINE_PROMPTS[name]);
        const show = ({ content: { size } }: DocumentNode) => dom.classList.toggle("is-empty", size === 0);
        return { dom, contentDOM: dom, update: showNode(node, show) };
      },
  });

export const FigureCredit = line("figureCredit", "small", "text*");
export const FigureCaption = line("figureCaption", "figcaption", "inline*");

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    gallery: {
      /** Turns the selected and adjacent pictures into a gallery, or a gallery into single figures. */
      toggleGallery: () => ReturnType;
      /** Moves the selected figure one position towards the start (-1) or end (1) of its gallery. */
      moveInGallery: (by: -1 | 1) => ReturnType;
    };
  }
}

type Place = { node: DocumentNode; pos: number };

export const galleryAt = (state: EditorState) => nodeAt(state, "gallery");

export const galleryDepth = ($pos: ResolvedPos): number | undefined =>
  findParentNodeClosestToPos($pos, ({ type }) => type.name === "gallery")?.depth;

const isPicture = (node: DocumentNode | null | undefined) =>
  node?.type.name === "image" || node?.type.name === "figure";

/** At least two adjacent sibling pictures around the selection, or null. */
function picturesAt({ selection }: EditorState): { from: number; to: number; all: DocumentNode[] } | null {
  const range = selection.$from.blockRange(
    selection.$to,
    (parent) => parent.type.spec.content !== undefined && !isPicture(parent),
  );
  if (!range) return null;
  const { parent } = range;
  let [first, last] = [range.startIndex, range.endIndex];
  for (let index = first; index < last; index++) if (!isPicture(parent.maybeChild(index))) return null;
  while (isPicture(parent.maybeChild(first - 1))) first--;
  while (isPicture(parent.maybeChild(last))) last++;
  const all = Array.from({ length: last - first }, (_, index) => parent.child(first + index));
  if (all.length < 2) return null;
  const from = range.$from.posAtIndex(first, range.depth);
  return { from, to: range.$from.posAtIndex(last, range.depth), all };
}

export const canBeGallery = (state: EditorState): boolean =>
  galleryAt(state) !== undefined || picturesAt(state) !== null;

export function galleryOf(pictures: readonly DocumentNode[]): DocumentNode | null {
  const { figure, figureCredit, figureCaption, gallery } = pictures[0]?.type.schema.nodes ?? {};
  const figures = pictures.map((picture) =>
    picture.type === figure
      ? picture
      : (figure?.create(null, [picture, ...[figureCredit, figureCaption].flatMap((type) => type?.create() ?? [])]) ??
        picture),
  );
  return gallery?.create(null, figures) ?? null;
}

function toggleGallery({ state, tr, dispatch }: CommandProps): boolean {
  const around = galleryAt(state);
  const pictures = around ? null : picturesAt(state);
  if (!around && !pictures) return false;
  if (!dispatch) return true;
  if (around) tr.replaceWith(around.pos, around.pos + around.node.nodeSize, around.node.content);
  else if (pictures) {
    const gallery = galleryOf(pictures.all);
    if (!gallery) return false;
    tr.replaceWith(pictures.from, pictures.to, gallery);
    tr.setSelection(NodeSelection.create(tr.doc, pictures.from + 1));
  }
  return true;
}

function moveInGallery(by: -1 | 1, state: EditorState, tr: Transaction): boolean {
  const around = galleryAt(state);
  if (!around || state.selection.from === around.pos) return false;
  const at = tr.doc.resolve(around.pos + 1);
  const index = state.selection.$from.index(at.depth);
  const other = around.node.maybeChild(index + by);
  if (!other) return false;
  const figure = around.node.child(index);
  const from = at.posAtIndex(Math.min(index, index + by), at.depth);
  tr.replaceWith(from, from + figure.nodeSize + other.nodeSize, by < 0 ? [figure, other] : [other, figure]);
  tr.setSelection(NodeSelection.create(tr.doc, by < 0 ? from : from + other.nodeSize)).scrollIntoView();
  return true;
}

export const Gallery = Node.create({
  name: "gallery",
  group: "block",
  content: "figure+",
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: "div.gallery" }],
  renderHTML: () => ["div", { class: "gallery" }, 0],
  addCommands: () => ({
    toggleGallery: () => toggleGallery,
    moveInGallery:
      (by) =>
      ({ state, tr }) =>
        moveInGallery(by, state, tr),
  }),
});
