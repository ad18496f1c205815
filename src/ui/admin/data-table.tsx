import type { ReactNode } from "react";
import { Skeleton } from "../skeleton.tsx";

export type SortOrder = "asc" | "desc";

export type Column<Row> = {
  /** The column's heading, as the spec names it. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** The name the server sorts this column by, where it can. */
  sort?: string;
  /** A width or alignment for the wide table, for example `w-24 text-right`. */
  className?: string;
};

type Props<Row> = {
  /** What the table lists, for assistive technology. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** What stands below a row when it is opened, over the whole width. */
  detail?: (row: Row) => ReactNode | null;
  /** How many rows the skeleton has while `rows` is undefined. */
  skeletonRows?: number;
  /** What is said, to everyone, while `rows` is undefined. */
  loading?: string;
  /** What stands in place of the table when there are no rows. */
  empty?: string;
  sorted?: { by: string; order: SortOrder };
  onSort?: (by: string, order: SortOrder) => void;
};

const nextOrder = (current: SortOrder | null): SortOrder => (current === "asc" ? "desc" : "asc");

/**
 * The admin area's table: headings that sort, dense rows, skeletons of the final size. On a phone each row is a card
 * whose values carry their column's name (admin.css).
 */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, detail, skeletonRows = 6, loading, empty, sorted, onSort } = props;
  const note = rows === undefined ? loading : rows.length === 0 ? empty : undefined;
  const table = (
    <table className="data-table" aria-busy={rows === undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, sort, className }) => {
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
                  label
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: skeletonRows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike and never reordered
              <tr key={row}>
                {columns.map(({ label }) => (
                  <td key={label} data-label={label}>
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
      <p role="status" className="text-sm text-muted not-empty:mb-3">
        {note}
      </p>
      {(rows === undefined || rows.length > 0 || empty === undefined) && table}
    </>
  );
}

/** The buttons of a row, icons only: their hit areas stand over, so that the first icon begins where its column does. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="-my-1.5 -ml-2.5 flex pointer-coarse:-ml-3.5">{children}</span>;
}

function TableRow<Row>({ row, columns, detail }: { row: Row; columns: Column<Row>[]; detail: ReactNode }) {
  return (
    <>
      <tr>
        {columns.map(({ label, cell, className }) => (
          <td key={label} data-label={label} className={className}>
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
