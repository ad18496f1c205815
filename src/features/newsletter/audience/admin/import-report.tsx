import { AdminButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { Select } from "#ui/admin/select.tsx";
import type { ColumnRole, ImportAnswers, ImportColumn, ImportReport } from "../endpoints.ts";

/** A file whose columns and states an editor can correct. */
type Mapped = Pick<ImportReport, "columns" | "statuses">;

/** The editor's choices: the use of each column, empty until it is confirmed, and the meaning of each state. */
export type Choices = { columns?: (ColumnRole | "")[]; statuses: Record<string, boolean> };

export const NO_CHOICES: Choices = { statuses: {} };

/** The use of each column, as chosen or guessed; empty for a guess that has to be confirmed. */
const columnChoices = ({ columns }: Mapped, choices: Choices): (ColumnRole | "")[] =>
  choices.columns ?? columns.map(({ role, is_unclear: isUnclear }) => (isUnclear ? "" : role));

/** The meaning of a state, as chosen or known; empty if neither. */
function statusChoice({ value, meaning }: ImportReport["statuses"][number], { statuses }: Choices) {
  const chosen = statuses[value];
  if (chosen !== undefined) return chosen ? "subscribed" : "left";
  return meaning === "unknown" ? "" : meaning;
}

/** How many columns and states still have to be chosen. */
export const openQuestions = (report: Mapped, choices: Choices): number =>
  columnChoices(report, choices).filter((role) => role === "").length +
  report.statuses.filter((status) => statusChoice(status, choices) === "").length;

/** The choices as the request body has them. */
export const answersOf = ({ columns, statuses }: Choices): ImportAnswers => ({
  ...(columns && { columns: columns.map((role) => role || "ignore") }),
  statuses: Object.entries(statuses).map(([value, isSubscribed]) => ({ value, is_subscribed: isSubscribed })),
});

const ROLES: { value: ColumnRole; label: string }[] = [
  { value: "ignore", label: "Not imported" },
  { value: "email", label: "Email" },
  { value: "name", label: "Name" },
  { value: "first_name", label: "First name" },
  { value: "last_name", label: "Last name" },
  { value: "since", label: "Subscribed since" },
  { value: "status", label: "State in words" },
  { value: "yes", label: "“Yes” means subscribed" },
  { value: "no", label: "“Yes” or a date means unsubscribed" },
];
const MEANINGS = [
  { value: "subscribed", label: "Subscribed" },
  { value: "left", label: "Not subscribed" },
];

/** Aligns text with the text of the select in its row. */
const BESIDE_SELECT = "wrap-anywhere as-rows:block as-rows:pt-3";

type MappingProps = {
  report: Mapped;
  choices: Choices;
  /** What can be done once nothing is open. */
  next: string;
  onChange: (choices: Choices) => void;
};
type Status = ImportReport["statuses"][number];

/** The meaning of a file's columns and states, for the editor to correct and confirm. */
export function ImportMapping({ report, choices, next, onChange }: MappingProps) {
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
          {questions === 1 ? "One answer is missing" : `${questions} answers are missing`}: complete the marked fields
          below, then {next}.
        </p>
      )}
      <SkipColumns report={report} roles={roles} onSkip={(next) => onChange({ ...choices, columns: next })} />
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

type SkipProps = { report: Mapped; roles: (ColumnRole | "")[]; onSkip: (roles: (ColumnRole | "")[]) => void };

/** Answers for all columns that are not understood at once: they are not imported. */
function SkipColumns({ report, roles, onSkip }: SkipProps) {
  const isOpen = (at: number) => roles[at] === "" && report.columns[at]?.role === "ignore";
  const open = roles.filter((_role, at) => isOpen(at)).length;
  if (open < 2) return null;
  return (
    <AdminButton onClick={() => onSkip(roles.map((role, at) => (isOpen(at) ? "ignore" : role)))}>
      Do not import the {open} columns without an answer
    </AdminButton>
  );
}

/** The headings of the columns that contain the states of a report. */
function columnsWithStates({ columns }: Mapped): string {
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

type Problem = ImportReport["problems"][number];

const COUNTS = [
  { name: "rows", label: "Rows in the file" },
  { name: "added", label: "New subscribers" },
  { name: "known", label: "Already on the list" },
  { name: "repeated", label: "Repeated in the file" },
  { name: "left", label: "Not subscribed, so not added" },
  { name: "invalid", label: "Rows with a problem" },
] as const;

const COLUMNS: Column<Problem>[] = [
  { label: "Line", className: "tabular-nums as-rows:w-20", cell: ({ line }) => line.toLocaleString("en") },
  { label: "Content", cell: ({ value }) => <span className="wrap-anywhere">{value}</span> },
  { label: "Problem", cell: ({ problem }) => problem },
];

/** A number of subscribers, for example '1 subscriber' or '1,200 subscribers'. */
export const peopleIn = (count: number) => `${count.toLocaleString("en")} subscriber${count === 1 ? "" : "s"}`;

/** The preview of an import: its counts, and the rows that it would skip. */
export function ImportOutcome({ report }: { report: ImportReport }) {
  const { problems, invalid } = report;
  return (
    <section aria-label="Import preview" className="border border-rule bg-paper p-4">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 text-sm sm:max-w-sm">
        {COUNTS.map(({ name, label }) => (
          <div key={name} className="contents">
            <dt className={name === "added" ? "font-semibold" : "text-muted"}>{label}</dt>
            <dd className="text-right font-semibold tabular-nums">{report[name].toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      {report.added === 0 && <p className="mt-3 text-sm font-medium">The file has no new subscribers.</p>}
      {problems.length > 0 && (
        <div className="mt-4">
          <p className="meta mb-2">
            {invalid > problems.length
              ? `The first ${problems.length} of ${invalid.toLocaleString("en")} skipped rows:`
              : "Skipped rows:"}
          </p>
          <DataTable
            caption="Skipped rows"
            columns={COLUMNS}
            rows={problems}
            rowKey={({ line, value }) => `${line} ${value}`}
          />
        </div>
      )}
    </section>
  );
}
