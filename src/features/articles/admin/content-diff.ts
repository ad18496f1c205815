import { ARTICLE_ATTRIBUTE, contentElement, isElementName } from "#features/content/model.ts";
import type { ContentNode, ContentTag } from "#features/content/parse.ts";
import { commonSubsequence } from "#shared/common-subsequence.ts";
import { parseInert } from "#ui/admin/inert-html.ts";

/** A block of an article's content for comparison. Blocks with the same key are equal, marks and layout included. */
export type Block = { text: string; key: string; isCommon: boolean };

/** What an HTML element contains, parsed in an inert document: nothing is fetched or run. */
function nodesOf(parent: Element): ContentNode[] {
  return [...parent.childNodes].flatMap((child): ContentNode[] => {
    if (child instanceof Text) return [child.data];
    if (!(child instanceof Element)) return [];
    const name = child.localName;
    if (!isElementName(name)) return nodesOf(child);
    const attributes = [...child.attributes].map((each): [string, string] => [each.name, each.value]);
    return [{ name, attributes, children: nodesOf(child) }];
  });
}

/** Content as the browser reads it, in the form that the server's parser gives it too. */
export const contentIn = (html: string): ContentNode[] => nodesOf(parseInert(html).body);

const partOf = ({ name }: ContentTag) => (name === "br" ? "space" : contentElement(name)?.text);
const isPicture = ({ name }: ContentTag) => contentElement(name)?.page === "picture";
const holdsLine = ({ children }: ContentTag): boolean =>
  children.some((child) => typeof child !== "string" && (partOf(child) === "line" || holdsLine(child)));

/** The text of a block; pictures are named by their alternative text or their address. */
function textOf(nodes: ContentNode[]): string {
  let text = "";
  for (const node of nodes) {
    if (typeof node === "string") text += node;
    else if (isPicture(node)) {
      const { alt, src } = Object.fromEntries(node.attributes);
      text += `[Image: ${alt || src?.slice(0, 80) || ""}]`;
    } else if (node.name === "article") {
      text += `[Article ${Object.fromEntries(node.attributes)[ARTICLE_ATTRIBUTE] ?? ""}]`;
    } else text += partOf(node) ? ` ${textOf(node.children)} ` : textOf(node.children);
  }
  return text;
}

/**
 * The blocks of content: lines, pictures between them, and text beside them. The label of a list item or a quote stands
 * before its first block.
 */
export function blocksOf(content: ContentNode[]): Block[] {
  const blocks: Block[] = [];
  let label = "";
  let inline: ContentNode[] = [];
  const add = (nodes: ContentNode[]) => {
    const text = textOf(nodes).replace(/\s+/g, " ").trim();
    if (text === "") return;
    blocks.push({ text: label + text, key: label + JSON.stringify(nodes), isCommon: false });
    label = "";
  };
  const endInline = () => {
    add(inline);
    inline = [];
  };
  const walk = (nodes: ContentNode[]) => {
    for (const node of nodes) {
      const isInline = typeof node === "string" || !(partOf(node) === "line" || isPicture(node) || holdsLine(node));
      if (isInline) {
        inline.push(node);
        continue;
      }
      endInline();
      const around = label;
      label += contentElement(node.name)?.label ?? "";
      if (holdsLine(node)) walk(node.children);
      else add([node]);
      // An empty block leaves its label to nobody.
      if (label !== "") label = around;
    }
    endInline();
  };
  walk(content);
  return blocks;
}

/** Both contents as blocks; those that occur in both, in the same order, are marked. */
export function compareContent(mine: string, theirs: string): { mine: Block[]; theirs: Block[] } {
  return compareNodes(contentIn(mine), contentIn(theirs));
}

export function compareNodes(mine: ContentNode[], theirs: ContentNode[]): { mine: Block[]; theirs: Block[] } {
  const left = blocksOf(mine);
  const right = blocksOf(theirs);
  const keys = (blocks: Block[]) => blocks.map(({ key }) => key);
  const mark = (block: Block | undefined) => {
    if (block) block.isCommon = true;
  };
  for (const [at, other] of commonSubsequence(keys(left), keys(right))) {
    mark(left[at]);
    mark(right[other]);
  }
  return { mine: left, theirs: right };
}
