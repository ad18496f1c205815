import { Popover } from "@base-ui/react/popover";
import { Columns3, SlidersHorizontal } from "lucide";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { allCategories } from "#features/categories/rules.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, buttonLook, Checkbox } from "#ui/admin/controls.tsx";
import { Dialog, POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "#ui/admin/dialog.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useMedia } from "#ui/admin/use-media.ts";
import { Icon } from "#ui/icon.tsx";
import { isNarrowedInTab, ListViews, MAX_QUERY_LENGTH, tabOf, viewName } from "./list-views.tsx";

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

/** No status: published articles with unpublished changes. */
const WAITING = "waiting";
const STATUSES = [
  { value: "", label: "All statuses" },
  { value: "published", label: "Published" },
  { value: "scheduled", label: "Scheduled" },
  { value: "ready", label: "Ready" },
  { value: "draft", label: "Draft" },
  { value: WAITING, label: "Changes waiting" },
];

type Change = (change: Record<string, string>, how?: { isTyping: boolean }) => void;
type ListFiltersProps = {
  filter: ArticleListFilter;
  onChange: Change;
  onClear: () => void;
  /** The choice of the order, on screens where the table has no headings. */
  order: ReactNode;
  /** Further controls, where there is room. */
  children?: ReactNode;
};

/** One line: the views, the search and a button for everything else. On phones the views are behind that button too. */
export function ListFilters({ filter, onChange, onClear, order, children }: ListFiltersProps) {
  const isWide = useMedia("(width >= 48rem)");
  return (
    <div className="flex items-center gap-2 border-rule max-md:mt-1 md:border-b">
      {isWide && <ListViews filter={filter} />}
      <search aria-label="Articles" className="flex items-center gap-2 max-md:grow md:ml-auto md:py-1">
        <SearchBox
          label="Search articles by title, author, category or tag"
          placeholder="Search articles"
          maxLength={MAX_QUERY_LENGTH}
          query={filter.query ?? ""}
          onSearch={(query) => onChange({ query }, { isTyping: true })}
        />
        {isWide && isNarrowedInTab(filter) && <ClearFilters onClear={onClear} />}
        {isWide ? (
          <FilterPopover filter={filter} onChange={onChange} />
        ) : (
          <FilterSheet filter={filter} onChange={onChange} onClear={onClear} order={order} />
        )}
        {isWide && children}
      </search>
    </div>
  );
}

const countOf = ({ status, category, ...filter }: ArticleListFilter) =>
  [
    status !== undefined && tabOf({ status }) === "all",
    category !== undefined,
    ...FLAGS.map(({ name }) => filter[name] !== undefined),
  ].filter(Boolean).length;

const wordsOf = (count: number) => (count === 0 ? "Filters" : `Filters (${count})`);

type Part = Pick<ListFiltersProps, "filter" | "onChange">;

function FilterPopover(props: Part) {
  const container = usePopupContainer();
  return (
    <Popover.Root>
      <Popover.Trigger className={buttonLook("plain")}>
        <Icon icon={SlidersHorizontal} size={16} />
        {wordsOf(countOf(props.filter))}
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Positioner {...POPUP_POSITION} align="end">
          <Popover.Popup aria-label="Filters" className={`${POPUP_LOOK} w-64 space-y-3 p-4`}>
            <FilterFields {...props} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** All that narrows and sorts the list, on a phone: views, filters, order. */
function FilterSheet({ filter, onChange, onClear, order }: Omit<ListFiltersProps, "children">) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const isAll = tabOf(filter) === "all";
  return (
    <>
      <AdminButton className="shrink-0 max-w-40" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon icon={SlidersHorizontal} size={16} className="shrink-0" />
        <span className="truncate">{isAll ? wordsOf(countOf(filter)) : viewName(filter)}</span>
      </AdminButton>
      {isOpen && (
        <Dialog title="Views and filters" sheet onClose={close}>
          <ListViews filter={filter} onOpened={close} />
          <div className="mt-4 space-y-3">
            <FilterFields filter={filter} onChange={onChange} />
            {order}
          </div>
          <div className="mt-6 flex justify-end gap-2">
            {isNarrowedInTab(filter) && <ClearFilters onClear={onClear} />}
            <AdminButton variant="primary" onClick={close}>
              Show articles
            </AdminButton>
          </div>
        </Dialog>
      )}
    </>
  );
}

function FilterFields({ filter, onChange }: Part) {
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
    <>
      <Select
        label="Status"
        value={filter.waiting ? WAITING : (filter.status ?? "")}
        options={STATUSES}
        onChange={(status) => onChange(status === WAITING ? { status: "", waiting: "true" } : { status, waiting: "" })}
      />
      <Select
        label="Category"
        value={filter.category ?? ""}
        options={categoryOptions}
        onChange={(category) => onChange({ category })}
      />
      {may("article.publish") &&
        FLAGS.map(({ name, label, options }) => (
          <Select
            key={name}
            label={label}
            value={filter[name] === undefined ? "" : String(filter[name])}
            options={options}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
    </>
  );
}

type ColumnProps = { columns: readonly string[]; hidden: readonly string[]; onChange: (hidden: string[]) => void };

/** Selects the columns of the table. Cards have a fixed layout. */
export function ColumnChoice({ columns, hidden, onChange }: ColumnProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  // The width of the content decides whether it fits.
  useLayoutEffect(() => {
    if (isOpen && box.current && button.current) placeBelow(box.current, button.current);
  }, [isOpen]);
  return (
    <div className="max-[74rem]:hidden">
      <AdminButton ref={button} popoverTarget={id} title="Columns" className="px-2.5">
        <Icon icon={Columns3} size={16} />
        <span className="sr-only">Columns</span>
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

/** Places the open box below its button, within the window. */
function placeBelow(box: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  const last = document.documentElement.clientWidth - box.offsetWidth - MARGIN;
  box.style.left = `${Math.max(MARGIN, Math.min(left, last)) + window.scrollX}px`;
  box.style.top = `${bottom + window.scrollY}px`;
}
