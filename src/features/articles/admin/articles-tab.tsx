import { Trash2 } from "lucide";
import { type ComponentType, type Ref, useRef } from "react";
import { Link } from "react-router";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { PAGE_SIZE } from "#shared/api-query.ts";
import { adminUrl } from "#shared/urls.ts";
import { useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { ListState, PagedRegion, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { useOpenRoom, useReturnFocus } from "#ui/admin/room-handover.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import { ArticleTable, editButtonId, FLAG_LABELS, HIDEABLE } from "./article-table.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { useSelection } from "./bulk-changes.ts";
import { articleList } from "./calls.ts";
import { filterOf, isNarrowed, NO_FILTERS, sortOf, TABS, tabOf } from "./list-address.ts";
import { ColumnChoice, ListFilters } from "./list-filters.tsx";
import { ListViews } from "./list-views.tsx";
import { useDeleteArticle, useMayChange, useToggleFlag } from "./row-actions.tsx";

/** Placing articles on the site needs the permission to publish. */
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
  /** Moves the focus from rows that are about to be removed. */
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

/** The article that gets the focus when others are removed: the one after them, else the one before. */
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
 * The editors' list, or the writer's own articles, for the current address. A late response is stored under its own address and never replaces a newer
 * one.
 */
export function useArticleList() {
  const [search, change] = useAddressQuery();
  const filter = filterOf(search);
  const may = useMay();
  // Users who may not see others' drafts get only their own articles.
  const isOwn = !may("article.read", "any");
  const list = usePagedList(articleList(isOwn && !filter.asked ? { ...filter, mine: true } : filter));
  useFailureToast(list.error, "Error fetching articles", "Could not fetch articles");
  return {
    ...list,
    filter,
    /** While typing, the history entry is replaced, so that Back leaves the search. */
    change: (filters: Record<string, string>, { isTyping = false } = {}) => change(filters, { replace: isTyping }),
    /** Clears what the tab does not set. */
    clearFilters: () => change({ ...NO_FILTERS, ...TABS[tabOf(filter)] }),
  };
}
