import type { TrashedArticles } from "#features/documents/trash/admin/trash-screen.tsx";
import type { TrashedDocument } from "#features/documents/trash/schema.ts";
import { plannedTime, tableTime } from "#ui/admin/local-time.ts";
import type { TrashedArticle } from "../desk/schema.ts";
import { stateOf, stateWords } from "./article-state.ts";
import { useMayChange, useRestoreArticle } from "./row-actions.tsx";

/** The server lists articles with their own fields. */
const articleIn = (row: TrashedDocument) => row as TrashedArticle;

/** Status and date as they were when the article was deleted. */
function Status({ row, zone }: { row: TrashedDocument; zone: string }) {
  const article = articleIn(row);
  const deleted = Date.parse(article.trashed);
  const { published_date: date } = article;
  return (
    <>
      <span className="font-semibold">{stateWords(article, deleted, zone)}</span>
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
