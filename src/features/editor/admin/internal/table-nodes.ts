import { Node } from "@tiptap/core";
import type { DOMOutputSpec, Node as ProseMirrorNode } from "@tiptap/pm/model";
import { type Command, type EditorState, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  rowIsHeader,
  selectedRect,
  TableMap,
  tableEditing,
  toggleHeader,
} from "@tiptap/pm/tables";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    table: {
      /** Inserts a table of three columns with a header row at the cursor, and moves the cursor into its first cell. */
      insertTable: () => ReturnType;
      /** A new row has the alignment of its columns. */
      changeTable: (change: TableChange) => ReturnType;
      /** Aligns all lines of the selected columns. */
      alignColumn: (to: ColumnAlignment) => ReturnType;
      /** Moves to the next or previous cell; false if there is none. */
      goToCell: (direction: 1 | -1) => ReturnType;
    };
  }
}

const CHANGES = {
  addRowAfter,
  addRowBefore,
  addColumnAfter,
  addColumnBefore,
  deleteRow,
  deleteColumn,
  deleteTable,
  toggleHeaderRow: toggleHeader("row", { useDeprecatedLogic: false }),
} satisfies Record<string, Command>;
export type TableChange = keyof typeof CHANGES;
export type ColumnAlignment = "left" | "center" | "right";

const COLUMNS = 3;
const ROWS = 3;

/** The roles by which prosemirror-tables identifies the nodes. */
const ROLES: Readonly<Record<string, string>> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
};

export const isTableAround = (state: EditorState): boolean => isInTable(state);

/** Whether the first row of the table around the selection is its header. */
export function hasHeaderRow(state: EditorState): boolean {
  if (!isInTable(state)) return false;
  const { map, table } = selectedRect(state);
  return rowIsHeader(map, table, 0);
}

/** Aligns the lines of a cell like paragraphs. */
function alignCell(tr: Transaction, pos: number, align: unknown): void {
  tr.doc.nodeAt(pos)?.forEach((line, offset) => {
    if (line.type.name === "paragraph") tr.setNodeMarkup(pos + 1 + offset, undefined, { ...line.attrs, align });
  });
}

/** Copies the alignment of the neighbouring row to the cells of a new row. */
function alignNewRow(tr: Transaction, tableStart: number, row: number, like: number): void {
  const table = tr.doc.nodeAt(tableStart - 1);
  if (!table) return;
  const { map, width } = TableMap.get(table);
  for (let column = 0; column < width; column++) {
    const [fresh, model] = [map[row * width + column], map[like * width + column]];
    if (fresh === undefined || model === undefined || fresh === model) continue;
    const align = table.nodeAt(model)?.firstChild?.attrs.align;
    if (align) alignCell(tr, tableStart + fresh, align);
  }
}

/** A header without words names nothing: until it has some, assistive technology gets a plain cell. */
export function emptyHeaders(doc: ProseMirrorNode): DecorationSet {
  const marked: Decoration[] = [];
  doc.descendants((node, pos) => {
    const isHeader = node.type.name === "tableHeader";
    if (isHeader && node.textContent.trim() === "")
      marked.push(Decoration.node(pos, pos + node.nodeSize, { role: "cell" }));
    return !isHeader && !node.isTextblock;
  });
  return DecorationSet.create(doc, marked);
}

const markEmptyHeaders = () =>
  new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => emptyHeaders(doc),
      apply: (tr, marked) => (tr.docChanged ? emptyHeaders(tr.doc) : marked),
    },
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
  });

export const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  extendNodeSchema: ({ name }) => ({ tableRole: ROLES[name] }),
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["table", ["tbody", 0]],
  addCommands: () => ({
    insertTable:
      () =>
      ({ state, tr, dispatch }) => {
        const { table, tableRow, tableCell, tableHeader } = state.schema.nodes;
        if (!table || !tableRow || !tableCell || !tableHeader || isInTable(state)) return false;
        if (!dispatch) return true;
        const rows = Array.from({ length: ROWS }, (_row, index) => {
          const cell = index === 0 ? tableHeader : tableCell;
          return tableRow.create(
            null,
            Array.from({ length: COLUMNS }, () => cell.createAndFill() ?? cell.create()),
          );
        });
        // Text of several blocks stays: what it is in may not fit around a table.
        if (!tr.selection.$from.sameParent(tr.selection.$to))
          tr.setSelection(TextSelection.near(tr.doc.resolve(tr.selection.to), -1));
        const from = tr.selection.from;
        tr.replaceSelectionWith(table.create(null, rows));
        tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(from, -1) + 1))).scrollIntoView();
        return true;
      },
    changeTable:
      (change) =>
      ({ state, tr, dispatch }) => {
        const before = isInTable(state) ? selectedRect(state) : null;
        if (!CHANGES[change](state, dispatch)) return false;
        if (!dispatch || !before) return true;
        if (change === "addRowAfter") alignNewRow(tr, before.tableStart, before.bottom, before.bottom - 1);
        if (change === "addRowBefore") alignNewRow(tr, before.tableStart, before.top, before.top + 1);
        return true;
      },
    alignColumn:
      (to) =>
      ({ state, tr, dispatch }) => {
        if (!isInTable(state)) return false;
        if (!dispatch) return true;
        const { map, tableStart, left, right } = selectedRect(state);
        for (const cell of map.cellsInRect({ left, right, top: 0, bottom: map.height }))
          alignCell(tr, tableStart + cell, to === "left" ? null : to);
        return true;
      },
    goToCell:
      (direction) =>
      ({ state, dispatch }) =>
        goToNextCell(direction)(state, dispatch),
  }),
  addProseMirrorPlugins: () => [tableEditing(), markEmptyHeaders()],
});

export const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

/** The same limit as in the server's sanitizer. */
const MAX_SPAN = 99;
const span = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const given = Number(element.getAttribute(name));
    return Number.isInteger(given) && given >= 1 && given <= MAX_SPAN ? given : 1;
  },
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});

const cell = (name: "tableCell" | "tableHeader", tag: "td" | "th") =>
  Node.create({
    name,
    content: "paragraph+",
    isolating: true,
    addAttributes: () => ({
      colspan: span("colspan"),
      rowspan: span("rowspan"),
      // Required by prosemirror-tables; columns are as wide as their content.
      colwidth: { default: null, rendered: false },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }): DOMOutputSpec => [tag, HTMLAttributes, 0],
  });

export const TableCell = cell("tableCell", "td");
export const TableHeader = cell("tableHeader", "th");
