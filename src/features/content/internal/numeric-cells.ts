import { attributeOf, rawText } from "../rules.ts";
import type { ContentNode, ContentTag } from "./nodes.ts";

type Placed = { cell: ContentTag; column: number; isHead: boolean };

/** What may be between digits, and a currency's code before them. */
const GAPS = /[\s'’]/g;
const CODE = /^[A-Z]{3}\s/;
/** What may be before a number (a sign, a currency) and after it (an exponent, a unit): `-$1,234.50`, `3.2M`, `~12%`. */
const BEFORE = /^[(~≈<>≤≥±+\-−–]{0,3}(?:[A-Z]{0,3}\p{Sc})?[+\-−–]?/u;
const EXPONENT = /e[+\-−]\d{1,3}$/;
const AFTER = /(?:%|‰|\p{Sc}|[A-Za-z×]{1,5})?\)?$/u;
const DIGITS = /^\d[\d.,]*$/;
const isNumber = (text: string): boolean =>
  DIGITS.test([CODE, GAPS, BEFORE, EXPONENT, AFTER].reduce((rest, part) => rest.replace(part, ""), text));
/** Placeholders for a missing number. */
const MISSING = /^(?:[-–—]|n\/?a)?$/i;

const isElement = (node: ContentNode): node is ContentTag => typeof node !== "string";
const spanOf = (cell: ContentTag, name: string): number => Number(attributeOf(cell, name)) || 1;

/** The rows of a table, in its head, body and foot. */
const rowsOf = (nodes: ContentNode[]): ContentTag[] =>
  nodes.filter(isElement).flatMap((node) => (node.name === "tr" ? [node] : rowsOf(node.children)));

/** Returns the cells that belong to one column, with their places; cells that span several are left out. */
function placedCells(table: ContentTag): Placed[] {
  /** For each column, the first row that no cell from above reaches. */
  const freeFrom: number[] = [];
  return rowsOf(table.children).flatMap((row, at) => {
    const cells = row.children.filter(isElement);
    const isHead = cells.every(({ name }) => name === "th");
    let column = 0;
    return cells.flatMap((cell) => {
      while ((freeFrom[column] ?? 0) > at) column += 1;
      const [first, columns, end] = [column, spanOf(cell, "colspan"), at + spanOf(cell, "rowspan")];
      for (; column < first + columns; column += 1) freeFrom[column] = end;
      return columns === 1 ? [{ cell, column: first, isHead }] : [];
    });
  });
}

/** Returns the cells of the columns that contain numbers only, with their headings: pages align them at the end. */
export function numericCells(table: ContentTag): Set<ContentNode> {
  const columns = Map.groupBy(placedCells(table), ({ column }) => column);
  const numeric = [...columns.values()].filter((cells) => {
    const texts = cells.filter(({ isHead }) => !isHead).map(({ cell }) => rawText(cell.children).trim());
    return texts.some(isNumber) && texts.every((text) => isNumber(text) || MISSING.test(text));
  });
  return new Set(numeric.flat().map(({ cell }) => cell));
}
