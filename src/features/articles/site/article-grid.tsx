import { inLanguage } from "#shared/language.ts";
import { pageUrl } from "#shared/urls.ts";
import { BadgeLink, BreakingMark } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { CardDate } from "#ui/time.tsx";
import type { ArticleSummary } from "../schema.ts";
import { ArticleCard, ArticleCardSkeleton } from "./article-card.tsx";
import { Credit, StoryTitle } from "./story-title.tsx";

const PLACES = ["a", "b", "c", "d"];

type Props = {
  articles: ArticleSummary[] | undefined;
  loading: boolean;
  empty: string;
  level?: 2 | 3;
  cards?: number;
};

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

/** Small article teasers in two columns, below the large ones. Nothing if there are none. */
export function River({ articles }: { articles: ArticleSummary[] }) {
  return articles.length === 0 ? null : (
    <div className="grid gap-x-8 gap-y-6 sm:col-span-2 sm:grid-cols-2">
      {articles.map((article) => (
        <RiverItem key={article.id} article={article} />
      ))}
    </div>
  );
}

function RiverItem(props: { article: ArticleSummary }) {
  const { article } = props;
  return (
    <article className="relative grid grid-cols-[minmax(0,1fr)_96px] items-start gap-x-4 gap-y-3 border-t large-text:flex large-text:flex-col-reverse border-rule pt-4">
      <div>
        <BreakingMark isBreaking={article.is_breaking} />
        <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
        <StoryTitle article={article} className="headline-sm mt-1 line-clamp-4" />
        <p className="meta mt-2">
          <Credit of={article}>
            <CardDate date={article.published_date} />
          </Credit>
        </p>
      </div>
      <Picture src={article.image_url} alt="" sizes="96px" ratio="1/1" />
    </article>
  );
}

function ArticleRow(props: { article: ArticleSummary }) {
  const { article } = props;
  return (
    <article className="relative grid grid-cols-[120px_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 sm:grid-cols-[240px_minmax(0,1fr)] sm:gap-x-6 large-text:grid-cols-1">
      <Picture
        src={article.image_url}
        alt=""
        sizes="(min-width: 640px) 240px, 120px"
        ratio="3/2"
        className="max-sm:aspect-square large-text:aspect-3/2!"
      />
      <div>
        <BreakingMark isBreaking={article.is_breaking} />
        <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
        <StoryTitle article={article} className="headline-sm mt-1 line-clamp-4 sm:headline-md" />
        <p
          {...inLanguage(article.language)}
          className="mt-2 line-clamp-2 text-[0.9375rem] text-pretty text-muted sm:line-clamp-3"
        >
          {article.excerpt}
        </p>
        <p className="meta mt-2 max-sm:hidden">
          <Credit of={article}>
            <CardDate date={article.published_date} />
          </Credit>
        </p>
      </div>
    </article>
  );
}

function ArticleRowSkeleton() {
  return (
    <div className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 sm:grid-cols-[240px_minmax(0,1fr)] sm:gap-x-6 large-text:grid-cols-1">
      <Skeleton className="aspect-square sm:aspect-3/2" />
      <SkeletonLines lines={4} />
    </div>
  );
}

export function PicksList({ articles, loading }: { articles: ArticleSummary[] | undefined; loading: boolean }) {
  return (
    <section aria-labelledby="picks">
      <SectionHeading id="picks">Editor's Picks</SectionHeading>
      {articles?.length === 0 && <StateNote>No picks at the moment.</StateNote>}
      <div aria-busy={loading} className="-mt-4 divide-y divide-rule">
        {loading ? (
          <ArticleRowSkeleton />
        ) : (
          articles?.map((article) => <ArticleRow key={article.id} article={article} />)
        )}
      </div>
    </section>
  );
}
