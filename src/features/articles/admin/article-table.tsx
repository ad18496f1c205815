import { useState } from "react";
import { DataTable, type SortOrder } from "#ui/admin/data-table.tsx";
import type { ListedArticle } from "../schema.ts";
import { articleColumns } from "./internal/article-columns.tsx";
import type { Selection } from "./use-selection.ts";
import type { FlagName } from "./use-toggle-flag.ts";

type Props = {
  articles: ListedArticle[] | undefined;
  sorted: { by: string; order: SortOrder };
  onSort: (by: string, order: SortOrder) => void;
  onEdit: (article: ListedArticle) => void;
  onDelete: (article: ListedArticle) => void;
  onToggleFlag: (article: ListedArticle, flag: FlagName) => void;
  selection: Selection;
  mayChange: (article: ListedArticle) => boolean;
  hasNewsroom: boolean;
  /** The newsroom's zone. */
  zone: string;
  /** Labels of the columns that the editor does not want to see. */
  hidden: readonly string[];
};

/** The table of the Articles tab: its columns, and each row's actions. */
export function ArticleTable({ articles, sorted, onSort, hidden, ...props }: Props) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const columns = articleColumns({
    ...props,
    articles: articles ?? [],
    now: Date.now(),
    isExpanded: (id) => expanded.has(id),
    onExpand: (id) => {
      const next = new Set(expanded);
      if (!next.delete(id)) next.add(id);
      setExpanded(next);
    },
  });
  return (
    <DataTable
      caption="Articles"
      columns={columns.filter(({ label }) => !hidden.includes(label))}
      rows={articles}
      rowKey={({ id }) => id}
      skeletonRows={10}
      hasTwoLines
      {...(props.hasNewsroom && { sorted, onSort })}
      detail={({ id, excerpt }) =>
        expanded.has(id) && (
          <p id={`excerpt-${id}`} className="max-w-3xl pb-2 text-muted">
            {excerpt || "This article has no excerpt."}
          </p>
        )
      }
    />
  );
}
