import { Columns3, X } from "lucide";
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { allCategories } from "#features/categories/calls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { useMay } from "#ui/admin/permissions.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { Icon } from "#ui/icon.tsx";
import { isNarrowed, MAX_QUERY_LENGTH, parseSavedFilters, type SavedFilter } from "./list-address.ts";

type Change = (change: Record<string, string>, how?: { isTyping: boolean }) => void;
type Props = { filter: ArticleListFilter; onChange: Change; onClear: () => void; children?: ReactNode };

const flagOptions = (any: string, on: string, off: string) => [
  { value: "", label: any },
  { value: "true", label: on },
  { value: "false", label: off },
];

const FLAGS = [
  { name: "auto_update", label: "Auto-Update", options: flagOptions("Any auto-update", "Enabled", "Disabled") },
  { name: "featured", label: "Featured", options: flagOptions("Featured or not", "Featured", "Regular") },
  {
    name: "editors_pick",
    label: "Editor's Pick",
    options: flagOptions("Picked or not", "Editor's picks", "Not picked"),
  },
] as const;

/** No status: published, with changes that readers do not have yet. */
const WAITING = "waiting";
const STATUSES = [
  { value: "", label: "All statuses" },
  { value: "published", label: "Published" },
  { value: "scheduled", label: "Scheduled" },
  { value: "ready", label: "Ready" },
  { value: "draft", label: "Draft" },
  { value: WAITING, label: "Changes waiting" },
];

const WHOSE = [
  { value: "", label: "Everybody’s" },
  { value: "mine", label: "My articles" },
  { value: "asked", label: "Asked of me" },
];

export function ListFilters({ filter, onChange, onClear, children }: Props) {
  const may = useMay();
  const categories = useApi(allCategories()).data ?? [];
  const known = categories.map(({ slug, name }) => ({ value: slug, label: name }));
  const isUnknown = filter.category !== undefined && !known.some(({ value }) => value === filter.category);
  const categoryOptions = [
    { value: "", label: "All categories" },
    ...(isUnknown ? [{ value: filter.category ?? "", label: filter.category ?? "" }] : []),
    ...known,
  ];
  return (
    <search aria-label="Articles" className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
      <SearchBox
        label="Search articles by title, author, category or tag"
        placeholder="Search articles"
        maxLength={MAX_QUERY_LENGTH}
        query={filter.query ?? ""}
        onSearch={(query) => onChange({ query }, { isTyping: true })}
      />
      <Select
        label="Status"
        labelHidden
        value={filter.waiting ? WAITING : (filter.status ?? "")}
        options={STATUSES}
        onChange={(status) => onChange(status === WAITING ? { status: "", waiting: "true" } : { status, waiting: "" })}
      />
      <Select
        label="Category"
        labelHidden
        className="md:max-w-48"
        value={filter.category ?? ""}
        options={categoryOptions}
        onChange={(category) => onChange({ category })}
      />
      {may("article.read", "any") && (
        <Select
          label="Whose"
          labelHidden
          value={filter.asked ? "asked" : filter.mine ? "mine" : ""}
          options={WHOSE}
          onChange={(whose) =>
            onChange({ mine: whose === "mine" ? "true" : "", asked: whose === "asked" ? "true" : "" })
          }
        />
      )}
      {(may("article.publish") ? FLAGS : []).map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          labelHidden
          value={filter[name] === undefined ? "" : String(filter[name])}
          options={options}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {isNarrowed(filter) && <ClearFilters onClear={onClear} />}
      {children}
    </search>
  );
}

type ColumnProps = { columns: readonly string[]; hidden: readonly string[]; onChange: (hidden: string[]) => void };

/** Which columns the table shows. Not in cards, which have their own two lines. */
export function ColumnChoice({ columns, hidden, onChange }: ColumnProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  // With its content, as its width decides whether it fits there.
  useLayoutEffect(() => {
    if (isOpen && box.current && button.current) placeBelow(box.current, button.current);
  }, [isOpen]);
  return (
    <div className="max-[74rem]:hidden">
      <AdminButton ref={button} popoverTarget={id}>
        <Icon icon={Columns3} size={16} />
        Columns
      </AdminButton>
      <fieldset
        ref={box}
        id={id}
        popover="auto"
        className="column-choice"
        aria-label="Columns"
        onToggle={({ newState }) => setIsOpen(newState === "open")}
      >
        {isOpen &&
          columns.map((label) => (
            <Checkbox
              key={label}
              label={label}
              checked={!hidden.includes(label)}
              onChange={(isShown) => onChange(isShown ? hidden.filter((other) => other !== label) : [...hidden, label])}
            />
          ))}
      </fieldset>
    </div>
  );
}

const MARGIN = 8;

/** Puts the open box below its button, and within the window. */
function placeBelow(box: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  const last = document.documentElement.clientWidth - box.offsetWidth - MARGIN;
  box.style.left = `${Math.max(MARGIN, Math.min(left, last)) + window.scrollX}px`;
  box.style.top = `${bottom + window.scrollY}px`;
}

const MAX_NAME_LENGTH = 40;

type SavedProps = {
  current: string;
  isNarrowed: boolean;
  onApply: (query: string) => void;
};

/** Filters that were given a name, each one press away; kept in this browser. */
export function SavedFilters({ current, isNarrowed, onApply }: SavedProps) {
  const [saved, setSaved] = useKeptChoice("article_filters", parseSavedFilters, []);
  const [isNaming, setIsNaming] = useState(false);
  const isSaved = saved.some(({ query }) => query === current);
  const without = ({ name }: SavedFilter) => saved.filter((other) => other.name !== name);
  if (saved.length === 0 && !isNarrowed) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <ul aria-label="Saved filters" className="contents">
        {saved.map((filter) => (
          <li key={filter.name} className="flex max-w-full border border-rule">
            <button
              type="button"
              aria-current={filter.query === current || undefined}
              onClick={() => onApply(filter.query)}
              className="min-h-9 min-w-0 truncate px-3 text-sm font-semibold hover:bg-surface aria-[current]:bg-surface pointer-coarse:min-h-11"
            >
              {filter.name}
            </button>
            <button
              type="button"
              aria-label={`Remove the filter ${filter.name}`}
              title="Remove"
              onClick={() => setSaved(without(filter))}
              className="inline-flex w-8 shrink-0 items-center justify-center text-muted hover:bg-surface hover:text-ink pointer-coarse:w-11"
            >
              <Icon icon={X} size={14} />
            </button>
          </li>
        ))}
      </ul>
      {isNarrowed && !isSaved && (
        <AdminButton variant="quiet" className="first-of-type:-ml-3.5" onClick={() => setIsNaming(true)}>
          Save this filter
        </AdminButton>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setIsNaming(false)}
          onSave={(name) => {
            setSaved([...without({ name, query: current }), { name, query: current }]);
            setIsNaming(false);
          }}
        />
      )}
    </div>
  );
}

function NameDialog({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    if (name !== "") onSave(name);
  };
  return (
    <Dialog title="Save this filter" onClose={onClose}>
      <form onSubmit={submit} className="mt-4">
        <label className="block text-sm font-semibold">
          Name
          <input
            name="name"
            required
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            className="mt-1.5 block w-full border border-faint bg-paper px-3.5 py-2.5 text-base font-normal text-ink"
          />
        </label>
        <p className="meta mt-1.5">A filter of the same name is replaced. Kept in this browser.</p>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            Save
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
