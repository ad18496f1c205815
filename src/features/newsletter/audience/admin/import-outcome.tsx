import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import type { ImportReport } from "../schema.ts";

type Problem = ImportReport["problems"][number];

const COUNTS = [
  { name: "rows", label: "Rows in the file" },
  { name: "added", label: "New subscribers" },
  { name: "known", label: "In the list already" },
  { name: "repeated", label: "Twice in the file" },
  { name: "left", label: "Not subscribed, not added" },
  { name: "invalid", label: "Rows with a problem" },
] as const;

const COLUMNS: Column<Problem>[] = [
  { label: "Line", className: "tabular-nums as-rows:w-20", cell: ({ line }) => line.toLocaleString("en") },
  { label: "Content", cell: ({ value }) => <span className="wrap-anywhere">{value}</span> },
  { label: "Problem", cell: ({ problem }) => problem },
];

/** A number of subscribers, for example '1 subscriber' or '1,200 subscribers'. */
export const peopleIn = (count: number) => `${count.toLocaleString("en")} subscriber${count === 1 ? "" : "s"}`;

/** What an import would do: its counts, and the rows it would skip. */
export function ImportOutcome({ report }: { report: ImportReport }) {
  const { problems, invalid } = report;
  return (
    <section aria-label="What the import would do" className="border border-rule bg-paper p-4">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 text-sm sm:max-w-sm">
        {COUNTS.map(({ name, label }) => (
          <div key={name} className="contents">
            <dt className={name === "added" ? "font-semibold" : "text-muted"}>{label}</dt>
            <dd className="text-right font-semibold tabular-nums">{report[name].toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      {report.added === 0 && <p className="mt-3 text-sm font-medium">There is nobody new in it to import.</p>}
      {problems.length > 0 && (
        <div className="mt-4">
          <p className="meta mb-2">
            {invalid > problems.length
              ? `The first ${problems.length} of ${invalid.toLocaleString("en")} rows that are passed over:`
              : "Rows that are passed over:"}
          </p>
          <DataTable
            caption="Rows that are passed over"
            columns={COLUMNS}
            rows={problems}
            rowKey={({ line, value }) => `${line} ${value}`}
          />
        </div>
      )}
    </section>
  );
}
