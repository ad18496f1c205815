import { Popover } from "@base-ui/react/popover";
import { Columns3, SlidersHorizontal } from "lucide";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { allCategories } from "#features/categories/calls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, buttonLook, Checkbox } from "#ui/admin/controls.tsx";
import { POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "#ui/admin/dialog.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { Icon } from "#ui/icon.tsx";
import { isNarrowedInTab, MAX_QUERY_LENGTH } from "./list-address.ts";

type Change = (change: Record<string, string>, how?: { isTyping: boolean }) => void;
type Props = { filter: ArticleListFilter; onChange: Change; onClear: () => void; children?: ReactNode };

const flagOptions = (on: string, off: string) => [
  { value: "", label: "Any" },
  { value: "true", label: on },
  { value: "false", label: off },
];

const FLAGS = [
  { name: "auto_update", label: "Auto-Update", options: flagOptions("Enabled", "Disabled") },
  { name: "featured", label: "Featured", options: flagOptions("Featured", "Regular") },
  { name: "editors_pick", label: "Editor's Pick", options: flagOptions("Editor's picks", "Not picked") },
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
      {may("article.publish") && <MoreFilters filter={filter} onChange={onChange} />}
      {isNarrowedInTab(filter) && <ClearFilters onClear={onClear} />}
      {children}
    </search>
  );
}

/** Filters that are rarely needed, behind one button that counts those that are set. */
function MoreFilters({ filter, onChange }: Pick<Props, "filter" | "onChange">) {
  const container = usePopupContainer();
  const count = FLAGS.filter(({ name }) => filter[name] !== undefined).length;
  return (
    <Popover.Root>
      <Popover.Trigger className={buttonLook("plain")}>
        <Icon icon={SlidersHorizontal} size={16} />
        {count === 0 ? "More filters" : `More filters (${count})`}
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Positioner {...POPUP_POSITION}>
          <Popover.Popup aria-label="More filters" className={`${POPUP_LOOK} w-64 space-y-3 p-4`}>
            {FLAGS.map(({ name, label, options }) => (
              <Select
                key={name}
                label={label}
                value={filter[name] === undefined ? "" : String(filter[name])}
                options={options}
                onChange={(value) => onChange({ [name]: value })}
              />
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
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
    <div className="ml-auto max-[74rem]:hidden">
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
