import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";

/** Selects an element of the text, a picture as a whole, and scrolls it to the middle of the screen. */
export function showElement({ view }: Editor, selector: string, at: number): void {
  const element = view.dom.querySelectorAll(selector)[at];
  if (!element) return;
  const { doc, tr } = view.state;
  const start = view.posAtDOM(element, 0);
  const picture = [start, start - 1].find((place) => place >= 0 && doc.nodeAt(place)?.type.name === "image");
  const selection =
    picture === undefined
      ? TextSelection.between(doc.resolve(start), doc.resolve(view.posAtDOM(element, element.childNodes.length)))
      : NodeSelection.create(doc, picture);
  view.dispatch(tr.setSelection(selection));
  view.focus();
  element.scrollIntoView({ block: "center" });
}
