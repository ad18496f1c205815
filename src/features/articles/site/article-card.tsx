import type { ReactNode } from "react";
import { inLanguage } from "#shared/language.ts";
import { articlePath } from "#shared/page.ts";
import { phoneSizes } from "#shared/pictures.ts";
import { Link } from "#shared/router.tsx";
import { useSite, useText } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { BadgeLink, StoryMarks } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { CardDate, RelativeDate } from "#ui/time.tsx";
import { trendingArticles } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import { completeList } from "./complete.ts";

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
        <StoryMarks of={article} />
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

type TitleProps = {
  article: Pick<ArticleSummary, "id" | "slug" | "title" | "language">;
  as?: "h2" | "h3";
  className: string;
  children?: ReactNode;
};

/** The linked headline of an article in a list. Its link covers the nearest positioned element. */
export function StoryTitle({ article, as: Heading = "h3", className, children = article.title }: TitleProps) {
  const site = useSite();
  return (
    <Heading {...inLanguage(article.language)} className={className}>
      <Link to={articlePath(site, article)} className="link-quiet stretch">
        {children}
      </Link>
    </Heading>
  );
}

/** The authors, if known, followed by the date. */
export function Credit({ of: { byline }, children }: { of: ArticleSummary; children: ReactNode }) {
  return (
    <>
      {byline && (
        <>
          {byline} <span aria-hidden="true">·</span>{" "}
        </>
      )}
      {children}
    </>
  );
}

export function TrendingList(props: { limit?: number }) {
  const t = useText();
  const { data: articles, isPending } = useApi(trendingArticles(), { select: completeList });
  return (
    <section aria-labelledby="trending">
      <SectionHeading id="trending">{t("Trending")}</SectionHeading>
      {isPending && <SkeletonLines lines={8} />}
      {articles?.length === 0 && <StateNote>{t("Nothing is trending yet.")}</StateNote>}
      <ol className="-mt-4 divide-y divide-rule">
        {articles?.slice(0, props.limit ?? 7).map((article, place) => (
          <li key={article.id} className="relative grid grid-cols-[2.75rem_minmax(0,1fr)] py-4">
            <span aria-hidden="true" className="font-display text-[1.75rem] leading-none text-accent tabular-nums">
              {String(place + 1).padStart(2, "0")}
            </span>
            <div>
              <StoryTitle article={article} className="headline-xs line-clamp-4" />
              <p className="meta mt-1.5">
                <StoryMarks of={article} />
                {article.category} <span aria-hidden="true">·</span> <RelativeDate date={article.published_date} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
