import { useState } from "react";
import type { BulkChange, ListedArticle } from "../schema.ts";
import { changedBy } from "./opposite-changes.ts";

/** Articles that the editor has selected, over all pages of the list, as they were when last seen. */
export type Selection = {
  articles: ListedArticle[];
  has: (id: number) => boolean;
  /** Selects articles, or takes them out. */
  set: (articles: readonly { id: number }[], isSelected: boolean) => void;
  /** What is known of selected articles that were changed together; they may be on no open page. */
  note: (ids: number[], change: BulkChange) => void;
  clear: () => void;
};

/** `rows` are those of the open page: what is known of a selected article follows them. */
export function useSelection(rows: ListedArticle[] | undefined): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<number, ListedArticle>>(new Map());
  const seen = new Map(rows?.map((row) => [row.id, row]));
  return {
    articles: [...selected.values()].map((article) => seen.get(article.id) ?? article),
    has: (id) => selected.has(id),
    set(articles, isSelected) {
      const next = new Map(selected);
      for (const article of articles) {
        const row = seen.get(article.id);
        if (!isSelected) next.delete(article.id);
        else if (row) next.set(article.id, row);
      }
      setSelected(next);
    },
    // Undoing notes something long after this was rendered.
    note: (ids, change) =>
      setSelected((now) => {
        const of = (id: number, article: ListedArticle) => (ids.includes(id) ? changedBy(change, article) : article);
        return new Map([...now].map(([id, article]) => [id, of(id, article)]));
      }),
    clear: () => setSelected(new Map()),
  };
}
