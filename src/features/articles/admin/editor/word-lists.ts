import { STYLE, styleOf } from "./pasted-style.ts";

/** An item of a list as Word writes it: a paragraph whose style names its level, its marker drawn as text. */
type WordItem = { level: number; isOrdered: boolean; start: number };

const ORDERED = /^\(?(?:(\d{1,6})|[a-z]{1,5})[.)]/i;

function itemOf(element: Element): WordItem | null {
  const level = /\blevel([1-9])\b/.exec(styleOf(element, "mso-list"))?.[1];
  if (element.localName !== "p" || level === undefined) return null;
  const marker = [...element.querySelectorAll(`[${STYLE}]`)].find((part) => styleOf(part, "mso-list") === "ignore");
  const match = ORDERED.exec(marker?.textContent.trim() ?? "");
  return { level: Number(level), isOrdered: match !== null, start: Number(match?.[1] ?? 1) };
}

/** Puts Word's list paragraphs into lists, one level inside the other. Works on the pasted document in place. */
export function makeWordLists(body: Element): void {
  const open: { list: Element; level: number; isOrdered: boolean }[] = [];
  let last: Element | null = null;
  for (const paragraph of [...body.querySelectorAll("p")]) {
    const item = itemOf(paragraph);
    if (!item) continue;
    if (paragraph.previousElementSibling !== last || last === null) open.length = 0;
    while (open.length > 0 && closes(open.at(-1), item)) open.pop();
    let top = open.at(-1);
    if (!top || top.level < item.level) {
      top = { list: listOf(item, body.ownerDocument), level: item.level, isOrdered: item.isOrdered };
      const around = open.at(-1)?.list.lastElementChild;
      if (around) around.append(top.list);
      else paragraph.before(top.list);
      open.push(top);
    }
    const entry = body.ownerDocument.createElement("li");
    top.list.append(entry);
    entry.append(paragraph);
    last = open[0]?.list ?? null;
  }
}

function closes(top: { level: number; isOrdered: boolean } | undefined, item: WordItem): boolean {
  return (
    top !== undefined && (top.level > item.level || (top.level === item.level && top.isOrdered !== item.isOrdered))
  );
}

function listOf({ isOrdered, start }: WordItem, document: Document): Element {
  const list = document.createElement(isOrdered ? "ol" : "ul");
  if (isOrdered && start !== 1) list.setAttribute("start", String(start));
  return list;
}
