import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { Select } from "#ui/admin/select.tsx";
import type { ColumnRole, ImportColumn, ImportReport } from "../schema.ts";
import { type Choices, columnChoices, openQuestions, statusChoice } from "./import-answers.ts";

const ROLES: { value: ColumnRole; label: string }[] = [
  { value: "ignore", label: "Not imported" },
  { value: "email", label: "Email" },
  { value: "name", label: "Name" },
  { value: "first_name", label: "First name" },
  { value: "last_name", label: "Last name" },
  { value: "since", label: "Subscribed since" },
  { value: "status", label: "State in words" },
  { value: "yes", label: "Yes means subscribed" },
  { value: "no", label: "Yes or a date means left" },
];
const MEANINGS = [
  { value: "subscribed", label: "Subscribed" },
  { value: "left", label: "Not subscribed" },
];

/** In a row, words are level with those of the select. */
const BESIDE_SELECT = "wrap-anywhere as-rows:block as-rows:pt-3";

type Props = { report: ImportReport; choices: Choices; onChange: (choices: Choices) => void };
type Status = ImportReport["statuses"][number];

/** How the columns and states of a file are understood, for the editor to correct and confirm. */
export function ImportMapping({ report, choices, onChange }: Props) {
  const roles = columnChoices(report, choices);
  const questions = openQuestions(report, choices);
  const stated = columnsWithStates(report);
  const columns: Column<ImportColumn & { index: number; role: ColumnRole }>[] = [
    {
      label: "Column",
      card: "title",
      cell: ({ heading }) => <span className={`font-semibold ${BESIDE_SELECT}`}>{heading}</span>,
    },
    {
      label: "First values",
      card: "line",
      cell: ({ samples }) => <span className={`meta ${BESIDE_SELECT}`}>{samples.join(" · ") || "–"}</span>,
    },
    {
      label: "Use as",
      card: "line",
      className: "as-rows:w-60",
      cell: ({ index, heading }) => (
        <Choice
          label={`Use of ${heading}`}
          value={roles[index] ?? ""}
          options={ROLES}
          onChange={(role) => onChange({ ...choices, columns: roles.with(index, role as ColumnRole) })}
        />
      ),
    },
  ];
  const states: Column<Status>[] = [
    {
      label: "State",
      card: "title",
      cell: ({ value }) => <span className={BESIDE_SELECT}>{value || "(empty)"}</span>,
    },
    {
      label: "Rows",
      card: "line",
      className: "tabular-nums as-rows:w-24",
      cell: ({ count }) => <span className={BESIDE_SELECT}>{count.toLocaleString("en")}</span>,
    },
    {
      label: "Means",
      card: "line",
      className: "as-rows:w-60",
      cell: (status) => (
        <Choice
          label={`Meaning of ${status.value || "an empty state"}`}
          value={statusChoice(status, choices)}
          options={MEANINGS}
          onChange={(meaning) =>
            onChange({ ...choices, statuses: { ...choices.statuses, [status.value]: meaning === "subscribed" } })
          }
        />
      ),
    },
  ];
  return (
    <section aria-label="Columns of the file" className="space-y-4">
      <h4 className="font-semibold">Columns</h4>
      {questions > 0 && (
        <p role="alert" className="text-sm font-medium text-down">
          {questions === 1 ? "One answer is missing" : `${questions} answers are missing`}: choose what is marked below,
          then check again.
        </p>
      )}
      <DataTable
        caption="Columns of the file"
        columns={columns}
        rows={report.columns.map((column, index) => ({ ...column, index }))}
        rowKey={({ index }) => index}
      />
      {report.statuses.length > 0 && (
        <>
          <h4 className="pt-2 font-semibold wrap-anywhere">States{stated && ` in ${stated}`}</h4>
          <DataTable
            caption="States in the file"
            columns={states}
            rows={report.statuses}
            rowKey={({ value }) => value}
          />
        </>
      )}
    </section>
  );
}

/** The headings of the columns that the states of a report are from. */
function columnsWithStates({ columns }: ImportReport): string {
  const headings = columns.filter(({ role }) => role === "status" || role === "yes").map(({ heading }) => heading);
  return new Intl.ListFormat("en").format(headings.map((heading) => `“${heading}”`));
}

type ChoiceProps = {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** A select that says so while nothing is chosen. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <span className="block min-w-0 as-rows:py-1">
      <Select label={label} labelHidden value={value} options={options} onChange={onChange} />
      {value === "" && <span className="mt-1 block text-sm font-medium text-down">Please choose</span>}
    </span>
  );
}
