import { useRef, useState } from "react";
import { DateField } from "#ui/admin/date-fields.tsx";
import { problemOfDay, valueOfDay } from "#ui/admin/date-values.ts";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { ACTION_KINDS } from "../../actions.ts";
import { MAX_AUDIT_QUERY } from "../../rules.ts";
import { ACTOR_KINDS } from "./entry-words.ts";

/** The filters as they stand in the address; `from` and `to` are days. */
export type Filters = { query: string; actor: string; action: string; from: string; to: string };

export const NO_FILTERS: Filters = { query: "", actor: "", action: "", from: "", to: "" };

type Props = {
  filters: Filters;
  people: readonly { id: number; name: string }[];
  onChange: (change: Partial<Filters>, how?: { replace: boolean }) => void;
};

const kinds = Object.entries(ACTION_KINDS)
  .map(([value, label]) => ({ value, label }))
  .sort((left, right) => left.label.localeCompare(right.label));
const others = Object.entries(ACTOR_KINDS).map(([value, label]) => ({ value, label }));

/** What the audit log is narrowed by. */
export function AuditFilters({ filters, people, onChange }: Props) {
  // What was typed and cannot be read goes too.
  const [cleared, setCleared] = useState(0);
  const isNarrowed = Object.values(filters).some((value) => value !== "");
  const known = people.map(({ id, name }) => ({ value: String(id), label: name }));
  const actors = [{ value: "", label: "Anybody" }, ...others, ...known];
  const isUnknown = !actors.some(({ value }) => value === filters.actor);
  function clear() {
    onChange(NO_FILTERS);
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
        className="md:w-44"
        value={filters.action}
        options={[{ value: "", label: "All actions" }, ...kinds]}
        onChange={(action) => onChange({ action })}
      />
      <DayField key={`from-${cleared}`} label="From" name="from" value={filters.from} onChange={onChange} />
      <DayField key={`to-${cleared}`} label="To" name="to" value={filters.to} onChange={onChange} />
      {isNarrowed && <ClearFilters onClear={clear} />}
    </search>
  );
}

type DayProps = { label: string; value: string; onChange: Props["onChange"]; name: "from" | "to" };

/** A day to narrow by. What cannot be read narrows nothing, and stays in the field. */
function DayField({ label, value, onChange, name }: DayProps) {
  const [unread, setUnread] = useState<string | null>(null);
  // While a date is typed, Back is to lead to what was shown before it, not to half of it.
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
      className="md:w-52"
      onChange={change}
      onBlur={() => {
        isTyping.current = false;
      }}
    />
  );
}

/** Where the editor is: entries show their times there too. */
function today() {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}
