import { Extension } from "@tiptap/core";
import type { ResolvedPos } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { type DragEvent as ReactDragEvent, type ReactNode, useEffect, useState } from "react";

/** A gap between two blocks: its position in the document, and its indicator line in viewport pixels. */
type BlockGap = { pos: number; top: number; left: number; width: number };

type Point = { clientX: number; clientY: number };

/** The drop position of a picture: before or after the block under it, never inside its text, or on an empty line. */
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

function besides(view: EditorView, start: number, { clientY }: Point, $pos: ResolvedPos): BlockGap {
  const block = $pos.doc.nodeAt(start);
  const dom = block && view.nodeDOM(start);
  const { top, bottom, left, width } = (dom instanceof Element ? dom : view.dom).getBoundingClientRect();
  if (block?.isTextblock && block.content.size === 0) return { pos: start + 1, top, left, width };
  const isAfter = block !== null && clientY > (top + bottom) / 2;
  return { pos: isAfter ? start + block.nodeSize : start, top: isAfter ? bottom : top, left, width };
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }) => event.dataTransfer?.types.includes("Files") ?? false;

/** Shows the drop position of files dragged over the text as a line between two blocks. */
class Line {
  readonly #view: EditorView;
  #element: HTMLElement | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  show(event: DragEvent): void {
    const { pos: _pos, ...place } = blockGapAt(this.#view, event);
    const around = this.#view.dom.parentElement;
    if (!around) return;
    this.#element ??= around.appendChild(document.createElement("div"));
    this.#element.className = "drop-line";
    // A fixed element is positioned relative to the viewport unless an ancestor is transformed: none is.
    for (const [name, value] of Object.entries(place)) this.#element.style.setProperty(name, `${value}px`);
  }

  hide(): void {
    this.#element?.remove();
    this.#element = undefined;
  }
}

export const DropLine = Extension.create({
  name: "dropLine",
  addProseMirrorPlugins: () => {
    let line: Line | undefined;
    return [
      new Plugin({
        view: (view) => {
          const own = new Line(view);
          line = own;
          const hide = () => own.hide();
          // On a drop anywhere, and when the drag leaves the window.
          for (const type of ["drop", "dragend"]) window.addEventListener(type, hide, true);
          return {
            destroy: () => {
              hide();
              for (const type of ["drop", "dragend"]) window.removeEventListener(type, hide, true);
            },
          };
        },
        props: {
          handleDOMEvents: {
            dragover: (view, event) => {
              if (view.editable && hasFiles(event)) line?.show(event);
            },
            dragleave: (view, event) => {
              if (!(event.relatedTarget instanceof Node && view.dom.contains(event.relatedTarget))) line?.hide();
            },
          },
        },
      }),
    ];
  },
});

/** The frame around the text. A file dropped outside the text does not replace the page. */
export function DropZone({ isInvalid, children }: { isInvalid: boolean; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const keepPage = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
      if (event.type === "drop") setIsOver(false);
    };
    window.addEventListener("dragover", keepPage);
    window.addEventListener("drop", keepPage);
    return () => {
      window.removeEventListener("dragover", keepPage);
      window.removeEventListener("drop", keepPage);
    };
  }, []);
  function onDragLeave(event: ReactDragEvent) {
    const to = event.relatedTarget;
    if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only highlights the drop target; the text handles the drop
    <div
      onDragEnter={(event) => setIsOver(hasFiles(event))}
      onDragLeave={onDragLeave}
      data-over={isOver || undefined}
      data-invalid={isInvalid || undefined}
      className="editor-frame"
    >
      {children}
    </div>
  );
}
