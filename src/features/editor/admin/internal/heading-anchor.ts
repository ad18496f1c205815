import type { Node } from "@tiptap/pm/model";
import { headingId } from "#features/content/heading-ids.ts";

/** The public id of the heading at a position; null without a heading with words. */
export function headingAnchor(doc: Node, wanted: number): string | null {
  const taken = new Map<string, number>();
  let notes = 0;
  let anchor: string | null = null;
  doc.descendants((node, pos) => {
    if (anchor !== null) return false;
    if (node.type.name === "footnote") notes += 1;
    if (node.type.name !== "heading") return true;
    let words = "";
    // On the page, a reference is a number and part of the heading's text.
    node.forEach((child) => {
      words += child.type.name === "footnote" ? String(++notes) : (child.text ?? "");
    });
    // Empty headings are not published.
    if (words.trim() === "") return false;
    const id = headingId(words, taken);
    if (pos === wanted) anchor = id;
    return false;
  });
  return anchor;
}
