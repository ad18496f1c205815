import { useRef } from "react";
import { PAGE_SIZE } from "#shared/api-query.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useOpenForm } from "#ui/admin/edit-form/use-open-form.ts";
import { PagedRegion } from "#ui/admin/list-pager.tsx";
import { ListState } from "#ui/admin/paged-table.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { ARTICLE_KIND } from "./article-kind.ts";
import { ArticleTable, editButtonId } from "./article-table.tsx";
import type { FormValues } from "./form-values.ts";
import { isNarrowed, sortOf } from "./list-address.ts";
import { ListFilters } from "./list-filters.tsx";
import { OpenArticle } from "./open-article.tsx";
import { useArticleList } from "./use-article-list.ts";
import { useDeleteArticle } from "./use-delete-article.tsx";

/** The Articles tab: the list of all articles, and the forms to add and edit one. */
export function ArticlesTab() {
  const list = useArticleList();
  const { rows: articles, filter } = list;
  const addButton = useRef<HTMLButtonElement>(null);
  const { opened, open, close, cancel, ...form } = useOpenForm<FormValues>(ARTICLE_KIND, (article) => {
    const opener = article === null ? null : document.getElementById(editButtonId(article));
    (opener ?? addButton.current)?.focus();
  });
  const isAdding = opened !== null && opened.subject === null;
  const deleting = useDeleteArticle((id) => {
    // Unsaved changes in its form are kept, and offered for a new article.
    if (opened?.subject === id) close();
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
      <DraftOffers {...form.offers} />
      {opened && (
        <OpenArticle
          key={opened.serial}
          account={form.account}
          article={opened.subject}
          draft={opened.draft}
          guard={form.guard}
          onDone={close}
          onCreated={form.onCreated}
          onCancel={cancel}
          onDiscarded={form.onDiscarded}
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
              editing={opened?.subject ?? null}
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
