import { type Direction, directionOf } from "#shared/direction.ts";
import { contentElement, DIRECTION_ATTRIBUTE } from "../model.ts";
import { attributeOf } from "../rules.ts";
import type { ContentNode, ContentTag } from "./nodes.ts";

const given = (node: ContentTag) => attributeOf(node, DIRECTION_ATTRIBUTE);

export const hasDirection = (node: ContentTag): boolean => given(node) !== "";

/**
 * The direction of a block: as given, else that of its first letter, else the one around it. Code goes from left to right.
 * A list item keeps the list's direction, which its marker needs; its text has its own (prose.css).
 */
export function blockDirection(node: ContentTag, around: Direction): Direction {
  if (contentElement(node.name)?.kind !== "block") return around;
  const own = given(node);
  if (own === "ltr" || own === "rtl") return own;
  if (node.name === "li") return around;
  return node.name === "pre" ? "ltr" : (firstDirection(node.children) ?? around);
}

/** Reads no further than to the first letter. */
function firstDirection(nodes: readonly ContentNode[]): Direction | null {
  for (const node of nodes) {
    const found = typeof node === "string" ? directionOf(node) : firstDirection(node.children);
    if (found) return found;
  }
  return null;
}
