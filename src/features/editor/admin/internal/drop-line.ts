import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { blockGapAt } from "./block-gap.ts";

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/** Shows where files that are dragged over the text would go: a line between two blocks. */
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
          // Wherever it is dropped, and when it leaves the window.
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
