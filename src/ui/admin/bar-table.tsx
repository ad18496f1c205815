import type { ReactNode } from "react";

type Row = { key: string; name: ReactNode; value: number };

type Props = {
  caption: string;
  /** Headings of the table: of the names and of the values. */
  columns: readonly [name: string, value: string];
  rows: readonly Row[];
};

/** A table that is also a small chart: each row has a bar as long as its number. */
export function BarTable({ caption, columns, rows }: Props) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <table className="mt-6 w-full text-sm tabular-nums">
      <caption className="mb-1 text-left font-semibold">{caption}</caption>
      <thead className="sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value }) => (
          <tr key={key} className="border-t border-rule">
            <th scope="row" className="w-full py-1.5 text-left font-normal wrap-anywhere">
              {name}
              <span
                aria-hidden="true"
                className="mt-1 block h-1 bg-accent-fill"
                style={{ width: value === 0 ? 0 : `${Math.max(1, (100 * value) / most)}%` }}
              />
            </th>
            <td className="py-1.5 ps-4 text-right align-top">{value.toLocaleString("en")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
