import { contentElement, ELEMENT_NAMES } from "#features/content/model.ts";
import { parseInert } from "#ui/admin/inert-html.ts";

/** A block of an article's content for comparison: its text, and all of its HTML. */
export type Block = { text: string; html: string; isCommon: boolean };

/** Above this many pairs the middle part is not compared in detail: it would take too long. */
const MAX_PAIRS = 4_000_000;

const BLOCKS = ELEMENT_NAMES.filter((name) => contentElement(name)?.text === "line" && name !== "br").join(",");

/** The blocks of content, parsed in an inert document: nothing is fetched or run. */
function blocksOf(content: string): Block[] {
  const { body } = parseInert(content);
  const blocks: Block[] = [];
  const add = (element: Element) => {
    for (const image of element.querySelectorAll("img"))
      image.replaceWith(`[Image: ${image.alt || image.getAttribute("src")?.slice(0, 80) || ""}]`);
    const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
    if (text !== "")
      blocks.push({ text: (contentElement(element.localName)?.label ?? "") + text, html: "", isCommon: false });
  };
  const walk = (parent: Element) => {
    for (const child of [...parent.children]) {
      const html = child.outerHTML;
      if (child.querySelector(BLOCKS)) walk(child);
      else {
        add(child);
        const last = blocks.at(-1);
        if (last && last.html === "") last.html = html;
      }
    }
  };
  walk(body);
  return blocks;
}

/** Both contents as blocks; those that occur in both, in the same order, are marked. */
export function compareContent(mine: string, theirs: string): { mine: Block[]; theirs: Block[] } {
  const left = blocksOf(mine);
  const right = blocksOf(theirs);
  let start = 0;
  while (start < left.length && start < right.length && left[start]?.html === right[start]?.html) start++;
  let end = 0;
  const isSameFromEnd = () => left.at(-1 - end)?.html === right.at(-1 - end)?.html;
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
        left[row]?.html === right[column]?.html
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    const [mine, theirs] = [left[row], right[column]];
    if (mine && theirs && mine.html === theirs.html) {
      mine.isCommon = true;
      theirs.isCommon = true;
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
}
