import { inLanguage } from "#shared/language.ts";
import { pageUrl } from "#shared/urls.ts";
import { BadgeLink, BreakingMark } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { CardDate } from "#ui/time.tsx";
import type { ArticleSummary } from "../schema.ts";
import { Credit } from "./credit.tsx";
import { StoryTitle } from "./story-title.tsx";

/** An article in a list of rows: picture next to category, headline and excerpt. */
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

/** The skeleton of a row that is loading. */
function ArticleRowSkeleton() {
  return (
    <div className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 sm:grid-cols-[240px_minmax(0,1fr)] sm:gap-x-6 large-text:grid-cols-1">
      <Skeleton className="aspect-square sm:aspect-3/2" />
      <SkeletonLines lines={4} />
    </div>
  );
}

/** 'Editor's Picks' of the home page, as rows. Empty if loading fails. */
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
