import { Link } from "react-router";
import { type Column, DataTable } from "./data-table.tsx";

/** A bar with its label in words, such as an hour. */
export type Bar = {
  label: string;
  value: number;
  /** Numbers of further columns of the table; null where nothing is counted. */
  more?: readonly (number | null)[];
  /** Where the label leads in the table. */
  to?: string;
  /** Below the chart, instead of the label. */
  short?: string;
};

type Props = {
  /** What the bars count, such as "Views by hour". */
  title: string;
  /** Headings of the table: of the labels, of the values, and of as many further numbers as the table shows. */
  columns: readonly [label: string, value: string, ...more: string[]];
  bars: readonly Bar[];
};

const inWords = (number: number) => number.toLocaleString("en");

const shown = (number: number | null | undefined) => (number == null ? "–" : inWords(number));

const HEIGHT = 40;
/** Of the width of a bar: few bars would be blocks. */
const gapOf = (bars: number) => (bars < 12 ? 0.6 : 0.2);

/** A small chart whose numbers are also a table, for everyone who wants them exactly or cannot see bars. */
export function BarChart({ title, columns, bars }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const peak = bars.find(({ value }) => value === most);
  const [first, last] = [bars[0], bars.at(-1)];
  const gap = gapOf(bars.length);
  return (
    <figure className="mt-4">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-semibold">{title}</span>
        {peak && (
          <span className="meta tabular-nums">
            Most: {inWords(most)}, {peak.short ?? peak.label}
          </span>
        )}
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${Math.max(1, bars.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-2 h-24 w-full border-b border-rule fill-accent-fill"
      >
        {bars.map(({ label, value }, at) => {
          const height = value === 0 ? 0 : Math.max(1, (HEIGHT * value) / most);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have places, and may have equal labels
            <rect key={at} x={at + gap / 2} y={HEIGHT - height} width={1 - gap} height={height}>
              <title>{`${label}: ${inWords(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p aria-hidden="true" className="meta flex justify-between text-xs tabular-nums">
        <span>{first?.short ?? first?.label}</span>
        <span>{bars.length > 1 && (last?.short ?? last?.label)}</span>
      </p>
      <details className="mt-1">
        <summary className="w-fit py-1 text-sm font-semibold">As a table</summary>
        {columns.length > 3 ? (
          <NumberTable title={title} columns={columns} bars={bars} />
        ) : (
          <div className="max-h-64 overflow-auto">
            <table className="w-full text-sm tabular-nums">
              <caption className="sr-only">{title}</caption>
              <thead>
                <tr className="border-b border-rule text-left">
                  {columns.map((column, at) => (
                    <th key={column} scope="col" className={`py-1 font-semibold ${at > 0 ? "ps-3 text-right" : ""}`}>
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {bars.toReversed().map(({ label, value, more = [] }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <tr key={place} className="border-b border-rule">
                    <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
                      {label}
                    </th>
                    {[value, ...more].slice(0, columns.length - 1).map((number, at) => (
                      <td key={columns[at + 1]} className="py-1 ps-3 text-right align-top">
                        {shown(number)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </details>
    </figure>
  );
}

/** Several numbers of each bar, newest first: cards where columns have no room. */
function NumberTable({ title, columns: [name, ...numbers], bars }: Props) {
  const label: Column<Bar> = {
    label: name,
    card: "title",
    cell: (bar) =>
      bar.to ? (
        <Link to={bar.to} className="link-quiet font-medium wrap-anywhere">
          {bar.label}
        </Link>
      ) : (
        bar.label
      ),
  };
  const counts = numbers.map(
    (heading, at): Column<Bar> => ({
      label: heading,
      className: "tabular-nums as-rows:w-28",
      cell: ({ value, more = [] }) => shown([value, ...more][at]),
    }),
  );
  return (
    <DataTable
      caption={title}
      columns={[label, ...counts]}
      rows={bars.toReversed()}
      rowKey={(bar) => bar.to ?? bar.label}
    />
  );
}
