import { BUTTON_CLASS, contentElement } from "#features/content/model.ts";
import type { ContentNode, ContentTag } from "#features/content/parse.ts";

/** Whether it stands in a line of text. Pictures do in old content, but are blocks of their own where nothing is around. */
export const isInline = (node: ContentNode): boolean =>
  typeof node === "string" ||
  node.name === "br" ||
  contentElement(node.name)?.kind === "mark" ||
  contentElement(node.name)?.kind === "inline";

/** Nodes as blocks, and what stands in a line between them as one list each. */
export function runsOf(nodes: ContentNode[]): (ContentTag | ContentNode[])[] {
  const runs: (ContentTag | ContentNode[])[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    if (typeof node !== "string" && !isInline(node)) runs.push(node);
    else if (Array.isArray(last)) last.push(node);
    else if (typeof node !== "string" || node.trim() !== "") runs.push([node]);
  }
  return runs;
}

export type ButtonLink = { label: string; href: string };

/** The link of a paragraph that is a button; null for any other, and for one that is more than one link. */
export function buttonOf({ name, attributes, children }: ContentTag): ButtonLink | null {
  const isButton = name === "p" && attributes.some(([key, value]) => key === "class" && hasButton(value));
  const [link, ...others] = children.filter((child) => typeof child !== "string" || child.trim() !== "");
  if (!isButton || link === undefined || typeof link === "string" || link.name !== "a" || others.length > 0)
    return null;
  const href = link.attributes.find(([key]) => key === "href")?.[1] ?? "";
  const label = textOf(link.children).trim();
  return label === "" ? null : { label, href };
}

const hasButton = (classes: string) => classes.split(" ").includes(BUTTON_CLASS);

const textOf = (nodes: ContentNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");
