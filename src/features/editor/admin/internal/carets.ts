import type { Node } from "@tiptap/pm/model";
import type { Selection } from "@tiptap/pm/state";
import { Decoration } from "@tiptap/pm/view";
import { fingerprint } from "#shared/fingerprint.ts";
import { colourOf, othersMark } from "#ui/admin/others-mark.ts";
import type { CaretPlace, OtherInText } from "../rich-text.ts";

/** How many characters before a caret identify it, and how far around its number they are searched. */
const NEAR = 12;
const AROUND = 64;

const printBefore = (block: Node, offset: number): string =>
  fingerprint([block.textBetween(Math.max(0, offset - NEAR), offset, "", "\ufffc")]);

/** The caret of a selection in its block; undefined where there is no text. A selection ends with the block. */
export function caretOf({ $head, anchor }: Selection): CaretPlace | undefined {
  const { parent, parentOffset: head } = $head;
  if (!parent.isTextblock) return undefined;
  const other = Math.min(Math.max(anchor - $head.start(), 0), parent.content.size);
  return { head, anchor: other, near: printBefore(parent, head) };
}

/** Where another user's caret is in this version of the block: after the same characters, if they are near. */
export function offsetIn(block: Node, { head, near }: CaretPlace): number {
  const { size } = block.content;
  const start = Math.min(head, size);
  for (let step = 0; step <= AROUND; step++)
    for (const at of [start - step, start + step])
      if (at >= 0 && at <= size && printBefore(block, at) === near) return at;
  return start;
}

/** A caret with a name, hidden from screen readers, which have a list of who is where. */
function flag(other: OtherInText): HTMLElement {
  const caret = document.createElement("span");
  const { class: names, ...mark } = othersMark([other]);
  caret.className = `${names.replace("others-here", "")} others-caret`;
  for (const [name, value] of Object.entries(mark)) caret.setAttribute(name, value);
  caret.ariaHidden = "true";
  return caret;
}

/** The caret and selection of another user in a block at `pos`. */
export function caretMarks(other: OtherInText, { node, pos }: { node: Node; pos: number }): Decoration[] {
  const { caret } = other.block;
  if (!caret || !node.isTextblock) return [];
  const offset = offsetIn(node, caret);
  const head = pos + 1 + offset;
  const end = Math.min(Math.max(offset + caret.anchor - caret.head, 0), node.content.size);
  const [from, to] = [Math.min(head, pos + 1 + end), Math.max(head, pos + 1 + end)];
  const spec = { caret: other.id };
  return [
    Decoration.widget(head, () => flag(other), {
      ...spec,
      key: `caret ${other.id} ${other.name}`,
      side: -1,
      ignoreSelection: true,
    }),
    ...(from < to ? [Decoration.inline(from, to, { class: `others-selection ${colourOf(other.id)}` }, spec)] : []),
  ];
}
