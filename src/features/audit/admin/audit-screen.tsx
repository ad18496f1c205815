import { ChevronDown, ChevronUp } from "lucide";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { knownOf, searchedFor, useAddressQuery, withChange } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { saveFile } from "#ui/admin/copy-link.ts";
import type { Column } from "#ui/admin/data-table.tsx";
import { DateField } from "#ui/admin/date-fields.tsx";
import { dayOf, problemOfDay, valueOfDay } from "#ui/admin/date-values.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { AllSettings, ScreenHead } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { AuditEndpoints, AuditEntry } from "../endpoints.ts";
import { ACTION_KINDS, ACTIONS, type Action, MAX_AUDIT_QUERY } from "../rules.ts";

/** Actors without an account. */
export const ACTOR_KINDS = { operator: "Operator", system: "System", nobody: "Not signed in" } as const;

/** The actor's name, with the key if one was used; the number of an account whose name was erased. */
export function actorName({ actor }: AuditEntry): string {
  if (actor.kind !== "account") return ACTOR_KINDS[actor.kind];
  const name = actor.name || `Account ${actor.id}`;
  return actor.key ? `By key ${actor.key}, of ${name}` : name;
}

export function happened({ action, times }: AuditEntry): string {
  const label = ACTIONS[action as Action] ?? action;
  return times === 1 ? label : `${label}, ${times.toLocaleString("en")} times`;
}

/** The subject's name; empty if users did it to themselves. */
export function subjectName({ actor, subject }: AuditEntry): string {
  if (subject.kind === "account" && subject.id === String(actor.id)) return "";
  if (subject.title) return subject.title;
  return subject.id === null ? "" : `${subject.kind} ${subject.id}`;
}

type Value = NonNullable<AuditEntry["changes"][string]["from"]> | null;

/** A value in words; a long text by its length. */
export function valueWords(value: Value): string {
  if (value === null || value === "") return "empty";
  if (typeof value === "object") return `text of ${value.characters.toLocaleString("en")} characters`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** `image_url` becomes "image url". */
export const fieldWords = (field: string): string => field.replaceAll("_", " ");

/** The instant at which a day (`2026-01-31`) starts or ends in the browser's zone; undefined for anything else. */
export function instantOf(value: string, end: "begins" | "ends"): string | undefined {
  const found = dayOf(value);
  if (!found) return undefined;
  const { year, month, day } = found;
  return new Date(year, month - 1, end === "ends" ? day + 1 : day).toISOString();
}

/** The filters in the address; `from` and `to` are days. */
type Filters = { query: string; actor: string; action: string; from: string; to: string };

type FilterProps = {
  filters: Filters;
  people: readonly { id: number; name: string }[];
  onChange: (change: Partial<Filters>, how?: { replace: boolean }) => void;
};

const kinds = Object.entries(ACTION_KINDS)
  .map(([value, label]) => ({ value, label }))
  .sort((left, right) => left.label.localeCompare(right.label));
const allKinds = [{ value: "", label: "All actions" }, ...kinds];
const others = Object.entries(ACTOR_KINDS).map(([value, label]) => ({ value, label }));

/** The kinds of actions as sections, on screens with room next to the log. */
function AuditSections({ open, search }: { open: string; search: URLSearchParams }) {
  return (
    <nav aria-label="Kinds of actions" className="max-lg:hidden lg:sticky lg:top-6 lg:self-start">
      <ul>
        {allKinds.map(({ value, label }) => (
          <li key={value}>
            <Link
              to={{ search: withChange(search, { action: value }).toString() }}
              aria-current={value === open ? "page" : undefined}
              className="flex min-h-9 items-center text-sm font-semibold text-muted hover:text-ink aria-[current]:text-accent pointer-coarse:min-h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AuditFilters({ filters, people, onChange }: FilterProps) {
  // Resets a field whose text is not a valid date too.
  const [cleared, setCleared] = useState(0);
  const isNarrowed = Object.values(filters).some((value) => value !== "");
  const known = people.map(({ id, name }) => ({ value: String(id), label: name }));
  const actors = [{ value: "", label: "Anybody" }, ...others, ...known];
  const isUnknown = !actors.some(({ value }) => value === filters.actor);
  function clear() {
    onChange({ query: "", actor: "", action: "", from: "", to: "" });
    setCleared(cleared + 1);
  }
  return (
    <search aria-label="Audit log" className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
      <SearchBox
        label="Search the audit log"
        placeholder="Search entries"
        maxLength={MAX_AUDIT_QUERY}
        query={filters.query}
        onSearch={(query) => onChange({ query }, { replace: true })}
      />
      <Select
        label="Who"
        labelHidden
        className="md:w-44"
        value={filters.actor}
        options={isUnknown ? [...actors, { value: filters.actor, label: `Account ${filters.actor}` }] : actors}
        onChange={(actor) => onChange({ actor })}
      />
      <Select
        label="What"
        labelHidden
        className="md:w-44 lg:hidden"
        value={filters.action}
        options={allKinds}
        onChange={(action) => onChange({ action })}
      />
      <DayField key={`from-${cleared}`} label="From" name="from" value={filters.from} onChange={onChange} />
      <DayField key={`to-${cleared}`} label="To" name="to" value={filters.to} onChange={onChange} />
      {isNarrowed && <ClearFilters onClear={clear} />}
    </search>
  );
}

type DayProps = { label: string; value: string; onChange: FilterProps["onChange"]; name: "from" | "to" };

/** A day to filter by. Invalid text filters nothing, and stays in the field. */
function DayField({ label, value, onChange, name }: DayProps) {
  const [unread, setUnread] = useState<string | null>(null);
  // While a date is typed, Back must lead to the previous filter, not to half a date.
  const isTyping = useRef(false);
  function change(next: string) {
    const isUsable = problemOfDay(next, valueOfDay(today())) === undefined;
    setUnread(isUsable ? null : next);
    if (!isUsable) return;
    onChange({ [name]: next }, { replace: isTyping.current });
    isTyping.current = true;
  }
  return (
    <DateField
      label={label}
      isInLine
      value={unread ?? value}
      today={valueOfDay(today())}
      className="max-md:col-span-full md:w-52"
      onChange={change}
      onBlur={() => {
        isTyping.current = false;
      }}
    />
  );
}

/** In the browser's time zone, as the times of entries. */
function today() {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}

/** What the row omits: the changes, and the entry's place in the chain. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const changes = Object.entries(entry.changes);
  return (
    <div className="space-y-3 border-l-2 border-rule py-1 pl-4 text-sm">
      {changes.length > 0 && (
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
          {changes.map(([field, { from, to }]) => (
            <div key={field} className="contents">
              <dt className="font-semibold">{fieldWords(field)}</dt>
              <dd className="wrap-anywhere max-sm:mb-1">
                {from !== undefined && <del className="text-muted">{valueWords(from)}</del>}
                {from !== undefined && to !== undefined && <span aria-hidden="true"> → </span>}
                {to !== undefined && <ins className="no-underline">{valueWords(to)}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="meta wrap-anywhere">
        Entry {entry.n}
        {entry.network && `, from ${entry.network}`}. Hash <code>{entry.hash}</code>
      </p>
    </div>
  );
}

const audit = editorClientOf<AuditEndpoints>();

/** The filters of a request; `from` and `to` are instants (ISO 8601). */
type AuditNarrowing = { [Name in keyof Filters]?: string | undefined };

export const auditEntries = (query: AuditNarrowing) => audit.list("GET /audit", { query });

const COLUMNS: Column<AuditEntry>[] = [
  {
    label: "What",
    card: "title",
    className: "as-cards:pr-11",
    cell: (entry) => (
      <span className="min-w-0">
        <span className="font-semibold">{happened(entry)}</span>
        {subjectName(entry) && <span className="meta block wrap-anywhere">{subjectName(entry)}</span>}
      </span>
    ),
  },
  {
    label: "Who",
    className: "as-rows:w-44",
    cell: (entry) => <span className="wrap-anywhere">{actorName(entry)}</span>,
  },
  {
    label: "When",
    className: "as-rows:w-36",
    cell: ({ at }) => <PastTime at={at} />,
  },
];

const ACTION_NAMES = Object.keys(ACTION_KINDS) as (keyof typeof ACTION_KINDS)[];
const ACTOR_NAMES = Object.keys(ACTOR_KINDS) as (keyof typeof ACTOR_KINDS)[];

/** Reads the filters from the address, without values that the server would reject. */
function filtersIn(search: URLSearchParams): Filters {
  const actor = search.get("actor") ?? "";
  const dayIn = (name: string) => (instantOf(search.get(name) ?? "", "begins") ? (search.get(name) ?? "") : "");
  return {
    query: searchedFor(search.get("query"), MAX_AUDIT_QUERY) ?? "",
    actor: /^[1-9]\d{0,8}$/.test(actor) ? actor : (knownOf(ACTOR_NAMES, actor) ?? ""),
    action: knownOf(ACTION_NAMES, search.get("action")) ?? "",
    from: dayIn("from"),
    to: dayIn("to"),
  };
}

const narrowingOf = ({ from, to, ...filters }: Filters): AuditNarrowing => ({
  query: filters.query || undefined,
  actor: filters.actor || undefined,
  action: filters.action || undefined,
  from: instantOf(from, "begins"),
  to: instantOf(to, "ends"),
});

type Props = {
  /** The actors to filter by. */
  people: readonly { id: number; name: string }[];
  /** How long entries are kept. */
  retention: ReactNode;
};

/** The audit log, newest first, with search, filters and export. */
export function AuditScreen({ people, retention }: Props) {
  const [search, change] = useAddressQuery();
  const filters = filtersIn(search);
  const narrowing = narrowingOf(filters);
  const list = usePagedList(auditEntries(narrowing));
  useFailureToast(list.error, "Error fetching the audit log", "Could not fetch the audit log");
  const [open, setOpen] = useState<number | null>(null);
  const api = useEditorApi();
  const exporting = useCall();
  const exportList = () =>
    exporting.run(
      async () => saveFile(await api.download(audit.url("GET /audit", { query: narrowing }), "text/csv"), "audit.csv"),
      { title: "Error exporting the audit log", fallback: "Could not export the audit log" },
    );
  const isNarrowed = Object.values(filters).some((value) => value !== "");
  const details: Column<AuditEntry> = {
    label: "Details",
    card: "actions",
    // Fits next to the title on a phone too.
    className: "as-rows:w-16 as-cards:row-start-1 as-cards:self-start",
    cell: (entry) => (
      <AdminIconButton
        label={`Details of entry ${entry.n}: ${happened(entry)}`}
        aria-expanded={open === entry.n}
        className="-my-1.5"
        onClick={() => setOpen(open === entry.n ? null : entry.n)}
      >
        <Icon icon={open === entry.n ? ChevronUp : ChevronDown} size={18} />
      </AdminIconButton>
    ),
  };
  return (
    <>
      <ScreenHead title="Audit log">
        <AllSettings />
        {retention}
        <AdminButton isBusy={exporting.isBusy} onClick={exportList}>
          {exporting.isBusy ? "Exporting..." : "Export CSV"}
        </AdminButton>
      </ScreenHead>
      <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-12">
        <AuditSections open={filters.action} search={search} />
        <div>
          <AuditFilters filters={filters} people={people} onChange={change} />
          <PagedTable
            list={list}
            noun={{ one: "entry", many: "entries" }}
            columns={[...COLUMNS, details]}
            rowKey={({ n }) => n}
            detail={(entry) => (open === entry.n ? <EntryDetails entry={entry} /> : null)}
            empty={isNarrowed ? "No entries match your search and filters." : "No entries yet."}
          />
        </div>
      </div>
    </>
  );
}
