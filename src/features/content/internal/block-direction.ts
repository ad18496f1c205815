import { type Direction, directionOf } from "#shared/direction.ts";
import { contentElement, DIRECTION_ATTRIBUTE } from "../model.ts";
import type { ContentNode, ContentTag } from "./nodes.ts";

const given = ({ attributes }: ContentTag) => attributes.find(([name]) => name === DIRECTION_ATTRIBUTE)?.[1];

export const hasDirection = (node: ContentTag): boolean => given(node) !== undefined;

/**
 * The direction of a block: as given, else that of its first letter, else the one around it. Code goes from left to right.
 * An item has its marker where the list has its place for it; its text goes its own way (prose.css).
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
