import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, type Transaction } from "@tiptap/pm/state";
import { MAX_DEPTH } from "#features/content/model.ts";

/**
 * Of the depth that the server keeps, six levels are reserved for marks and the code in a code block, one for the
 * document.
 */
const MAX_EDITOR_DEPTH = MAX_DEPTH - 7;

function isTooDeep(doc: Node, from: number, to: number): boolean {
  let found = false;
  doc.nodesBetween(from, to, (node, pos) => {
    if (!found && doc.resolve(pos).depth >= MAX_EDITOR_DEPTH) found = true;
    return !found && !node.isTextblock;
  });
  return found;
}

/**
 * Checks only what a change touched, and what it wrapped: scanning a long article on every keystroke would be too slow.
 */
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
export const DepthLimit = Extension.create({
  name: "depthLimit",
  addProseMirrorPlugins: () => [
    new Plugin({ filterTransaction: (tr) => !tr.docChanged || tr.getMeta("history$") !== undefined || !deepens(tr) }),
  ],
});
