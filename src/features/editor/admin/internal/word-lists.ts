import {
  elementsOf,
  findElement,
  isHidden,
  makeElement,
  type PastedElement,
  type PastedNode,
  styleOf,
  textOf,
} from "./pasted-tree.ts";

/** A list item of Word: a paragraph with its level in the style and its marker as text. */
type WordItem = { level: number; isOrdered: boolean; start: number };

const ORDERED = /^\(?(?:(\d{1,6})|[a-z]{1,5})[.)]/i;

function itemOf(element: PastedElement): WordItem | null {
  const level = /\blevel([1-9])\b/.exec(styleOf(element, "mso-list"))?.[1];
  if (element.name !== "p" || level === undefined) return null;
  const marker = findElement(element, isHidden);
  const match = ORDERED.exec(marker ? textOf(marker).trim() : "");
  return { level: Number(level), isOrdered: match !== null, start: Number(match?.[1] ?? 1) };
}

/** The items of a list of Word on the web: a separate list per item, with its level. */
function webItemsOf(element: PastedElement): [WordItem, PastedElement][] | null {
  const [only, ...others] = elementsOf(element);
  const isWrapper = element.name === "div" && /\bListContainerWrapper\b/.test(element.attributes.class ?? "");
  const list = isWrapper && others.length === 0 && only ? only : element;
  const items = elementsOf(list);
  if ((list.name !== "ol" && list.name !== "ul") || items.length === 0) return null;
  if (!items.every((item) => item.name === "li" && /^[1-9]$/.test(item.attributes["data-aria-level"] ?? "")))
    return null;
  return items.map((item) => [
    {
      level: Number(item.attributes["data-aria-level"]),
      isOrdered: list.name === "ol",
      start: Number(item.attributes["data-aria-posinset"]) || 1,
    },
    item,
  ]);
}

type OpenList = { list: PastedElement; level: number; isOrdered: boolean };

/** Turns Word's list paragraphs into nested lists. Modifies the pasted tree in place. */
export function makeWordLists(parent: PastedElement): void {
  const children: PastedNode[] = [];
  let open: OpenList[] = [];
  for (const child of parent.children) {
    if (typeof child === "string") {
      if (open.length === 0 || child.trim() !== "") children.push(child);
      continue;
    }
    const single = itemOf(child);
    const line: PastedElement = { ...makeElement("li"), children: [child] };
    const items: [WordItem, PastedElement][] | null = single ? [[single, line]] : webItemsOf(child);
    if (!items) {
      open = [];
      children.push(child);
      makeWordLists(child);
      continue;
    }
    for (const [item, of] of items) addItem(item, of, open, children);
  }
  parent.children = children;
}

function addItem(item: WordItem, line: PastedElement, open: OpenList[], children: PastedNode[]): void {
  while (open.length > 0 && closes(open.at(-1), item)) open.pop();
  let top = open.at(-1);
  if (!top || top.level < item.level) {
    const around = top && elementsOf(top.list).at(-1);
    top = { list: listOf(item), level: item.level, isOrdered: item.isOrdered };
    (around?.children ?? children).push(top.list);
    open.push(top);
  }
  top.list.children.push(line);
}

function closes(top: OpenList | undefined, item: WordItem): boolean {
  return (
    top !== undefined && (top.level > item.level || (top.level === item.level && top.isOrdered !== item.isOrdered))
  );
}

function listOf({ isOrdered, start }: WordItem): PastedElement {
  const list = makeElement(isOrdered ? "ol" : "ul");
  if (isOrdered && start !== 1) list.attributes.start = String(start);
  return list;
}
