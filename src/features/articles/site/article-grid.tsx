import { StateNote } from "#ui/state-screen.tsx";
import type { ArticleSummary } from "../schema.ts";
import { ArticleCard, ArticleCardSkeleton } from "./article-card.tsx";
import { River } from "./river.tsx";

const PLACES = ["a", "b", "c", "d"];

type Props = {
  /** Undefined while loading, or if loading failed: then no message is shown. */
  articles: ArticleSummary[] | undefined;
  loading: boolean;
  /** The message for an empty grid. */
  empty: string;
  /** Heading level of the cards' headlines. */
  level?: 2 | 3;
  /** How many are shown as cards; the rest follow as small teasers. Default: all. */
  cards?: number;
};

/** Articles in two columns: cards first, then small teasers. */
export function ArticleGrid(props: Props) {
  const { articles = [], loading, empty, level = 3, cards = articles.length } = props;
  if (!loading && !props.articles) return null;
  if (!loading && articles.length === 0) return <StateNote>{empty}</StateNote>;
  return (
    <div aria-busy={loading} className="grid gap-x-8 gap-y-10 sm:grid-cols-2">
      {loading && PLACES.map((place) => <ArticleCardSkeleton key={place} />)}
      {articles.slice(0, cards).map((article) => (
        <ArticleCard key={article.id} article={article} level={level} />
      ))}
      <River articles={articles.slice(cards)} />
    </div>
  );
}
