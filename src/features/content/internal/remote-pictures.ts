import { isRemote } from "#shared/pictures.ts";
import type { ContentNode, ContentTag } from "./nodes.ts";

/** The address of a picture; empty without one. */
export const sourceOf = ({ attributes }: ContentTag): string => attributes.find(([name]) => name === "src")?.[1] ?? "";

const isRemotePicture = (node: ContentNode) =>
  typeof node !== "string" && node.name === "img" && isRemote(sourceOf(node));

/**
 * Content as readers get it while pictures of it are on other hosts: without them, and without the figures and galleries
 * that show nothing else. A reader's browser must not ask another host for anything.
 */
export function withoutRemote(nodes: ContentNode[]): ContentNode[] {
  return nodes.flatMap((node): ContentNode[] => {
    if (typeof node === "string") return [node];
    if (isRemotePicture(node) || (node.name === "figure" && node.children.some(isRemotePicture))) return [];
    const children = withoutRemote(node.children);
    return node.name === "div" && children.length === 0 ? [] : [{ ...node, children }];
  });
}
