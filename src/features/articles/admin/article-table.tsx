import { MessageSquareText } from "lucide";
import { useState } from "react";
import { Link } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import { type Column, DataTable, type SortOrder } from "#ui/admin/data-table.tsx";
import { useKeySheet } from "#ui/admin/keyboard.tsx";
import { clockTime, plannedTime, tableDate } from "#ui/admin/local-time.ts";
import { PastTime } from "#ui/admin/past-time.tsx";
import { FROM_LIST } from "#ui/admin/room-handover.tsx";
import { StoryState } from "#ui/admin/story-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { ViewsCell } from "../numbers/admin/article-numbers.tsx";
import type { ListedArticle } from "../schema.ts";
import { FLAGS, FlagMark, onRowKey, ROW_KEYS, RowButtons, type RowParts } from "./article-row.tsx";
import type { Selection } from "./bulk-bar.tsx";
import { type FlagName, storyOfRow, Thumbnail, timeWords } from "./row-actions.tsx";

type Props = {
  articles: ListedArticle[] | undefined;
  sorted: { by: string; order: SortOrder };
  onSort: (by: string, order: SortOrder) => void;
  onEdit: (article: ListedArticle) => void;
  onDelete: (article: ListedArticle) => void;
  /** Null if the user may not write articles. */
  onDuplicate: ((article: ListedArticle) => void) | null;
  onToggleFlag: (article: ListedArticle, flag: FlagName) => void;
  /** Whether the user may set flags. */
  mayFlag: boolean;
  selection: Selection;
  mayChange: (article: ListedArticle) => boolean;
  hasNewsroom: boolean;
  zone: string;
  /** Labels of hidden columns. */
  hidden: readonly string[];
};

export function ArticleTable({ articles, sorted, onSort, hidden, ...props }: Props) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const parts: RowParts = {
    ...props,
    articles: articles ?? [],
    now: Date.now(),
    isExpanded: (id) => expanded.has(id),
    onExpand: (id) => {
      const next = new Set(expanded);
      if (!next.delete(id)) next.add(id);
      setExpanded(next);
    },
  };
  const columns = articleColumns(parts);
  useKeySheet(() => (props.hasNewsroom ? ROW_KEYS : []));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows in it
    <div className="article-rows" onKeyDown={props.hasNewsroom ? (event) => onRowKey(event, parts) : undefined}>
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
    </div>
  );
}

export const FLAG_LABELS: readonly string[] = FLAGS.map(({ label }) => label);
export const HIDEABLE = ["Category", "Author", "Date", "Status", "Last edit", "Words", "Views", ...FLAG_LABELS];

const OF_NEWSROOM = ["Select", "Last edit", "Words", "Views", "Breaking"];

function articleColumns(parts: RowParts): Column<ListedArticle>[] {
  const columns = allColumns(parts);
  if (parts.hasNewsroom) return columns;
  return columns.filter(({ label }) => !OF_NEWSROOM.includes(label)).map(({ sort: _sort, ...column }) => column);
}

function allColumns(parts: RowParts): Column<ListedArticle>[] {
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
      cell: (article) => <TitleCell article={article} />,
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
      label: "Words",
      className: "tabular-nums as-rows:text-right",
      cell: ({ words }) => words?.toLocaleString("en") ?? "–",
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

const flagColumns = ({ onToggleFlag, hasNewsroom }: RowParts): Column<ListedArticle>[] =>
  FLAGS.map((flag) => ({
    label: flag.label,
    className: hasNewsroom ? "as-rows:w-14 [th&]:text-xs/4 [th&]:whitespace-normal" : "",
    cell: (article) =>
      hasNewsroom ? (
        <FlagMark
          flag={flag}
          title={article.title}
          isOn={article[flag.flag]}
          onToggle={() => onToggleFlag(article, flag.flag)}
        />
      ) : article[flag.flag] ? (
        flag.on
      ) : (
        flag.off
      ),
  }));

const actionsColumn = (parts: RowParts): Column<ListedArticle> => ({
  label: "Actions",
  card: "actions",
  className: parts.hasNewsroom ? "as-rows:w-18" : "as-rows:w-36",
  cell: (article) => <RowButtons article={article} parts={parts} />,
});

type CellProps = { article: ListedArticle; now: number };

function TitleCell({ article }: { article: ListedArticle }) {
  const { id, title } = article;
  return (
    <span className="flex items-center gap-2.5">
      <Thumbnail src={article.image_url} />
      <Link
        to={adminUrl.article(id)}
        state={FROM_LIST}
        title={title}
        className="link-quiet min-w-0 font-semibold leading-[1.3] [overflow-wrap:anywhere] as-cards:line-clamp-1 as-rows:line-clamp-2"
      >
        {title}
      </Link>
      <OpenNotes count={article.open_notes ?? 0} />
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
  const detail = timeWords(article, now, zone)?.replace(/ (?=\d\d:\d\d$)/, "\u00a0");
  const { state, has_changes } = storyOfRow(article, now);
  return <StoryState story={{ state, has_changes: has_changes && !article.publish_at }} detail={detail} />;
}

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
