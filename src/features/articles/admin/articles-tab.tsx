import { Popover } from "@base-ui/react/popover";
import { Columns3, SlidersHorizontal, Trash2 } from "lucide";
import { type ComponentType, type ReactNode, type Ref, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { allCategories } from "#features/categories/rules.ts";
import type { TrashedArticles } from "#features/documents/trash/admin/trash-screen.tsx";
import type { TrashedDocument } from "#features/documents/trash/schema.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { PAGE_SIZE } from "#shared/api-query.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton, buttonLook, Checkbox } from "#ui/admin/controls.tsx";
import { POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "#ui/admin/dialog.tsx";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { plannedTime, tableTime } from "#ui/admin/local-time.ts";
import { ListState, PagedRegion, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { useOpenRoom, useReturnFocus } from "#ui/admin/room-handover.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { TrashedArticle } from "../desk/schema.ts";
import { ArticleTable, editButtonId, FLAG_LABELS, HIDEABLE } from "./article-table.tsx";
import { BulkBar, useSelection } from "./bulk-bar.tsx";
import { articleList } from "./calls.ts";
import {
  filterOf,
  isNarrowed,
  isNarrowedInTab,
  ListViews,
  MAX_QUERY_LENGTH,
  NO_FILTERS,
  sortOf,
  TABS,
  tabOf,
} from "./list-views.tsx";
import {
  stateOf,
  stateWords,
  useDeleteArticle,
  useMayChange,
  useRestoreArticle,
  useToggleFlag,
} from "./row-actions.tsx";

/** The server lists articles with their own fields. */
const articleIn = (row: TrashedDocument) => row as TrashedArticle;

/** Status and date at the time of deletion. */
function Status({ row, zone }: { row: TrashedDocument; zone: string }) {
  const article = articleIn(row);
  const deleted = Date.parse(article.trashed);
  const { published_date: date } = article;
  return (
    <>
      <span className="font-semibold">{stateWords(article, deleted, zone)}</span>
      {stateOf(article, deleted) === "Published" && date !== null && (
        <time dateTime={date} title={plannedTime(date, zone)} className="meta block tabular-nums">
          {tableTime(date, zone)}
        </time>
      )}
    </>
  );
}

/** Articles in the trash. Restoring published and scheduled ones needs the permission to publish. */
export const TRASHED_ARTICLES: TrashedArticles = {
  Detail: ({ row }) => <span className="meta block">{articleIn(row).category}</span>,
  Status,
  useMayRestore() {
    const mayChange = useMayChange();
    return (row) => mayChange(articleIn(row));
  },
  useRestore() {
    const restore = useRestoreArticle();
    return (row) => restore(articleIn(row));
  },
};

type Change = (change: Record<string, string>, how?: { isTyping: boolean }) => void;
type ListFiltersProps = { filter: ArticleListFilter; onChange: Change; onClear: () => void; children?: ReactNode };

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

/** The screens for topics, series and authors, with the permission that each needs. */
const SORTED_BY = [
  { label: "Topics", path: adminUrl.topics(), needs: "topic.manage" },
  { label: "Series", path: adminUrl.series(), needs: "series.manage" },
  { label: "Authors", path: adminUrl.authors(), needs: "author.manage" },
] as const;

function SortingScreens() {
  const may = useMay();
  const links = SORTED_BY.filter(({ needs }) => may(needs));
  if (links.length === 0) return null;
  return (
    <nav aria-label="Sorting of articles" className="-mt-3 mb-3 flex flex-wrap gap-x-5 text-[0.9375rem]">
      {links.map(({ label, path }) => (
        <Link
          key={path}
          to={path}
          className="tap inline-flex items-center underline underline-offset-4 hover:text-accent"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

export function ListFilters({ filter, onChange, onClear, children }: ListFiltersProps) {
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

/** Rarely used filters, behind one button that counts the active ones. */
function MoreFilters({ filter, onChange }: Pick<ListFiltersProps, "filter" | "onChange">) {
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

/** Places the open box below its button, within the window. */
function placeBelow(box: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  const last = document.documentElement.clientWidth - box.offsetWidth - MARGIN;
  box.style.left = `${Math.max(MARGIN, Math.min(left, last)) + window.scrollX}px`;
  box.style.top = `${bottom + window.scrollY}px`;
}

const OWN_HIDEABLE = HIDEABLE.filter((label) => !FLAG_LABELS.includes(label));

type Props = {
  /** Offers unsaved work from this browser. `isLate`: the list is already shown. */
  KeptWork: ComponentType<{ isLate: boolean }>;
  NewButton: ComponentType<{ ref: Ref<HTMLButtonElement> }>;
  onDuplicate: (id: number) => void;
};

export function ArticlesTab({ KeptWork, NewButton, onDuplicate }: Props) {
  const list = useArticleList();
  const { rows: articles, filter } = list;
  const addButton = useRef<HTMLButtonElement>(null);
  const open = useOpenRoom();
  const focusRow = (id: number | null | undefined) => {
    const row = id == null ? null : document.getElementById(editButtonId(id));
    (row ?? addButton.current)?.focus();
  };
  useReturnFocus("article", articles !== undefined, focusRow);
  const selection = useSelection(articles);
  const [hidden, setHidden] = useKeptChoice("article_columns", knownColumns, []);
  const toggleFlag = useToggleFlag();
  const may = useMay();
  const isEditor = may("article.publish");
  const mayChange = useMayChange();
  const hasNewsroom = useHasNewsroom();
  const zone = useNewsroomZone() ?? "UTC";
  const leave = (ids: number[]) => focusRow(rowBeside(articles ?? [], ids));
  const deleting = useDeleteArticle((id) => {
    leave([id]);
    selection.set([{ id }], false);
  });
  return (
    <>
      <PanelHeading title="Manage Articles">
        {hasNewsroom && <TrashLink />}
        <AdminButton onClick={list.refresh}>Refresh Articles</AdminButton>
        <NewButton ref={addButton} />
      </PanelHeading>
      <KeptWork isLate={articles !== undefined} />
      {hasNewsroom && (
        <>
          <SortingScreens />
          <ListViews filter={filter} />
          <ListFilters filter={filter} onChange={list.change} onClear={list.clearFilters}>
            <ColumnChoice columns={isEditor ? HIDEABLE : OWN_HIDEABLE} hidden={hidden} onChange={setHidden} />
          </ListFilters>
          <BulkBar selection={selection} onGone={leave} />
        </>
      )}
      <PagedRegion noun="articles" list={list}>
        <ListState
          list={list}
          many="articles"
          empty={
            isNarrowed(filter)
              ? "No articles match your search and filters."
              : "No articles found. Add your first article!"
          }
          range={rangeOf(list)}
        />
        {!list.isFailed && (articles === undefined || articles.length > 0) && (
          <div className={list.isPrevious ? "opacity-60" : ""} aria-busy={list.isPrevious}>
            <ArticleTable
              articles={articles}
              sorted={sortOf(filter)}
              onSort={(sort, order) => list.change({ sort, order })}
              onEdit={({ id }) => open(adminUrl.article(id))}
              onDelete={deleting.ask}
              onDuplicate={hasNewsroom && may("article.write") ? ({ id }) => onDuplicate(id) : null}
              onToggleFlag={(article, flag) => void toggleFlag(article, flag)}
              selection={selection}
              mayChange={mayChange}
              zone={zone}
              hasNewsroom={hasNewsroom}
              hidden={isEditor ? hidden : [...hidden, ...FLAG_LABELS]}
            />
          </div>
        )}
      </PagedRegion>
      {deleting.question}
    </>
  );
}

function TrashLink() {
  return (
    <Link
      to={adminUrl.trash()}
      className="inline-flex min-h-9 items-center gap-2 px-2 text-sm font-semibold text-muted hover:text-ink pointer-coarse:min-h-11"
    >
      <Icon icon={Trash2} size={16} />
      Trash
    </Link>
  );
}

/** The article that gets the focus when others are removed: the next one, else the previous one. */
function rowBeside(rows: { id: number }[], going: number[]): number | undefined {
  const at = rows.findIndex(({ id }) => going.includes(id));
  const stays = ({ id }: { id: number }) => !going.includes(id);
  return (rows.slice(at).find(stays) ?? rows.slice(0, Math.max(0, at)).findLast(stays))?.id;
}

const knownColumns = (stored: unknown): string[] | undefined =>
  Array.isArray(stored) ? HIDEABLE.filter((label) => stored.includes(label)) : undefined;

function rangeOf({ page, total }: { page: number; total: number }): string {
  if (total === 1) return "1 article";
  const first = (page - 1) * PAGE_SIZE + 1;
  return `${first}–${Math.min(total, first + PAGE_SIZE - 1)} of ${total} articles`;
}

/**
 * The editors' list, or the writer's own articles, for the current address. Each response is cached under its own
 * address, so a late one never replaces a newer one.
 */
export function useArticleList() {
  const [search, change] = useAddressQuery();
  const filter = filterOf(search);
  const may = useMay();
  const isOwn = !may("article.read", "any");
  const list = usePagedList(articleList(isOwn && !filter.asked ? { ...filter, mine: true } : filter));
  useFailureToast(list.error, "Error fetching articles", "Could not fetch articles");
  return {
    ...list,
    filter,
    /** While typing, the history entry is replaced, so that Back leaves the search. */
    change: (filters: Record<string, string>, { isTyping = false } = {}) => change(filters, { replace: isTyping }),
    clearFilters: () => change({ ...NO_FILTERS, ...TABS[tabOf(filter)] }),
  };
}
