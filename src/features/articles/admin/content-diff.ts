import { contentElement, isElementName } from "#features/content/model.ts";
import type { ContentNode, ContentTag } from "#features/content/parse.ts";
import { parseInert } from "#ui/admin/inert-html.ts";

/** A block of an article's content for comparison. Blocks with the same key are equal, marks and layout included. */
export type Block = { text: string; key: string; isCommon: boolean };

/** Above this many pairs the middle part is not compared in detail: it would take too long. */
const MAX_PAIRS = 4_000_000;

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
  let start = 0;
  while (start < left.length && start < right.length && left[start]?.key === right[start]?.key) start++;
  let end = 0;
  const isSameFromEnd = () => left.at(-1 - end)?.key === right.at(-1 - end)?.key;
  while (end < left.length - start && end < right.length - start && isSameFromEnd()) end++;
  const mark = (block: Block | undefined) => {
    if (block) block.isCommon = true;
  };
  for (let at = 0; at < start; at++) for (const side of [left, right]) mark(side[at]);
  for (let at = 1; at <= end; at++) for (const side of [left, right]) mark(side.at(-at));
  markCommon(left.slice(start, left.length - end), right.slice(start, right.length - end));
  return { mine: left, theirs: right };
}

/** Marks the longest common subsequence. */
function markCommon(left: Block[], right: Block[]): void {
  if (left.length * right.length > MAX_PAIRS) return;
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row]?.key === right[column]?.key
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    const [mine, theirs] = [left[row], right[column]];
    if (mine && theirs && mine.key === theirs.key) {
      mine.isCommon = true;
      theirs.isCommon = true;
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
}
