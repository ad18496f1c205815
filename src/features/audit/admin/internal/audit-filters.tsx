import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { ACTION_KINDS, MAX_AUDIT_QUERY } from "../../rules.ts";
import { ACTOR_KINDS } from "./entry-words.ts";

/** The filters as they stand in the address; `from` and `to` are days. */
export type Filters = { query: string; actor: string; action: string; from: string; to: string };

export const NO_FILTERS: Filters = { query: "", actor: "", action: "", from: "", to: "" };

type Props = {
  filters: Filters;
  people: readonly { id: number; name: string }[];
  onChange: (change: Partial<Filters>, how?: { replace: boolean }) => void;
};

const kinds = Object.entries(ACTION_KINDS).map(([value, label]) => ({ value, label }));
const others = Object.entries(ACTOR_KINDS).map(([value, label]) => ({ value, label }));

/** What the audit log is narrowed by. */
export function AuditFilters({ filters, people, onChange }: Props) {
  const isNarrowed = Object.values(filters).some((value) => value !== "");
  const known = people.map(({ id, name }) => ({ value: String(id), label: name }));
  const actors = [{ value: "", label: "Anybody" }, ...others, ...known];
  const isUnknown = !actors.some(({ value }) => value === filters.actor);
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
        className="md:w-44"
        value={filters.action}
        options={[{ value: "", label: "All actions" }, ...kinds]}
        onChange={(action) => onChange({ action })}
      />
      <DayField label="From" value={filters.from} onChange={(from) => onChange({ from })} />
      <DayField label="To" value={filters.to} onChange={(to) => onChange({ to })} />
      {isNarrowed && <ClearFilters onClear={() => onChange(NO_FILTERS)} />}
    </search>
  );
}

type DayProps = { label: string; value: string; onChange: (day: string) => void };

function DayField({ label, value, onChange }: DayProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm text-muted">
      <span className="max-md:w-10">{label}</span>
      <input
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="block min-h-9 min-w-0 flex-1 border border-faint bg-paper px-2 text-sm text-ink pointer-coarse:min-h-11"
      />
    </label>
  );
}
