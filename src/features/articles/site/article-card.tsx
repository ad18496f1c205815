import { inLanguage } from "#shared/language.ts";
import { phoneSizes } from "#shared/pictures.ts";
import { pageUrl } from "#shared/urls.ts";
import { BadgeLink, BreakingMark } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { CardDate } from "#ui/time.tsx";
import type { ArticleSummary } from "../schema.ts";
import { Credit, StoryTitle } from "./story-title.tsx";

type Props = {
  article: ArticleSummary;
  sizes?: string;
  level?: 2 | 3;
  brief?: boolean;
  priority?: boolean;
};

const SIZES = `(min-width: 1024px) 400px, (min-width: 640px) 46vw, ${phoneSizes("92vw")}`;

export function ArticleCard(props: Props) {
  const { article, sizes = SIZES, level = 3, brief = false, priority = false } = props;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className="group relative flex flex-col">
      <Picture src={article.image_url} alt="" sizes={sizes} ratio="3/2" priority={priority} />
      <div className="pt-3.5">
        <BreakingMark isBreaking={article.is_breaking} />
        <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
        <StoryTitle article={article} as={Heading} className="headline-md mt-1.5 line-clamp-4" />
        {!brief && article.excerpt && (
          <p {...inLanguage(article.language)} className="mt-2 line-clamp-3 text-[0.9375rem] text-pretty text-muted">
            {article.excerpt}
          </p>
        )}
        <p className="meta mt-2.5">
          <Credit of={article}>
            <CardDate date={article.published_date} />
          </Credit>
        </p>
      </div>
    </article>
  );
}

export function ArticleCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-3/2" />
      <Skeleton className="mt-4 h-3 w-24" />
      <SkeletonLines lines={2} className="mt-3" />
      <Skeleton className="mt-4 h-3 w-40" />
    </div>
  );
}
