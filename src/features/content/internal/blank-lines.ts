import type { ContentNode } from "./nodes.ts";

const LINES = new Set(["p", "h1", "h2", "h3", "blockquote"]);
const AROUND = new Set(["blockquote", "aside"]);

const isBlank = (node: ContentNode): boolean =>
  typeof node === "string"
    ? node.trim() === ""
    : node.name !== "img" && node.name !== "hr" && node.children.every(isBlank);

/** Content as readers get it: without empty lines and headings, which leave gaps and confuse screen readers. */
export function withoutBlankLines(nodes: ContentNode[]): ContentNode[] {
  return nodes.flatMap((node): ContentNode[] => {
    if (typeof node === "string") return [node];
    if (LINES.has(node.name) && isBlank(node)) return [];
    return [AROUND.has(node.name) ? { ...node, children: withoutBlankLines(node.children) } : node];
  });
}
