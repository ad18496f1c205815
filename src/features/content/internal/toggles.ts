import type { ContentNode, ContentTag } from "../model.ts";

const isSummary = (node: ContentNode): node is ContentTag => typeof node !== "string" && node.name === "summary";
const isBlank = (node: ContentNode): boolean => typeof node === "string" && node.trim() === "";

/**
 * Gives each `details` exactly one summary as the first child, as browsers show it: the first summary is moved there, further
 * ones become paragraphs, and a missing one is added empty.
 */
export const withSummaries = (nodes: ContentNode[]): ContentNode[] =>
  nodes.map((node) => {
    if (typeof node === "string") return node;
    const children = withSummaries(node.children);
    return { ...node, children: node.name === "details" ? ordered(children) : children };
  });

function ordered(children: ContentNode[]): ContentNode[] {
  const at = children.findIndex(isSummary);
  const later = children.slice(at + 1).map((node): ContentNode => (isSummary(node) ? { ...node, name: "p" } : node));
  const before = children.slice(0, Math.max(0, at));
  const summary = children[at] ?? { name: "summary", attributes: [], children: [] };
  if (before.every(isBlank)) return [...before, summary, ...later];
  return [summary, ...joined(before, later)];
}

/** Joins adjacent texts. */
function joined(before: ContentNode[], after: ContentNode[]): ContentNode[] {
  const [last, first] = [before.at(-1), after[0]];
  return typeof last === "string" && typeof first === "string"
    ? [...before.slice(0, -1), last + first, ...after.slice(1)]
    : [...before, ...after];
}
