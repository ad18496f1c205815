import { escapeText, escapeValue } from "#shared/html.ts";
import { commonSubsequence } from "#shared/sequences.ts";
import { scriptText } from "#shared/text.ts";
import { blockKey } from "./keys.ts";
import { ARTICLE_ATTRIBUTE, type ContentNode, type ContentTag, contentElement } from "./model.ts";
import { isScript } from "./rules.ts";

/** Content with insertions and deletions in `ins` and `del`. */
export type MarkedNode = string | { name: string; attributes: ContentTag["attributes"]; children: MarkedNode[] };

type Mark = "ins" | "del";

/** A word, space, sign or void element in a line, with its ancestors, outermost first. */
type Token = { node: ContentNode; around: ContentTag[]; key: string };

const WORDS = /\s+|[\p{L}\p{N}\p{M}'’-]+|[^\s]/gu;

const isTag = (node: ContentNode): node is ContentTag => typeof node !== "string";
/** Whether an element is inline, like a word. */
const isInline = (node: ContentNode): boolean =>
  !isTag(node) || contentElement(node.name)?.kind === "mark" || node.name === "br";

const openingOf = ({ name, attributes }: ContentTag): string =>
  `<${name}${attributes.map(([attribute, value]) => ` ${attribute}="${escapeValue(value)}"`).join("")}>`;
const markedHtml = (node: ContentNode): string =>
  isTag(node) ? `${openingOf(node)}${node.children.map(markedHtml).join("")}` : escapeText(node);
const markedKey = (node: ContentNode): string => (isTag(node) ? blockKey(markedHtml(node)) : node);

/** The current content, with deletions from `before` in place. Words of a long text are not compared. */
export function markChanges(before: readonly ContentNode[], after: readonly ContentNode[]): MarkedNode[] {
  if ([...before, ...after].every(isInline)) return markLine(before, after);
  const marked: MarkedNode[] = [];
  let [row, column] = [0, 0];
  const common = commonSubsequence(before.map(markedKey), after.map(markedKey));
  for (const [mine, theirs] of [...common, [before.length, after.length] as const]) {
    marked.push(...markPairs(before.slice(row, mine), after.slice(column, theirs)));
    marked.push(...after.slice(theirs, theirs + 1));
    [row, column] = [mine + 1, theirs + 1];
  }
  return marked;
}

/** Unequal neighbours: elements of the same kind are compared recursively. */
function markPairs(before: readonly ContentNode[], after: readonly ContentNode[]): MarkedNode[] {
  const kinds = (nodes: readonly ContentNode[]) => nodes.map((node) => (isTag(node) ? node.name : ""));
  const marked: MarkedNode[] = [];
  let [row, column] = [0, 0];
  for (const [mine, theirs] of [
    ...commonSubsequence(kinds(before), kinds(after)),
    [before.length, after.length] as const,
  ]) {
    marked.push(...before.slice(row, mine).map((node) => markWhole(node, "del")));
    marked.push(...after.slice(column, theirs).map((node) => markWhole(node, "ins")));
    const [old, now] = [before[mine], after[theirs]];
    if (old !== undefined && now !== undefined) marked.push(...markPair(old, now));
    [row, column] = [mine + 1, theirs + 1];
  }
  return marked;
}

function markPair(old: ContentNode, now: ContentNode): MarkedNode[] {
  if (!isTag(old) || !isTag(now)) return markLine([old], [now]);
  const isVoid = contentElement(now.name)?.kind === "void";
  const isAlike = openingOf(old) === openingOf(now);
  if (isVoid && !isAlike) return [markWhole(old, "del"), markWhole(now, "ins")];
  const attributes = isAlike ? now.attributes : withClass(now.attributes, CHANGED_CLASS);
  return [{ ...now, attributes, children: markChanges(old.children, now.children) }];
}

/** Minimum share of the shorter version's words that two versions of a block have in common. */
const COMMON_WORDS = 0.5;

/**
 * The words of both versions of a block, common ones once and those of `theirs` first. Undefined if the versions have
 * little in common.
 */
export function unionOf(theirs: readonly ContentNode[], mine: readonly ContentNode[]): string | undefined {
  const words = (nodes: readonly ContentNode[]) => textOf(nodes).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  const [left, right] = [words(theirs), words(mine)];
  const common = commonSubsequence(left, right).length;
  if (common === 0 || common < COMMON_WORDS * Math.min(left.length, right.length)) return undefined;
  return plainHtml(unionOfNodes(theirs, mine));
}

function unionOfNodes(theirs: readonly ContentNode[], mine: readonly ContentNode[]): ContentNode[] {
  if ([...theirs, ...mine].every(isInline)) return unionOfLine(theirs, mine);
  const union: ContentNode[] = [];
  let [row, column] = [0, 0];
  for (const [left, right] of [
    ...commonSubsequence(theirs.map(markedKey), mine.map(markedKey)),
    [theirs.length, mine.length] as const,
  ]) {
    for (let at = 0; at < Math.max(left - row, right - column); at++)
      union.push(...unionOfPair(theirs.slice(row, left)[at], mine.slice(column, right)[at]));
    union.push(...mine.slice(right, right + 1));
    [row, column] = [left + 1, right + 1];
  }
  return union;
}

function unionOfPair(theirs: ContentNode | undefined, mine: ContentNode | undefined): ContentNode[] {
  if (theirs === undefined || mine === undefined) return [theirs ?? mine ?? ""];
  const isLines = isTag(theirs) && isTag(mine) && theirs.children.length > 0 && mine.children.length > 0;
  return isLines ? [{ ...mine, children: unionOfNodes(theirs.children, mine.children) }] : [theirs, mine];
}

/** Equal words have the marks of the version that has more of them. */
function unionOfLine(theirs: readonly ContentNode[], mine: readonly ContentNode[]): ContentNode[] {
  const [left, right] = [tokensOf(theirs), tokensOf(mine)];
  const words = (tokens: readonly Token[]) => tokens.map(({ node }) => (isTag(node) ? markedKey(node) : node));
  const union: Token[] = [];
  let [row, column] = [0, 0];
  for (const [old, now] of [...commonSubsequence(words(left), words(right)), [left.length, right.length] as const]) {
    const [removed, added] = [left.slice(row, old), right.slice(column, now)];
    union.push(...removed);
    if (removed.length > 0 && added.length > 0) union.push(...separatorOf(union, removed, added));
    union.push(...added);
    const [one, other] = [left[old], right[now]];
    if (one && other) union.push(one.around.length > other.around.length ? one : other);
    [row, column] = [old + 1, now + 1];
  }
  return nodesOf(union) as ContentNode[];
}

const isWord = (token: Token | undefined): boolean => /^[\p{L}\p{N}]/u.test(String(token?.node ?? ""));

/** Separates words that both versions have at one place, like the words before them: `One, theirs, mine`. */
function separatorOf(union: readonly Token[], removed: readonly Token[], added: readonly Token[]): Token[] {
  if (!isWord(added[0]) || removed.at(-1)?.node === " ") return [];
  const before = union.slice(0, union.length - removed.length);
  const common = isWord(removed.at(-1)) ? before.slice(before.findLastIndex(isWord) + 1) : [];
  return common.some(({ node }) => node === " ") ? common : [{ node: " ", around: [], key: " " }];
}

/** The class of a block whose alignment, level or kind changed. */
const CHANGED_CLASS = "version-changed";

function withClass(attributes: ContentTag["attributes"], added: string): ContentTag["attributes"] {
  const [, before = ""] = attributes.find(([name]) => name === "class") ?? [];
  return [...attributes.filter(([name]) => name !== "class"), ["class", `${before} ${added}`.trim()]];
}

/** Marks changes within the lines of a block, because lists and tables may not contain `ins` and `del`. */
function markWhole(node: ContentNode, mark: Mark): MarkedNode {
  const element = (children: MarkedNode[]): MarkedNode => ({ name: mark, attributes: [], children });
  if (!isTag(node) || isInline(node) || contentElement(node.name)?.kind === "void") return element([node]);
  if (node.children.length === 0) return node;
  if (node.children.every(isInline)) return { ...node, children: [element(node.children)] };
  return { ...node, children: node.children.map((child) => markWhole(child, mark)) };
}

/** The parts of a line. Words are equal only with the same marks. */
function markLine(before: readonly ContentNode[], after: readonly ContentNode[]): MarkedNode[] {
  const [left, right] = [tokensOf(before), tokensOf(after)];
  const keys = (tokens: readonly Token[]) => tokens.map(({ key }) => key);
  const marked: MarkedNode[] = [];
  const add = (tokens: readonly Token[], mark: Mark | null) => {
    if (tokens.length === 0) return;
    const nodes = nodesOf(tokens);
    if (mark === null) marked.push(...nodes);
    else marked.push({ name: mark, attributes: [], children: nodes });
  };
  let [row, column] = [0, 0];
  let same: Token[] = [];
  for (const [mine, theirs] of [...commonSubsequence(keys(left), keys(right)), [left.length, right.length] as const]) {
    if (mine > row || theirs > column) {
      add(same, null);
      same = [];
    }
    add(left.slice(row, mine), "del");
    add(right.slice(column, theirs), "ins");
    same.push(...right.slice(theirs, theirs + 1));
    [row, column] = [mine + 1, theirs + 1];
  }
  add(same, null);
  return marked;
}

function tokensOf(nodes: readonly ContentNode[], around: ContentTag[] = []): Token[] {
  const path = around.map(openingOf).join("");
  return nodes.flatMap((node): Token[] => {
    if (!isTag(node)) return (node.match(WORDS) ?? []).map((word) => ({ node: word, around, key: `${path}${word}` }));
    if (node.children.length === 0) return [{ node, around, key: `${path}${openingOf(node)}` }];
    return tokensOf(node.children, [...around, node]);
  });
}

/** Joins tokens: neighbours in the same element share it. */
function nodesOf(tokens: readonly Token[], depth = 0): MarkedNode[] {
  const nodes: MarkedNode[] = [];
  for (let at = 0; at < tokens.length; ) {
    const element = tokens[at]?.around[depth];
    let end = at + 1;
    while (end < tokens.length && tokens[end]?.around[depth] === element) end++;
    const group = tokens.slice(at, end);
    if (element) nodes.push({ ...element, children: nodesOf(group, depth + 1) });
    else if (group.every(({ node }) => !isTag(node))) nodes.push(group.map(({ node }) => node).join(""));
    else nodes.push(...group.map(({ node }) => node));
    at = end;
  }
  return nodes;
}

/**
 * A block of content for comparison. Blocks with the same key are equal, including marks and layout.
 * `addresses` are those of its links and pictures.
 */
export type Block = { text: string; key: string; isCommon: boolean; addresses: string[] };

const partOf = ({ name }: ContentTag) => (name === "br" ? "space" : contentElement(name)?.text);
const isPicture = ({ name }: ContentTag) => contentElement(name)?.page === "picture";
const holdsLine = ({ children }: ContentTag): boolean =>
  children.some((child) => typeof child !== "string" && (partOf(child) === "line" || holdsLine(child)));

function textOf(nodes: readonly ContentNode[]): string {
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
  maxSteps?: number,
): { mine: Block[]; theirs: Block[] } {
  const left = blocksOf(mine);
  const right = blocksOf(theirs);
  const keys = (blocks: Block[]) => blocks.map(({ key }) => key);
  const mark = (block: Block | undefined) => {
    if (block) block.isCommon = true;
  };
  for (const [at, other] of commonSubsequence(keys(left), keys(right), maxSteps)) {
    mark(left[at]);
    mark(right[other]);
  }
  return { mine: left, theirs: right };
}

export type Run = { text: string; is: "same" | "added" | "removed" };

/** Words, spaces and punctuation, so that a changed comma is not a changed word. */
const TOKENS = /\s+|[\p{L}\p{N}\p{M}'’-]+|[^\s]/gu;

/** Compares two texts word by word; long texts only up to `maxSteps` (`commonSubsequence`). */
export function wordChanges(before: string, after: string, maxSteps?: number): Run[] {
  const [left, right] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []];
  const runs: Run[] = [];
  const add = (is: Run["is"], words: readonly string[]) => {
    const text = words.join("");
    const last = runs.at(-1);
    if (last?.is === is) last.text += text;
    else if (text !== "") runs.push({ is, text });
  };
  let [row, column] = [0, 0];
  for (const [mine, theirs] of [...commonSubsequence(left, right, maxSteps), [left.length, right.length] as const]) {
    add("removed", left.slice(row, mine));
    add("added", right.slice(column, theirs));
    add("same", left.slice(mine, mine + 1));
    [row, column] = [mine + 1, theirs + 1];
  }
  return runs;
}

/** Changed blocks paired in order; null for each unchanged block (`compareNodes`). */
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
