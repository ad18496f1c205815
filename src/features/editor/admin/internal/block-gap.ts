import type { ResolvedPos } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";

/**
 * A gap between two blocks: its position in the document, and the line that shows it, in pixels relative to the
 * viewport.
 */
type BlockGap = { pos: number; top: number; left: number; width: number };

type Point = { clientX: number; clientY: number };

/**
 * Where a picture dropped at a point goes: before or after the block under it, whichever is nearer, and never into its
 * text. An empty line takes the picture itself.
 */
export function blockGapAt(view: EditorView, point: Point): BlockGap {
  const { doc } = view.state;
  const found = view.posAtCoords({ left: point.clientX, top: point.clientY });
  if (!found) {
    const isAbove = point.clientY < view.dom.getBoundingClientRect().top;
    return besides(view, isAbove ? 0 : doc.content.size - (doc.lastChild?.nodeSize ?? 0), point, doc.resolve(0));
  }
  const $pos = doc.resolve(found.pos);
  if ($pos.depth === 0) return besides(view, found.inside >= 0 ? found.inside : found.pos, point, $pos);
  for (let depth = $pos.depth; depth > 1; depth--) {
    const gap = besides(view, $pos.before(depth), point, $pos);
    if (takesPicture($pos, depth, gap)) return gap;
  }
  return besides(view, $pos.before(1), point, $pos);
}

function takesPicture($pos: ResolvedPos, depth: number, { pos }: BlockGap): boolean {
  const { image } = $pos.doc.type.schema.nodes;
  const index = $pos.index(depth - 1) + (pos > $pos.before(depth) ? 1 : 0);
  return image !== undefined && $pos.node(depth - 1).canReplaceWith(index, index, image);
}

/** The gap before or after the block that begins at `start`. */
function besides(view: EditorView, start: number, { clientY }: Point, $pos: ResolvedPos): BlockGap {
  const block = $pos.doc.nodeAt(start);
  const dom = block && view.nodeDOM(start);
  const { top, bottom, left, width } = (dom instanceof Element ? dom : view.dom).getBoundingClientRect();
  if (block?.isTextblock && block.content.size === 0) return { pos: start + 1, top, left, width };
  const isAfter = block !== null && clientY > (top + bottom) / 2;
  return { pos: isAfter ? start + block.nodeSize : start, top: isAfter ? bottom : top, left, width };
}
