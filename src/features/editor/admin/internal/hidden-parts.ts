import { elementsOf, type PastedElement, type PastedNode, styleOf, textOf } from "./pasted-tree.ts";

/** Classes with which sites hide text from view. */
const HIDING_CLASSES = "sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only".split(" ");
const HIDING = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all)/i;

/** The classes that a document's own style sheets hide, such as the hidden rows of a spreadsheet. */
type HiddenClasses = ReadonlySet<string>;

function hiddenClassesOf(root: PastedElement): HiddenClasses {
  const found = new Set(HIDING_CLASSES);
  const read = (element: PastedElement) => {
    for (const child of elementsOf(element)) {
      if (child.name !== "style") read(child);
      else
        for (const rule of textOf(child).split("}")) {
          const [selectors = "", declarations = ""] = rule.split("{");
          if (!HIDING.test(declarations)) continue;
          for (const selector of selectors.split(",")) {
            const name = /^(?:[a-z]+\d?)?\.([\w-]+)$/i.exec(selector.replace(/<!--/g, "").trim())?.[1];
            if (name) found.add(name);
          }
        }
    }
  };
  read(root);
  return found;
}

const classesOf = ({ attributes }: PastedElement) => (attributes.class ?? "").split(/\s+/).filter(Boolean);
const isZero = (size: string) => /^0+(?:\.0+)?(?:[a-z]+|%)?$/.test(size.trim());

/** Whether an element has no size: in a table that hides it, elsewhere only if nothing flows over its edge. */
function hasNoSize(element: PastedElement): boolean {
  const isNone = (side: string) => isZero(styleOf(element, side) || element.attributes[side] || "1");
  if (element.name === "tr") return isNone("height");
  if (element.name === "col" || element.name === "td" || element.name === "th") return isNone("width");
  const isClipped = /hidden|clip/.test(styleOf(element, "overflow"));
  return isClipped && ["width", "height", "max-width", "max-height"].some(isNone);
}

const isClippedAway = (element: PastedElement) =>
  /^rect\((?:0|1px)[^1-9]*(?:1px[^1-9]*)*\)/.test(styleOf(element, "clip")) ||
  /^inset\((?:50|100)%/.test(styleOf(element, "clip-path"));

/** Whether the source shows nothing of an element. */
function isHiddenBySource(element: PastedElement, hidden: HiddenClasses): boolean {
  return (
    styleOf(element, "display") === "none" ||
    styleOf(element, "mso-hide") === "all" ||
    "hidden" in element.attributes ||
    (element.name === "dialog" && !("open" in element.attributes)) ||
    classesOf(element).some((name) => hidden.has(name)) ||
    isClippedAway(element) ||
    (element.name !== "img" && hasNoSize(element))
  );
}

const isInvisible = (element: PastedElement) => /^(?:hidden|collapse)$/.test(styleOf(element, "visibility"));

/** Removes everything that the source hid. Modifies the tree in place. */
export function removeHidden(root: PastedElement): void {
  prune(root, hiddenClassesOf(root));
}

function prune(parent: PastedElement, hidden: HiddenClasses): void {
  if (parent.name === "table") pruneTable(parent, hidden);
  parent.children = parent.children.flatMap((child): PastedNode[] => {
    if (typeof child === "string") return [child];
    if (isHiddenBySource(child, hidden)) return [];
    if (isInvisible(child)) child.children = visibleIn(child);
    prune(child, hidden);
    return [child];
  });
}

/** The parts of an invisible element that are visible again. */
const visibleIn = (element: PastedElement): PastedElement[] =>
  elementsOf(element).flatMap((child) => (styleOf(child, "visibility") === "visible" ? [child] : visibleIn(child)));

type Cell = { cell: PastedElement; row: number; column: number; rows: number; columns: number };

const PARTS = new Set(["thead", "tbody", "tfoot", "colgroup"]);
const partsOf = (table: PastedElement, name: string): PastedElement[] =>
  elementsOf(table).flatMap((child) =>
    child.name === name ? [child] : PARTS.has(child.name) ? partsOf(child, name) : [],
  );

/** Removes hidden rows and columns, and shortens the cells that extend over them. */
function pruneTable(table: PastedElement, hidden: HiddenClasses): void {
  const isHiddenPart = (part: PastedElement) => isHiddenBySource(part, hidden) || isInvisible(part);
  const rows = partsOf(table, "tr");
  const hiddenRows = new Set(rows.flatMap((row, at) => (isHiddenPart(row) ? [at] : [])));
  const hiddenColumns = new Set<number>();
  let column = 0;
  for (const col of partsOf(table, "col")) {
    const end = column + spanOf(col, "span");
    for (; column < end; column += 1) if (isHiddenPart(col)) hiddenColumns.add(column);
  }
  if (hiddenRows.size + hiddenColumns.size === 0) return;
  const seen = (from: number, count: number, without: ReadonlySet<number>): number[] =>
    Array.from({ length: count }, (_unused, at) => from + at).filter((at) => !without.has(at));
  const shown = rows.map((): { column: number; cell: PastedElement }[] => []);
  for (const { cell, row, column: at, rows: height, columns: width } of cellsOf(rows)) {
    const seenRows = seen(row, Math.min(height, rows.length - row), hiddenRows);
    const seenColumns = seen(at, width, hiddenColumns);
    const [first] = seenRows;
    if (first === undefined || seenColumns.length === 0) continue;
    setSpan(cell, "rowspan", seenRows.length);
    setSpan(cell, "colspan", seenColumns.length);
    shown[first]?.push({ column: at, cell });
  }
  for (const [at, row] of rows.entries()) {
    const cells = (shown[at] ?? []).sort((one, other) => one.column - other.column);
    if (hiddenRows.has(at)) row.attributes.hidden = "";
    row.children = cells.map(({ cell }) => cell);
  }
}

const MAX_SPAN = 1_000;
const spanOf = ({ attributes }: PastedElement, name: string) =>
  Math.min(Math.max(Number.parseInt(attributes[name] ?? "", 10) || 1, 1), MAX_SPAN);

function setSpan(cell: PastedElement, name: string, span: number): void {
  if (span > 1) cell.attributes[name] = String(span);
  else delete cell.attributes[name];
}

/** The cells with their places, as browsers lay them out. */
function cellsOf(rows: PastedElement[]): Cell[] {
  const taken = rows.map(() => new Set<number>());
  return rows.flatMap((row, at) => {
    let column = 0;
    return elementsOf(row).flatMap((cell): Cell[] => {
      if (cell.name !== "td" && cell.name !== "th") return [];
      while (taken[at]?.has(column)) column += 1;
      const place = { cell, row: at, column, rows: spanOf(cell, "rowspan"), columns: spanOf(cell, "colspan") };
      for (const later of taken.slice(at + 1, at + place.rows))
        for (let next = column; next < column + place.columns; next += 1) later.add(next);
      column += place.columns;
      return [place];
    });
  });
}
