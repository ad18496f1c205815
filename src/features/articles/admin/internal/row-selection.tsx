import type { ListedArticle } from "../../schema.ts";
import type { Selection } from "../use-selection.ts";

const BOX = "size-4 cursor-pointer accent-accent-fill";
/** Its hit area is larger than the box. */
const AREA =
  "-m-2 inline-flex cursor-pointer p-2 pointer-coarse:-my-3 pointer-coarse:size-11 pointer-coarse:items-center pointer-coarse:justify-center";

type Props = { article: ListedArticle; selection: Selection };

/** Selects one article. */
export function SelectRow({ article, selection }: Props) {
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

/** Selects all articles of the open page, or none of them. */
export function SelectAll({ articles, selection }: { articles: ListedArticle[]; selection: Selection }) {
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
