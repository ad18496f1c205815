import {
  type ContentNode,
  type ContentTag,
  contentElement,
  DELETED_ATTRIBUTE,
  INSERTED_ATTRIBUTE,
  isSuggestionMark,
  SUGGESTION_ATTRIBUTE,
} from "../model.ts";
import { isReference } from "../rules.ts";

/** What becomes of a suggestion in a text. */
export type Decision = "keep" | "accept" | "reject";
export type Decide = (id: string) => Decision;

const attributeIn = ({ attributes }: ContentTag, wanted: string) => attributes.find(([name]) => name === wanted)?.[1];

/** The ids of the suggestions that insert and delete an element: of its words, or of a block. */
export function suggestionsOf(node: ContentTag): { inserted: string | undefined; deleted: string | undefined } {
  if (!isSuggestionMark(node.name))
    return { inserted: attributeIn(node, INSERTED_ATTRIBUTE), deleted: attributeIn(node, DELETED_ATTRIBUTE) };
  const id = attributeIn(node, SUGGESTION_ATTRIBUTE);
  return (node.name as string) === "ins" ? { inserted: id, deleted: undefined } : { inserted: undefined, deleted: id };
}

/** A text with these decisions, and without the footnotes that only its removed words refer to. */
export function decided(nodes: readonly ContentNode[], decide: Decide): ContentNode[] {
  const lost = new Set<string>();
  const chosen = decidedIn(nodes, decide, lost);
  if (lost.size === 0) return chosen;
  const left = new Set<string>();
  for (const node of chosen) if (typeof node === "string" || node.name !== "section") collectLinks([node], left);
  return chosen.flatMap((node) =>
    typeof node === "string" || node.name !== "section"
      ? [node]
      : withoutNotes(node, (id) => lost.has(`#${id}`) && !left.has(`#${id}`)),
  );
}

function withoutNotes(section: ContentTag, isLost: (id: string) => boolean): ContentTag[] {
  const lists = section.children.flatMap((list): ContentNode[] => {
    if (typeof list === "string") return [list];
    const children = list.children.filter((item) => typeof item === "string" || !isLost(attributeIn(item, "id") ?? ""));
    return children.length > 0 ? [{ ...list, children }] : [];
  });
  return lists.length > 0 ? [{ ...section, children: lists }] : [];
}

function collectLinks(nodes: readonly ContentNode[], found: Set<string>): void {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    const href = node.name === "a" ? attributeIn(node, "href") : undefined;
    if (href?.startsWith("#fn-")) found.add(href);
    collectLinks(node.children, found);
  }
}

function decidedIn(nodes: readonly ContentNode[], decide: Decide, lost: Set<string>): ContentNode[] {
  const chosen: ContentNode[] = [];
  let isJoined = false;
  const add = (node: ContentNode) => {
    put(chosen, node, isJoined);
    isJoined = false;
  };
  for (const node of nodes) {
    if (typeof node === "string") {
      add(node);
      continue;
    }
    const { inserted, deleted } = suggestionsOf(node);
    const [first, second] = [inserted && decide(inserted), deleted && decide(deleted)];
    if (first === "reject" || second === "accept") {
      collectLinks([node], lost);
      isJoined = true;
      continue;
    }
    const children = decidedIn(node.children, decide, lost);
    const isDone = first === "accept" || second === "reject";
    if (isDone && isSuggestionMark(node.name)) {
      isJoined = true;
      for (const child of children) put(chosen, child, true);
      continue;
    }
    if (node.children.length > 0 && children.length === 0 && isNothingEmpty(node)) {
      isJoined = true;
      continue;
    }
    add({ ...node, attributes: node.attributes.filter(([name]) => !isOver(name, first, second)), children });
  }
  return chosen;
}

const isOver = (name: string, inserted: Decision | "" | undefined, deleted: Decision | "" | undefined): boolean =>
  (name === INSERTED_ATTRIBUTE && inserted === "accept") || (name === DELETED_ATTRIBUTE && deleted === "reject");

const CONTAINERS = new Set<string>(
  "ul ol table tbody tr div figure figcaption small blockquote details aside".split(" "),
);

/** Whether an element that lost all its content is nothing: a mark, a caption, a list without items, an item without paragraphs. */
const isNothingEmpty = (node: ContentTag): boolean =>
  CONTAINERS.has(node.name) ||
  contentElement(node.name)?.kind === "mark" ||
  (node.name === "li" && attributeIn(node, "id") === undefined && node.children.every(isBlock));

const isBlock = (node: ContentNode): boolean => typeof node === "object" && contentElement(node.name)?.kind === "block";

/** Appends a node, whose children are not shared. `isJoined`: it follows removed words, so equal marks around them become one again. */
function put(nodes: ContentNode[], node: ContentNode, isJoined: boolean): void {
  const before = nodes.at(-1);
  if (typeof node === "string") {
    if (typeof before === "string") nodes[nodes.length - 1] = before + node;
    else nodes.push(node);
    return;
  }
  if (isJoined && typeof before === "object" && isSameMark(before, node)) {
    for (const child of node.children) put(before.children, child, true);
  } else nodes.push(node);
}

const isSameMark = (one: ContentTag, other: ContentTag): boolean =>
  one.name === other.name &&
  contentElement(one.name)?.kind === "mark" &&
  !isReference(one) &&
  JSON.stringify(one.attributes) === JSON.stringify(other.attributes);
