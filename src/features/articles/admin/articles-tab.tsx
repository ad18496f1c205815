import { RefreshCw } from "lucide";
import { type ComponentType, type Ref, useRef } from "react";
import { Link } from "react-router";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import type { TrashedArticles } from "#features/documents/trash/admin/trash-screen.tsx";
import type { TrashedDocument } from "#features/documents/trash/schema.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { PAGE_SIZE } from "#shared/api-query.ts";
import { adminUrl } from "#shared/urls.ts";
import { useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { plannedTime, tableTime } from "#ui/admin/local-time.ts";
import { ListState, listWords, PagedRegion, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { useOpenRoom, useReturnFocus } from "#ui/admin/room-handover.tsx";
import { Select } from "#ui/admin/select.tsx";
import { StoryState } from "#ui/admin/story-state.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { TrashedArticle } from "../desk/schema.ts";
import { editButtonId } from "./article-row.tsx";
import { ArticleTable, FLAG_LABELS, HIDEABLE } from "./article-table.tsx";
import { BulkBar, useSelection } from "./bulk-bar.tsx";
import { articleList } from "./calls.ts";
import { ColumnChoice, ListFilters } from "./list-filters.tsx";
import { filterOf, isNarrowed, NO_FILTERS, sortOf, TABS, tabOf } from "./list-views.tsx";
import {
  stateOf,
  storyOfRow,
  timeWords,
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
      <StoryState story={storyOfRow(article, deleted)} detail={timeWords(article, deleted, zone)} />
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

/** The screens for topics, series and authors, and the trash, with the permission that each needs. */
const SORTED_BY = [
  { label: "Topics", path: adminUrl.topics(), needs: "topic.manage" },
  { label: "Series", path: adminUrl.series(), needs: "series.manage" },
  { label: "Authors", path: adminUrl.authors(), needs: "author.manage" },
  { label: "Trash", path: adminUrl.trash(), needs: "article.write" },
] as const;

function SortingScreens() {
  const may = useMay();
  const links = SORTED_BY.filter(({ needs }) => may(needs));
  if (links.length === 0) return null;
  return (
    <nav aria-label="Sorting of articles" className="flex flex-wrap gap-x-4 text-sm">
      {links.map(({ label, path }) => (
        <Link
          key={path}
          to={path}
          className="inline-flex min-h-9 items-center text-muted underline decoration-rule underline-offset-4 hover:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

const SORTED_BY_NAME = [
  { value: "date desc", label: "Newest first" },
  { value: "date asc", label: "Oldest first" },
  { value: "updated desc", label: "Last edited first" },
  { value: "title asc", label: "Title, A to Z" },
  { value: "category asc", label: "Category, A to Z" },
  { value: "author asc", label: "Author, A to Z" },
  { value: "status asc", label: "Status, drafts first" },
  { value: "status desc", label: "Status, scheduled first" },
];

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
      <PanelHeading
        title="Manage Articles"
        isDense
        note={<ListNote words={listWords(list, "articles", rangeOf(list))} />}
      >
        <RefreshButton onClick={list.refresh} />
        <NewButton ref={addButton} />
      </PanelHeading>
      <KeptWork isLate={articles !== undefined} />
      {hasNewsroom && (
        <>
          <ListFilters
            filter={filter}
            onChange={list.change}
            onClear={list.clearFilters}
            order={
              <>
                <OrderChoice filter={filter} onChange={list.change} />
                <SortingScreens />
              </>
            }
          >
            <ColumnChoice columns={isEditor ? HIDEABLE : OWN_HIDEABLE} hidden={hidden} onChange={setHidden} />
          </ListFilters>
          <BulkBar selection={selection} onGone={leave} />
        </>
      )}
      <PagedRegion noun="articles" list={list}>
        <ListState
          isSilent
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
              mayFlag={isEditor}
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

/** What the list shows, which its status reads out, and the screens next to it. */
function ListNote({ words }: { words: string }) {
  return (
    <div className="flex items-center gap-x-6">
      <span aria-hidden="true" className="meta tabular-nums">
        {words}
      </span>
      {useHasNewsroom() && <SortingScreens />}
    </div>
  );
}

/** An icon on phones. */
const RefreshButton = ({ onClick }: { onClick: () => void }) => (
  <AdminButton title="Refresh Articles" className="max-sm:size-11 max-sm:px-0" onClick={onClick}>
    <Icon icon={RefreshCw} size={16} className="sm:hidden" />
    <span className="max-sm:sr-only">Refresh Articles</span>
  </AdminButton>
);

/** The order of the list, for screens without headings to click. */
function OrderChoice({
  filter,
  onChange,
}: {
  filter: ArticleListFilter;
  onChange: (change: Record<string, string>) => void;
}) {
  const { by, order } = sortOf(filter);
  return (
    <Select
      label="Order"
      value={`${by} ${order}`}
      options={SORTED_BY_NAME}
      onChange={(value) => {
        const [sort = "", direction = ""] = value.split(" ");
        onChange({ sort, order: direction });
      }}
    />
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
  if (total === 0) return "";
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
