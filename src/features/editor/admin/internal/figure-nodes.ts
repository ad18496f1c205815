import { type CommandProps, type Editor, mergeAttributes, Node } from "@tiptap/core";
import { type Node as DocumentNode, Fragment } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, TextSelection } from "@tiptap/pm/state";
import { pictureAddress } from "../safe-address.ts";
import { galleryAt } from "./gallery-node.ts";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    figure: {
      /** Adds a caption and a credit to the selected picture, or removes them. */
      toggleFigure: () => ReturnType;
    };
  }
}

const hasPicture = (element: HTMLElement) =>
  pictureAddress(element.querySelector("img")?.getAttribute("src") ?? "") !== null;

/** The selected figure, or the one around the selection. */
function figureAt({ selection }: EditorState): { node: DocumentNode; pos: number } | null {
  if (selection instanceof NodeSelection && selection.node.type.name === "figure")
    return { node: selection.node, pos: selection.from };
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === "figure") return { node: $from.node(depth), pos: $from.before(depth) };
  return null;
}

export const isInFigure = (state: EditorState): boolean => figureAt(state) !== null;

/** Whether the selection is a figure, or a picture that could become one. In a gallery there are only figures. */
export const canBeFigure = (state: EditorState): boolean =>
  (isInFigure(state) && galleryAt(state) === null) ||
  (state.selection instanceof NodeSelection && state.selection.node.type.name === "image");

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
  // Into the caption: past the figure's start, the picture, the credit and the caption's own start.
  tr.setSelection(TextSelection.create(tr.doc, from + 1 + picture.nodeSize + 2 + 1));
  return true;
}

/** A picture inside a figure cannot be removed alone: selecting it selects the figure. */
const wholeFigures = new Plugin({
  appendTransaction: (_transactions, _before, { selection, tr }) =>
    selection instanceof NodeSelection && selection.$from.parent.type.name === "figure"
      ? tr.setSelection(NodeSelection.create(tr.doc, selection.$from.before()))
      : null,
});

/** The lines of a figure without a picture, as paragraphs. */
function linesOf({ type, content }: DocumentNode): DocumentNode[] {
  return content.content
    .filter((line) => line.isTextblock && line.content.size > 0)
    .flatMap((line) => type.schema.nodes.paragraph?.create(null, line.content) ?? []);
}

const isHalf = (figure: DocumentNode) => !figure.firstChild?.attrs.src;

/** What stands for a figure without a picture, or for a gallery with such figures: its lines between what is whole. */
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

/**
 * What is inserted into a line of a figure splits it, and ProseMirror completes the second half by an empty picture:
 * there, the lines become paragraphs.
 */
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

/** A picture with a credit and a caption. */
export const Figure = Node.create({
  name: "figure",
  group: "block",
  // In this form the default after the picture is the credit: a command that resets lines leaves it one.
  content: "image (figureCredit figureCaption? | figureCaption)?",
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: "figure", getAttrs: (element) => (hasPicture(element) ? null : false) }],
  renderHTML: () => ["figure", 0],
  addCommands: () => ({ toggleFigure: () => toggleFigure }),
  addProseMirrorPlugins: () => [wholeFigures, noHalfFigures],
});

/**
 * Enter moves from the credit to the caption, from there to the next figure of a gallery, and at last to a line after it
 * all.
 */
function goOn(editor: Editor): boolean {
  const figure = figureAt(editor.state);
  const { $from } = editor.state.selection;
  if (!figure || !$from.parent.isTextblock) return false;
  if ($from.parent.type.name === "figureCredit" && $from.after() < figure.pos + figure.node.nodeSize - 1)
    return editor.commands.setTextSelection($from.after() + 1);
  let end = figure.pos + figure.node.nodeSize;
  const gallery = galleryAt(editor.state);
  if (gallery) {
    const next = editor.state.doc.nodeAt(end);
    // Past the figure's start and its picture, into the line after it.
    if (next?.firstChild) return editor.commands.setTextSelection(end + 1 + next.firstChild.nodeSize + 1);
    end = gallery.pos + gallery.node.nodeSize;
  }
  return editor
    .chain()
    .insertContentAt(end, { type: "paragraph" })
    .setTextSelection(end + 1)
    .run();
}

const line = (name: "figureCredit" | "figureCaption", tag: string, content: string, prompt: string) =>
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
        dom.setAttribute("data-prompt", prompt);
        const show = ({ content: { size } }: DocumentNode) => dom.classList.toggle("is-empty", size === 0);
        show(node);
        return {
          dom,
          contentDOM: dom,
          update: (changed) => {
            if (changed.type.name !== name) return false;
            show(changed);
            return true;
          },
        };
      },
  });

export const FigureCredit = line("figureCredit", "small", "text*", "Add a credit");
export const FigureCaption = line("figureCaption", "figcaption", "inline*", "Add a caption").extend({
  addKeyboardShortcuts() {
    const { editor } = this;
    const enter = () => goOn(editor);
    return Object.fromEntries([["Enter", enter]]);
  },
});
