import { elementsOf, type PastedElement, type PastedNode, textOf } from "./pasted-tree.ts";

const isBlank = (node: PastedNode) => textOf(node).trim() === "";
const isBoldLine = (line: PastedElement) =>
  !isBlank(line) &&
  line.children.every((node) => isBlank(node) || (typeof node !== "string" && node.name === "strong"));
/** Whether a row has only bold words, one cell or more of them. */
const isBoldRow = (row: PastedElement) =>
  elementsOf(row).some((cell) => !isBlank(cell)) &&
  elementsOf(row).every((cell) => cell.name === "td" && (isBlank(cell) || elementsOf(cell).every(isBoldLine)));

/** Word and Google Docs have no header cells: a bold first row above others is one. */
export function makeHeaderRow([first, ...others]: readonly PastedElement[]): void {
  if (!first || others.length === 0 || !isBoldRow(first) || others.every(isBoldRow)) return;
  for (const cell of elementsOf(first)) {
    cell.name = "th";
    for (const line of elementsOf(cell))
      line.children = line.children.flatMap((node) => (typeof node === "string" ? [node] : node.children));
  }
}
