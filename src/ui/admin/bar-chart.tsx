import { Link } from "react-router";

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

const HEIGHT = 40;
const GAP = 0.2;

/** A small chart whose numbers are also a table, for everyone who wants them exactly or cannot see bars. */
export function BarChart({ title, columns, bars }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const peak = bars.find(({ value }) => value === most);
  const [first, last] = [bars[0], bars.at(-1)];
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
            <rect key={at} x={at + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height}>
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
              {bars.toReversed().map(({ label, value, more = [], to }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <tr key={place} className="border-b border-rule">
                  <th
                    scope="row"
                    className={`py-1 text-left font-normal ${columns.length > 3 ? "min-w-32 wrap-break-word" : "wrap-anywhere"}`}
                  >
                    {to ? (
                      <Link to={to} className="underline-offset-4 hover:text-accent hover:underline">
                        {label}
                      </Link>
                    ) : (
                      label
                    )}
                  </th>
                  {[value, ...more].slice(0, columns.length - 1).map((number, at) => (
                    <td key={columns[at + 1]} className="py-1 ps-3 text-right align-top">
                      {number === null ? "–" : inWords(number)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
