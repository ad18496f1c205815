import { Node } from "@tiptap/core";
import type { DOMOutputSpec } from "@tiptap/pm/model";
import { type Command, type EditorState, TextSelection } from "@tiptap/pm/state";
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
} from "@tiptap/pm/tables";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    table: {
      /** Inserts a table of three columns with a header row at the cursor, and moves the cursor into its first cell. */
      insertTable: () => ReturnType;
      changeTable: (change: TableChange) => ReturnType;
      /** Moves to the next or previous cell; false if there is none. */
      goToCell: (direction: 1 | -1) => ReturnType;
    };
  }
}

const CHANGES = { addRowAfter, addColumnAfter, deleteRow, deleteColumn, deleteTable } satisfies Record<string, Command>;
export type TableChange = keyof typeof CHANGES;

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
        const from = tr.selection.from;
        tr.replaceSelectionWith(table.create(null, rows));
        tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(from, -1) + 1))).scrollIntoView();
        return true;
      },
    changeTable:
      (change) =>
      ({ state, dispatch }) =>
        CHANGES[change](state, dispatch),
    goToCell:
      (direction) =>
      ({ state, dispatch }) =>
        goToNextCell(direction)(state, dispatch),
  }),
  addProseMirrorPlugins: () => [tableEditing()],
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
