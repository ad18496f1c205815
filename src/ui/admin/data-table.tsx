import type { ReactNode } from "react";
import { Skeleton } from "../skeleton.tsx";
import { type Empty, emptyLook, emptyWords, FirstSteps } from "./empty-state.tsx";
import { Select } from "./select.tsx";

export type SortOrder = "asc" | "desc";

export type Column<Row> = {
  label: string;
  /** Shown as the heading instead of the label, for example a checkbox. */
  heading?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The server's name for sorting by this column, if it can. */
  sort?: string;
  /** Classes. Prefix a width that applies to the table only with `as-rows:`, for example `as-rows:w-24`. */
  className?: string;
  /** Its position in a card: top, full width, the row's buttons, its checkbox, or the second of two lines. */
  card?: "title" | "line" | "actions" | "select" | "second";
};

export type TableProps<Row> = {
  /** What the table lists, for assistive technology. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Content below an expanded row, across the full width. */
  detail?: (row: Row) => ReactNode | null;
  /** Number of skeleton rows while `rows` is undefined. */
  skeletonRows?: number;
  /** Status text while `rows` is undefined, shown and announced. */
  loading?: string;
  empty?: Empty;
  /** Set for many columns: rows become cards on tablets too. */
  isWide?: boolean;
  /** Cards have two lines and omit columns without a position; on phones the screen offers the order elsewhere. */
  hasTwoLines?: boolean;
  sorted?: { by: string; order: SortOrder };
  onSort?: (by: string, order: SortOrder) => void;
};

const nextOrder = (current: SortOrder | null): SortOrder => (current === "asc" ? "desc" : "asc");

/** A table whose rows become cards on narrow screens, with a select for the order (admin.css). */
export function DataTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, detail, skeletonRows = 6, loading, empty, sorted, onSort } = props;
  const isEmpty = rows?.length === 0 && empty !== undefined;
  const note = rows === undefined ? loading : isEmpty ? emptyWords(empty) : undefined;
  const table = (
    <table className="data-table" aria-busy={rows === undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, heading, sort, className }) => {
            const order = sort !== undefined && sorted?.by === sort ? sorted.order : null;
            const direction = order === "asc" ? "ascending" : "descending";
            return (
              <th key={label} scope="col" className={className} aria-sort={order ? direction : undefined}>
                {sort && onSort ? (
                  <button type="button" onClick={() => onSort(sort, nextOrder(order))}>
                    {label}
                    <span aria-hidden="true">{order === null ? "" : order === "asc" ? " ↑" : " ↓"}</span>
                  </button>
                ) : (
                  (heading ?? label)
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: skeletonRows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical and never reordered
              <tr key={row}>
                {columns.map(({ label, card }) => (
                  <td key={label} data-label={label} data-card={card}>
                    <Skeleton className="my-1 h-4 w-4/5" />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => <TableRow key={rowKey(row)} row={row} columns={columns} detail={detail?.(row)} />)}
      </tbody>
    </table>
  );
  return (
    <>
      <p role="status" className={isEmpty ? emptyLook(empty) : "text-sm text-muted not-empty:mb-3"}>
        {note}
      </p>
      {isEmpty ? (
        <FirstSteps empty={empty} />
      ) : (
        <div className={boxOf(props)}>
          {onSort && <SortChoice columns={columns} sorted={sorted} onSort={onSort} hasTwoLines={props.hasTwoLines} />}
          {table}
        </div>
      )}
    </>
  );
}

function boxOf({ isWide, hasTwoLines }: { isWide?: boolean; hasTwoLines?: boolean }): string {
  if (hasTwoLines) return "data-table-box-lines";
  return isWide ? "data-table-box-wide" : "data-table-box";
}

type SortProps<Row> = Required<Pick<TableProps<Row>, "columns" | "onSort">> & {
  sorted: TableProps<Row>["sorted"] | undefined;
  hasTwoLines: boolean | undefined;
};

/** Replaces the sortable headings in the card layout, which has no header row. */
function SortChoice<Row>({ columns, sorted, onSort, hasTwoLines }: SortProps<Row>) {
  const options = columns.flatMap(({ label, sort }) =>
    sort
      ? [
          { value: `${sort} asc`, label: `Sorted by ${label} ↑` },
          { value: `${sort} desc`, label: `Sorted by ${label} ↓` },
        ]
      : [],
  );
  return (
    <Select
      label="Order"
      labelHidden
      className={`mb-2 sm:max-w-64 as-rows:hidden ${hasTwoLines ? "max-md:hidden" : ""}`}
      value={sorted ? `${sorted.by} ${sorted.order}` : ""}
      options={options}
      onChange={(value) => {
        const [by = "", order] = value.split(" ");
        onSort(by, order === "asc" ? "asc" : "desc");
      }}
    />
  );
}

/** The buttons of a row, icons only: their hit areas overhang, so that the first icon aligns with its column. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <span className="-my-1.5 flex as-cards:-mr-2.5 as-cards:pointer-coarse:-mr-3.5 as-rows:-ml-2.5 as-rows:pointer-coarse:-ml-3.5">
      {children}
    </span>
  );
}

function TableRow<Row>({ row, columns, detail }: { row: Row; columns: Column<Row>[]; detail: ReactNode }) {
  return (
    <>
      <tr>
        {columns.map(({ label, cell, className, card }) => (
          <td key={label} data-label={label} data-card={card} className={className}>
            {cell(row)}
          </td>
        ))}
      </tr>
      {detail && (
        <tr className="data-table-detail">
          <td colSpan={columns.length}>{detail}</td>
        </tr>
      )}
    </>
  );
}
