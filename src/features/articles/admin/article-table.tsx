import { ChevronDown, Copy, ExternalLink, MessageSquareText, Pencil, Trash2 } from "lucide";
import { useState } from "react";
import { Link } from "react-router";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable, RowActions, type SortOrder } from "#ui/admin/data-table.tsx";
import { clockTime, plannedTime, tableDate } from "#ui/admin/local-time.ts";
import { PastTime } from "#ui/admin/past-time.tsx";
import { FROM_LIST } from "#ui/admin/room-handover.tsx";
import { Icon } from "#ui/icon.tsx";
import { ViewsCell } from "../numbers/admin/article-numbers.tsx";
import type { ListedArticle } from "../schema.ts";
import type { Selection } from "./bulk-bar.tsx";
import { type FlagName, stateOf, stateWords, Thumbnail } from "./row-actions.tsx";

type Props = {
  articles: ListedArticle[] | undefined;
  sorted: { by: string; order: SortOrder };
  onSort: (by: string, order: SortOrder) => void;
  onEdit: (article: ListedArticle) => void;
  onDelete: (article: ListedArticle) => void;
  /** Null if the user may not write articles. */
  onDuplicate: ((article: ListedArticle) => void) | null;
  onToggleFlag: (article: ListedArticle, flag: FlagName) => void;
  selection: Selection;
  mayChange: (article: ListedArticle) => boolean;
  hasNewsroom: boolean;
  zone: string;
  /** Labels of hidden columns. */
  hidden: readonly string[];
};

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

type ToggleProps = {
  label: string;
  isOn: boolean;
  on: string;
  off: string;
  onToggle: () => void;
};

function FlagToggle({ label, isOn, on, off, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      title={isOn ? `${on}: switch off` : `${off}: switch on`}
      onClick={onToggle}
      className={`-mx-1.5 -my-1 min-h-7 px-1.5 text-left underline-offset-4 hover:bg-surface hover:text-ink hover:underline pointer-coarse:min-h-11 ${isOn ? "font-semibold text-ink" : "text-muted"}`}
    >
      {isOn ? on : off}
    </button>
  );
}

type Parts = {
  articles: ListedArticle[];
  now: number;
  zone: string;
  selection: Selection;
  /** Whether the user may change and delete an article; the user can read others and suggest changes to them. */
  mayChange: (article: ListedArticle) => boolean;
  /** Without it, the list can't be sorted, selected or changed, and shows only the specified columns. */
  hasNewsroom: boolean;
  isExpanded: (id: number) => boolean;
  onExpand: (id: number) => void;
  onEdit: (article: ListedArticle) => void;
  onDelete: (article: ListedArticle) => void;
  /** Null if the user may not write articles. */
  onDuplicate: ((article: ListedArticle) => void) | null;
  onToggleFlag: (article: ListedArticle, flag: FlagName) => void;
};

/** The id of a row's edit button. It gets the focus when the user returns from the room. */
export const editButtonId = (id: number) => `edit-article-${id}`;

const STATE_LOOK = { Published: "text-up", Scheduled: "text-ink", Draft: "text-muted" };

export const FLAG_LABELS = ["Auto-Update", "Featured", "Editor's Pick"];
export const HIDEABLE = ["Category", "Author", "Date", "Status", "Last edit", "Views", ...FLAG_LABELS];

const OF_NEWSROOM = ["Select", "Last edit", "Views"];

function articleColumns(parts: Parts): Column<ListedArticle>[] {
  const columns = allColumns(parts);
  if (parts.hasNewsroom) return columns;
  return columns.filter(({ label }) => !OF_NEWSROOM.includes(label)).map(({ sort: _sort, ...column }) => column);
}

function allColumns(parts: Parts): Column<ListedArticle>[] {
  const { articles, selection, mayChange, now, zone } = parts;
  return [
    {
      label: "Select",
      heading: <SelectAll articles={articles.filter(mayChange)} selection={selection} />,
      card: "select",
      className: "as-rows:w-7",
      cell: (article) => mayChange(article) && <SelectRow article={article} selection={selection} />,
    },
    {
      label: "Title",
      sort: "title",
      card: "title",
      className: "as-rows:min-w-44",
      cell: (article) => <TitleCell article={article} now={now} />,
    },
    { label: "Category", sort: "category", cell: ({ category }) => category },
    {
      label: "Author",
      sort: "author",
      card: "second",
      className: "as-cards:col-start-3 as-cards:truncate as-cards:text-muted",
      cell: ({ byline }) => byline,
    },
    {
      label: "Date",
      sort: "date",
      className: "tabular-nums as-rows:whitespace-nowrap",
      cell: ({ published_date: date }) => (date === null ? "N/A" : <PublicationDate at={date} zone={zone} />),
    },
    {
      label: "Status",
      sort: "status",
      card: "second",
      className: "in-title-column as-cards:col-start-2 as-cards:whitespace-nowrap",
      cell: (article) => <StateCell article={article} now={now} zone={zone} />,
    },
    {
      label: "Last edit",
      sort: "updated",
      className: "as-rows:min-w-28",
      cell: ({ last_edited, last_edited_by }) =>
        last_edited ? (
          <PastTime at={last_edited} zone={zone}>
            {last_edited_by}
          </PastTime>
        ) : (
          "–"
        ),
    },
    {
      label: "Views",
      className: "tabular-nums as-rows:text-right",
      cell: (article) => <ViewsCell article={article} />,
    },
    ...flagColumns(parts),
    actionsColumn(parts),
  ];
}

const FLAGS: { label: string; flag: FlagName; on: string; off: string }[] = [
  { label: "Auto-Update", flag: "is_auto_update", on: "Enabled", off: "Disabled" },
  { label: "Featured", flag: "is_featured", on: "Featured", off: "Regular" },
  { label: "Editor's Pick", flag: "is_editors_pick", on: "Yes", off: "No" },
];

const flagColumns = ({ onToggleFlag, hasNewsroom }: Parts): Column<ListedArticle>[] =>
  FLAGS.map(({ label, flag, on, off }) => ({
    label,
    cell: (article) =>
      !hasNewsroom ? (
        article[flag] ? (
          on
        ) : (
          off
        )
      ) : (
        <FlagToggle
          label={`${label}: ${article.title}`}
          isOn={article[flag]}
          on={on}
          off={off}
          onToggle={() => onToggleFlag(article, flag)}
        />
      ),
  }));

const actionsColumn = ({
  mayChange,
  isExpanded,
  onExpand,
  onEdit,
  onDelete,
  onDuplicate,
}: Parts): Column<ListedArticle> => ({
  label: "Actions",
  card: "actions",
  className: "as-rows:w-36",
  cell: (article) => {
    const { id, title } = article;
    const isOpen = isExpanded(id);
    return (
      <RowActions>
        <AdminIconButton
          label={`${isOpen ? "Hide" : "Show"} excerpt of ${title}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `excerpt-${id}` : undefined}
          onClick={() => onExpand(id)}
        >
          <Icon icon={ChevronDown} size={17} className={isOpen ? "rotate-180" : ""} />
        </AdminIconButton>
        <AdminIconButton id={editButtonId(id)} label={`Edit ${title}`} onClick={() => onEdit(article)}>
          <Icon icon={Pencil} size={16} />
        </AdminIconButton>
        {onDuplicate && (
          <AdminIconButton
            label={`Duplicate ${title}`}
            className="max-[22.49rem]:hidden"
            onClick={() => onDuplicate(article)}
          >
            <Icon icon={Copy} size={16} />
          </AdminIconButton>
        )}
        {mayChange(article) && (
          <AdminIconButton label={`Delete ${title}`} className="hover:text-down" onClick={() => onDelete(article)}>
            <Icon icon={Trash2} size={16} />
          </AdminIconButton>
        )}
      </RowActions>
    );
  },
});

type CellProps = { article: ListedArticle; now: number };

function TitleCell({ article, now }: CellProps) {
  const { id, title } = article;
  return (
    <span className="flex items-start gap-2.5 as-cards:items-center">
      <Thumbnail src={article.image_url} />
      <Link
        to={adminUrl.article(id)}
        state={FROM_LIST}
        className="link-quiet min-w-0 font-semibold [overflow-wrap:anywhere] as-cards:line-clamp-1"
      >
        {title}
      </Link>
      <OpenNotes count={article.open_notes ?? 0} />
      {stateOf(article, now) === "Published" && (
        <a
          href={pageUrl.article(id)}
          target="_blank"
          rel="noopener"
          aria-label={`View ${title} on the site (new tab)`}
          title="View on the site"
          className="-my-1 -ml-1 inline-flex size-7 shrink-0 items-center justify-center text-muted hover:text-accent pointer-coarse:-my-2.5 pointer-coarse:size-11"
        >
          <Icon icon={ExternalLink} size={14} />
        </a>
      )}
    </span>
  );
}

function OpenNotes({ count }: { count: number }) {
  if (count === 0) return null;
  const words = count === 1 ? "1 open note" : `${count} open notes`;
  return (
    <span
      title={words}
      className="inline-flex h-6 shrink-0 items-center gap-1 text-xs font-semibold tabular-nums text-accent"
    >
      <Icon icon={MessageSquareText} size={14} />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

function StateCell({ article, now, zone }: CellProps & { zone: string }) {
  // If it wraps, the hour stays with its day.
  const words = stateWords(article, now, zone).replace(/ (?=\d\d:\d\d$)/, "\u00a0");
  const state = stateOf(article, now);
  if (state === "Ready") return <Badge>Ready</Badge>;
  return (
    <>
      <span className={`font-semibold ${STATE_LOOK[state]}`}>{words}</span>{" "}
      {article.has_changes && !article.publish_at && <Badge>Changes waiting</Badge>}
    </>
  );
}

const Badge = ({ children }: { children: string }) => (
  <span className="inline-block whitespace-nowrap rounded-full border border-current px-2 text-xs font-semibold text-accent">
    {children}
  </span>
);

/** The specification fixes the cell's text, so the time of day is a CSS decoration of the date. */
function PublicationDate({ at, zone }: { at: string; zone: string }) {
  return (
    <time
      dateTime={at}
      title={plannedTime(at, zone)}
      data-clock={clockTime(Date.parse(at), zone)}
      className="as-rows:after:meta as-rows:after:block as-rows:after:content-[attr(data-clock)]"
    >
      {tableDate(at, zone)}
    </time>
  );
}

const BOX = "size-4 cursor-pointer accent-accent-fill";
const AREA =
  "-m-2 inline-flex cursor-pointer p-2 pointer-coarse:-my-3 pointer-coarse:size-11 pointer-coarse:items-center pointer-coarse:justify-center";

type SelectProps = { article: ListedArticle; selection: Selection };

function SelectRow({ article, selection }: SelectProps) {
  return (
    <label className={AREA}>
      <input
        type="checkbox"
        className={BOX}
        aria-label={`Select ${article.title}`}
        checked={selection.has(article.id)}
        onChange={(event) => selection.set([article], event.target.checked)}
      />
    </label>
  );
}

function SelectAll({ articles, selection }: { articles: ListedArticle[]; selection: Selection }) {
  const count = articles.filter(({ id }) => selection.has(id)).length;
  const isAll = count > 0 && count === articles.length;
  return (
    <label className={AREA}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        type="checkbox"
        className={BOX}
        aria-label="Select all articles on this page"
        checked={isAll}
        disabled={articles.length === 0}
        onChange={(event) => selection.set(articles, event.target.checked)}
      />
    </label>
  );
}
