import { useRef, useState } from "react";
import { PAGE_SIZE } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useDrafts } from "#ui/admin/edit-form/use-drafts.ts";
import { PagedRegion } from "#ui/admin/list-pager.tsx";
import { ListState } from "#ui/admin/paged-table.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { useOpenArticle, useReturnFocus } from "./article-handover.tsx";
import { ARTICLE_KIND } from "./article-kind.ts";
import { ArticleTable, editButtonId } from "./article-table.tsx";
import type { FormValues } from "./form-values.ts";
import { isNarrowed, sortOf } from "./list-address.ts";
import { ListFilters } from "./list-filters.tsx";
import { useArticleList } from "./use-article-list.ts";
import { useDeleteArticle } from "./use-delete-article.tsx";

/** The Articles tab: the list of all articles, which leads to the writing room of each and of a new one. */
export function ArticlesTab() {
  const list = useArticleList();
  const { rows: articles, filter } = list;
  const addButton = useRef<HTMLButtonElement>(null);
  const open = useOpenArticle();
  const api = useEditorApi();
  const [account] = useState(() => api.account() ?? "unknown");
  const { drafts, discard } = useDrafts<FormValues>(account, ARTICLE_KIND.name);
  const focusRow = (id: number | null | undefined) => {
    const row = id == null ? null : document.getElementById(editButtonId(id));
    (row ?? addButton.current)?.focus();
  };
  useReturnFocus(articles !== undefined, focusRow);
  const deleting = useDeleteArticle((id) => {
    const at = articles?.findIndex((article) => article.id === id) ?? -1;
    focusRow((articles?.[at + 1] ?? articles?.[at - 1])?.id);
  });
  return (
    <>
      <PanelHeading title="Manage Articles">
        <AdminButton onClick={list.refresh}>Refresh Articles</AdminButton>
        <AdminButton ref={addButton} variant="primary" onClick={() => open(null)}>
          Add New Article
        </AdminButton>
      </PanelHeading>
      <DraftOffers
        kind={ARTICLE_KIND}
        drafts={drafts}
        onRestore={(draft) => open(draft.subject, draft)}
        onDiscard={discard}
      />
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
            />
          </div>
        )}
      </PagedRegion>
      {deleting.question}
    </>
  );
}

/** The range of articles shown, and the total. */
function rangeOf({ page, total }: { page: number; total: number }): string {
  if (total === 1) return "1 article";
  const first = (page - 1) * PAGE_SIZE + 1;
  return `${first}–${Math.min(total, first + PAGE_SIZE - 1)} of ${total} articles`;
}
