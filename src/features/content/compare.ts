import { escapeText, escapeValue } from "#shared/escape.ts";
import { scriptText } from "#shared/script-text.ts";
import { commonSubsequence } from "#shared/sequences.ts";
import { blockKey } from "./keys.ts";
import type { ContentNode, ContentTag } from "./model.ts";
import { ARTICLE_ATTRIBUTE, contentElement } from "./model.ts";
import { isScript } from "./rules.ts";

/**
 * A block of content for comparison. Blocks with the same key are equal, including marks and layout.
 * `addresses` are those of its links and pictures.
 */
export type Block = { text: string; key: string; isCommon: boolean; addresses: string[] };

const partOf = ({ name }: ContentTag) => (name === "br" ? "space" : contentElement(name)?.text);
const isPicture = ({ name }: ContentTag) => contentElement(name)?.page === "picture";
const holdsLine = ({ children }: ContentTag): boolean =>
  children.some((child) => typeof child !== "string" && (partOf(child) === "line" || holdsLine(child)));

function textOf(nodes: ContentNode[]): string {
  let text = "";
  for (const node of nodes) {
    if (typeof node === "string") text += node;
    else if (isPicture(node)) {
      const { alt, src } = Object.fromEntries(node.attributes);
      text += `[Image: ${alt || src?.slice(0, 80) || ""}]`;
    } else if (node.name === "article") {
      text += `[Article ${Object.fromEntries(node.attributes)[ARTICLE_ATTRIBUTE] ?? ""}]`;
    } else if (isScript(node)) text += scriptText(node.name, textOf(node.children), text);
    else text += partOf(node) ? ` ${textOf(node.children)} ` : textOf(node.children);
  }
  return text;
}

const addressesOf = (nodes: ContentNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    const own = node.attributes.flatMap(([name, value]) => (name === "href" || name === "src" ? [value] : []));
    return [...own, ...addressesOf(node.children)];
  });

/** HTML for keys only. Stored content is written by serialize.ts, which browsers do not load. */
const plainHtml = (nodes: ContentNode[]): string => nodes.map(htmlOf).join("");

function htmlOf(node: ContentNode): string {
  if (typeof node === "string") return escapeText(node);
  const attributes = node.attributes.map(([name, value]) => ` ${name}="${escapeValue(value)}"`);
  const open = `<${node.name}${attributes.join("")}>`;
  return contentElement(node.name)?.kind === "void" ? open : `${open}${plainHtml(node.children)}</${node.name}>`;
}

const keyOf = (nodes: ContentNode[]): string => blockKey(plainHtml(nodes));

/**
 * The blocks of content: lines, pictures and asides. The label of a list item or quote is
 * before its first block.
 */
export function blocksOf(content: ContentNode[]): Block[] {
  const blocks: Block[] = [];
  let label = "";
  let inline: ContentNode[] = [];
  const add = (nodes: ContentNode[]) => {
    const text = textOf(nodes).replace(/\s+/g, " ").trim();
    if (text === "") return;
    blocks.push({
      text: label + text,
      key: label + keyOf(nodes),
      isCommon: false,
      addresses: addressesOf(nodes),
    });
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
      if (label !== "") label = around;
    }
    endInline();
  };
  walk(content);
  return blocks;
}

/** Both contents as blocks; common blocks in the same order are marked. */
export function compareNodes(
  mine: ContentNode[],
  theirs: ContentNode[],
  maxPairs?: number,
): { mine: Block[]; theirs: Block[] } {
  const left = blocksOf(mine);
  const right = blocksOf(theirs);
  const keys = (blocks: Block[]) => blocks.map(({ key }) => key);
  const mark = (block: Block | undefined) => {
    if (block) block.isCommon = true;
  };
  for (const [at, other] of commonSubsequence(keys(left), keys(right), maxPairs)) {
    mark(left[at]);
    mark(right[other]);
  }
  return { mine: left, theirs: right };
}

export type Run = { text: string; is: "same" | "added" | "removed" };

/** Words, spaces and punctuation, so that a changed comma is not a changed word. */
const TOKENS = /\s+|[\p{L}\p{N}\p{M}'’-]+|[^\s]/gu;

/** Compares two texts word by word; long texts only up to `maxPairs` (`commonSubsequence`). */
export function wordChanges(before: string, after: string, maxPairs?: number): Run[] {
  const [left, right] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []];
  const runs: Run[] = [];
  const add = (is: Run["is"], words: readonly string[]) => {
    const text = words.join("");
    const last = runs.at(-1);
    if (last?.is === is) last.text += text;
    else if (text !== "") runs.push({ is, text });
  };
  let [row, column] = [0, 0];
  for (const [mine, theirs] of [...commonSubsequence(left, right, maxPairs), [left.length, right.length] as const]) {
    add("removed", left.slice(row, mine));
    add("added", right.slice(column, theirs));
    add("same", left.slice(mine, mine + 1));
    [row, column] = [mine + 1, theirs + 1];
  }
  return runs;
}

/** Changed blocks with their counterparts in order; null for each unchanged block (`compareNodes`). */
export function blockPairs(before: readonly Block[], after: readonly Block[]) {
  const pairs: ({ before: Block | undefined; after: Block | undefined } | null)[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const removed = before.slice(row, nextCommon(before, row));
    const added = after.slice(column, nextCommon(after, column));
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      pairs.push({ before: removed[at], after: added[at] });
    row += removed.length;
    column += added.length;
    // Both are now at the same common block, or at their ends.
    if (row < before.length) pairs.push(null);
    row++;
    column++;
  }
  return pairs;
}

function nextCommon(blocks: readonly Block[], from: number): number {
  let at = from;
  while (at < blocks.length && !blocks[at]?.isCommon) at++;
  return at;
}
