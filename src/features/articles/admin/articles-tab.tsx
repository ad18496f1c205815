import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { PAGE_SIZE } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { PagedRegion } from "#ui/admin/list-pager.tsx";
import { ListState } from "#ui/admin/paged-table.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import type { FormGuard } from "./article-form.tsx";
import { ArticleTable, editButtonId } from "./article-table.tsx";
import { DraftOffers } from "./draft-offers.tsx";
import type { UnsavedDraft } from "./draft-store.ts";
import { isNarrowed, sortOf } from "./list-address.ts";
import { ListFilters } from "./list-filters.tsx";
import { OpenArticle } from "./open-article.tsx";
import { useArticleList } from "./use-article-list.ts";
import { useDeleteArticle } from "./use-delete-article.tsx";
import { useDrafts } from "./use-drafts.ts";

/** The form that is open: of an article, or of a new one where it is null. `serial` tells two openings apart. */
type Opened = { serial: number; article: number | null; draft: UnsavedDraft | null };

/** The Articles tab (spec section 2): the list of all articles, and the forms to add and edit one. */
export function ArticlesTab() {
  const list = useArticleList();
  const { rows: articles, filter } = list;
  const addButton = useRef<HTMLButtonElement>(null);
  const guard = useRef<FormGuard>(null);
  const serial = useRef(0);
  // Whose work this is: the panel lives as long as the account's workplace, also while the session is ended.
  const api = useEditorApi();
  const [account] = useState(() => api.account() ?? "unknown");
  const { drafts, discard } = useDrafts(account);
  const [opened, setOpened] = useState<Opened | null>(null);

  /** What is left unsaved is kept, and offered again. */
  function open(article: number | null, draft: UnsavedDraft | null = null) {
    if (guard.current && !guard.current.mayLeave()) return;
    serial.current++;
    setOpened({ serial: serial.current, article, draft });
  }
  function close() {
    const article = opened?.article ?? null;
    flushSync(() => setOpened(null));
    const opener = article === null ? null : document.getElementById(editButtonId(article));
    (opener ?? addButton.current)?.focus();
  }
  function cancel() {
    if (guard.current && !guard.current.mayLeave()) return;
    guard.current?.discard();
    close();
  }

  // What the open form goes on with is not offered any longer.
  const offered = drafts.filter(({ key }) => key !== opened?.draft?.key);
  const isAdding = opened !== null && opened.article === null;
  const deleting = useDeleteArticle((id) => {
    // What was unsaved in its form stays, and is offered as a new article's.
    if (opened?.article === id) setOpened(null);
    const at = articles?.findIndex((article) => article.id === id) ?? -1;
    const neighbour = articles?.[at + 1] ?? articles?.[at - 1];
    const next = neighbour && document.getElementById(editButtonId(neighbour.id));
    (next ?? addButton.current)?.focus();
  });
  return (
    <>
      <PanelHeading title="Manage Articles">
        <AdminButton onClick={list.refresh}>Refresh Articles</AdminButton>
        <AdminButton
          ref={addButton}
          variant={isAdding ? "plain" : "primary"}
          onClick={isAdding ? cancel : () => open(null)}
        >
          {isAdding ? "Cancel" : "Add New Article"}
        </AdminButton>
      </PanelHeading>
      <DraftOffers drafts={offered} onRestore={(draft) => open(draft.article, draft)} onDiscard={discard} />
      {opened && (
        <OpenArticle
          key={opened.serial}
          account={account}
          article={opened.article}
          draft={opened.draft}
          guard={guard}
          onDone={close}
          onCreated={({ id }) => setOpened({ ...opened, article: id })}
          onCancel={cancel}
        />
      )}
      <ListFilters filter={filter} onChange={list.change} onClear={list.clearFilters} />
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
              onEdit={({ id }) => open(id)}
              onDelete={deleting.ask}
              editing={opened?.article ?? null}
            />
          </div>
        )}
      </PagedRegion>
      {deleting.question}
    </>
  );
}

/** Which articles of the whole list are shown. */
function rangeOf({ page, total }: { page: number; total: number }): string {
  if (total === 1) return "1 article";
  const first = (page - 1) * PAGE_SIZE + 1;
  return `${first}–${Math.min(total, first + PAGE_SIZE - 1)} of ${total} articles`;
}
