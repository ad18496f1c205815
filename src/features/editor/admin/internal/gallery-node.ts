import { type CommandProps, Node } from "@tiptap/core";
import type { Node as DocumentNode, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, type Transaction } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    gallery: {
      /** Makes the selected pictures, and those right beside them, a gallery; a gallery becomes single figures. */
      toggleGallery: () => ReturnType;
      /** Moves the figure at the selection one place towards the beginning (-1) or the end (1) of its gallery. */
      moveInGallery: (by: -1 | 1) => ReturnType;
    };
  }
}

type Place = { node: DocumentNode; pos: number };

/** The gallery around the selection, or the selected one. */
export function galleryAt({ selection }: EditorState): Place | null {
  if (selection instanceof NodeSelection && selection.node.type.name === "gallery")
    return { node: selection.node, pos: selection.from };
  const depth = galleryDepth(selection.$from);
  return depth === null ? null : { node: selection.$from.node(depth), pos: selection.$from.before(depth) };
}

/** The depth of the gallery around a position. */
export function galleryDepth($pos: ResolvedPos): number | null {
  for (let depth = $pos.depth; depth > 0; depth--) if ($pos.node(depth).type.name === "gallery") return depth;
  return null;
}

const isPicture = (node: DocumentNode | null | undefined) =>
  node?.type.name === "image" || node?.type.name === "figure";

/** Pictures beside each other around the selection, as children of one parent: two at least, or null. */
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

export const canBeGallery = (state: EditorState): boolean => galleryAt(state) !== null || picturesAt(state) !== null;

/** A gallery of pictures and figures. */
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

/** Figures in a grid. */
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
