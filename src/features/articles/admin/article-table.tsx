import { ChevronDown, ExternalLink, Pencil, Trash2 } from "lucide";
import { useState } from "react";
import { pageUrl } from "#shared/urls.ts";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable, RowActions, type SortOrder } from "#ui/admin/data-table.tsx";
import { exactTime, tableDate } from "#ui/admin/local-time.ts";
import { Icon } from "#ui/icon.tsx";
import type { ArticleSummary } from "../schema.ts";

type Props = {
  articles: ArticleSummary[] | undefined;
  sorted: { by: string; order: SortOrder };
  onSort: (by: string, order: SortOrder) => void;
  onEdit: (article: ArticleSummary) => void;
  onDelete: (article: ArticleSummary) => void;
};

/** Published with a future date is scheduled. */
function statusOf({ status, published_date: date }: ArticleSummary): "Published" | "Scheduled" | "Draft" {
  if (status === "draft") return "Draft";
  return date !== null && Date.parse(date) > Date.now() ? "Scheduled" : "Published";
}

const STATUS_LOOK = {
  Published: "text-up",
  Scheduled: "text-accent",
  Draft: "text-muted",
};

/** The id of a row's edit button, which gets the focus back when one returns from its room. */
export const editButtonId = (id: number) => `edit-article-${id}`;

/** The table of the Articles tab: its columns, and each row's actions. */
export function ArticleTable({ articles, sorted, onSort, onEdit, onDelete }: Props) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  };
  const columns: Column<ArticleSummary>[] = [
    {
      label: "Title",
      sort: "title",
      card: "title",
      className: "as-rows:min-w-56",
      cell: (article) => <TitleCell article={article} />,
    },
    { label: "Category", sort: "category", cell: ({ category }) => category },
    { label: "Author", sort: "author", cell: ({ author }) => author },
    { label: "Date", sort: "date", className: "tabular-nums as-rows:whitespace-nowrap", cell: DateCell },
    {
      label: "Status",
      sort: "status",
      cell: (article) => {
        const status = statusOf(article);
        return <span className={`font-semibold ${STATUS_LOOK[status]}`}>{status}</span>;
      },
    },
    { label: "Auto-Update", cell: ({ is_auto_update: on }) => <Mark on={on}>{on ? "Enabled" : "Disabled"}</Mark> },
    { label: "Featured", cell: ({ is_featured: on }) => <Mark on={on}>{on ? "Featured" : "Regular"}</Mark> },
    { label: "Editor's Pick", cell: ({ is_editors_pick: on }) => <Mark on={on}>{on ? "Yes" : "No"}</Mark> },
    {
      label: "Actions",
      card: "actions",
      className: "as-rows:w-28",
      cell: ({ id, title, ...rest }) => (
        <RowActions>
          <AdminIconButton
            label={`${expanded.has(id) ? "Hide" : "Show"} excerpt of ${title}`}
            aria-expanded={expanded.has(id)}
            aria-controls={expanded.has(id) ? `excerpt-${id}` : undefined}
            onClick={() => toggle(id)}
          >
            <Icon icon={ChevronDown} size={17} className={expanded.has(id) ? "rotate-180" : ""} />
          </AdminIconButton>
          <AdminIconButton id={editButtonId(id)} label={`Edit ${title}`} onClick={() => onEdit({ id, title, ...rest })}>
            <Icon icon={Pencil} size={16} />
          </AdminIconButton>
          <AdminIconButton
            label={`Delete ${title}`}
            className="hover:text-down"
            onClick={() => onDelete({ id, title, ...rest })}
          >
            <Icon icon={Trash2} size={16} />
          </AdminIconButton>
        </RowActions>
      ),
    },
  ];
  return (
    <DataTable
      caption="Articles"
      columns={columns}
      rows={articles}
      rowKey={({ id }) => id}
      skeletonRows={10}
      isWide
      sorted={sorted}
      onSort={onSort}
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

function TitleCell({ article }: { article: ArticleSummary }) {
  return (
    <span className="flex items-start gap-1.5">
      <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{article.title}</span>
      {statusOf(article) === "Published" && (
        <a
          href={pageUrl.article(article.id)}
          target="_blank"
          rel="noopener"
          aria-label={`View ${article.title} on the site (new tab)`}
          title="View on the site"
          className="-my-1 inline-flex size-7 shrink-0 items-center justify-center text-muted hover:text-accent pointer-coarse:-my-2.5 pointer-coarse:size-11"
        >
          <Icon icon={ExternalLink} size={14} />
        </a>
      )}
    </span>
  );
}

function DateCell({ published_date: date }: ArticleSummary) {
  if (date === null) return "N/A";
  return (
    <time dateTime={date} title={exactTime(date)}>
      {tableDate(date)}
    </time>
  );
}

/** The state of a switch, with "on" emphasised. */
function Mark({ on, children }: { on: boolean; children: string }) {
  return <span className={on ? "font-medium text-ink" : "text-faint"}>{children}</span>;
}
