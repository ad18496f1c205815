import { escapeText, escapeValue } from "#shared/escape.ts";
import { commonSubsequence } from "#shared/sequences.ts";
import { blockKey } from "./keys.ts";
import { type ContentNode, type ContentTag, contentElement } from "./model.ts";

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
const htmlOf = (node: ContentNode): string =>
  isTag(node) ? `${openingOf(node)}${node.children.map(htmlOf).join("")}` : escapeText(node);
const keyOf = (node: ContentNode): string => (isTag(node) ? blockKey(htmlOf(node)) : node);

/** The current content, with deletions from `before` in place. Words of a long text are not compared. */
export function markChanges(before: readonly ContentNode[], after: readonly ContentNode[]): MarkedNode[] {
  if ([...before, ...after].every(isInline)) return markLine(before, after);
  const marked: MarkedNode[] = [];
  let [row, column] = [0, 0];
  const common = commonSubsequence(before.map(keyOf), after.map(keyOf));
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
