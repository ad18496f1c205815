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
/** What stands for a number that is missing. */
const MISSING = /^(?:[-–—]|n\/?a)?$/i;

const textOf = (nodes: ContentNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");
const isTag = (node: ContentNode): node is ContentTag => typeof node !== "string";
const spanOf = ({ attributes }: ContentTag, name: string): number =>
  Math.max(1, Number(attributes.find(([one]) => one === name)?.[1] ?? 1) || 1);

/** The rows of a table, in its head, body and foot. */
const rowsOf = (nodes: ContentNode[]): ContentTag[] =>
  nodes.filter(isTag).flatMap((node) => (node.name === "tr" ? [node] : rowsOf(node.children)));

/** Every cell of one column with its place; those that span several belong to none. */
function placedCells(table: ContentTag): Placed[] {
  /** Rows that a cell from above still takes in each column. */
  const taken: number[] = [];
  return rowsOf(table.children).flatMap((row) => {
    const cells = row.children.filter(isTag);
    const isHead = cells.every(({ name }) => name === "th");
    let column = 0;
    const skipTaken = () => {
      for (; (taken[column] ?? 0) > 0; column += 1) taken[column] = (taken[column] ?? 0) - 1;
    };
    const placed = cells.flatMap((cell) => {
      skipTaken();
      const [first, columns] = [column, spanOf(cell, "colspan")];
      for (; column < first + columns; column += 1) taken[column] = spanOf(cell, "rowspan") - 1;
      return columns === 1 ? [{ cell, column: first, isHead }] : [];
    });
    skipTaken();
    return placed;
  });
}

/** The cells of a table's columns in which all entries are numbers, with their headings: they are aligned by their end. */
export function numericCells(table: ContentTag): Set<ContentNode> {
  const columns = Map.groupBy(placedCells(table), ({ column }) => column);
  const numeric = [...columns.values()].filter((cells) => {
    const texts = cells.filter(({ isHead }) => !isHead).map(({ cell }) => textOf(cell.children).trim());
    return texts.some(isNumber) && texts.every((text) => isNumber(text) || MISSING.test(text));
  });
  return new Set(numeric.flat().map(({ cell }) => cell));
}
