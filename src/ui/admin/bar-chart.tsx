/** A bar with its label in words, such as an hour. */
export type Bar = { label: string; value: number };

type Props = {
  /** What the bars count, such as "Views by hour". */
  title: string;
  /** Headings of the table: of the labels and of the values. */
  columns: readonly [label: string, value: string];
  bars: readonly Bar[];
};

const HEIGHT = 40;
const GAP = 0.2;

/** A small chart whose numbers are also a table, for everyone who wants them exactly or cannot see bars. */
export function BarChart({ title, columns, bars }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const peak = bars.find(({ value }) => value === most);
  const first = bars[0]?.label;
  const last = bars.at(-1)?.label;
  return (
    <figure className="mt-4">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-semibold">{title}</span>
        {peak && (
          <span className="meta tabular-nums">
            Most: {most.toLocaleString("en")}, {peak.label}
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
            <rect key={label} x={at + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height}>
              <title>{`${label}: ${value.toLocaleString("en")}`}</title>
            </rect>
          );
        })}
      </svg>
      <p aria-hidden="true" className="meta flex justify-between text-xs tabular-nums">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <details className="mt-1">
        <summary className="w-fit py-1 text-sm font-semibold">As a table</summary>
        <div className="max-h-64 overflow-y-auto">
          <table className="w-full text-sm tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="border-b border-rule text-left">
                <th scope="col" className="py-1 font-semibold">
                  {columns[0]}
                </th>
                <th scope="col" className="py-1 text-right font-semibold">
                  {columns[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map(({ label, value }) => (
                <tr key={label} className="border-b border-rule">
                  <th scope="row" className="py-1 text-left font-normal">
                    {label}
                  </th>
                  <td className="py-1 text-right">{value.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
