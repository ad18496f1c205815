import { createContext, type ReactNode, useContext } from "react";
import { listOfNames } from "#shared/dates.ts";
import { inLanguage } from "#shared/language.ts";
import { articlePath } from "#shared/page.ts";
import { Link } from "#shared/router.tsx";
import { useLanguage, useSite, useText } from "#shared/site-context.tsx";
import { fallbackPicture, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { BadgeLink, StoryMarks } from "#ui/badge.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { CardDate, RelativeDate } from "#ui/time.tsx";
import { trendingArticles } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import { completeList } from "./complete.ts";

/** The slug of the category whose page this is: its name is not repeated there. */
export const OwnCategory = createContext("");

type Props = {
  article: ArticleSummary;
  as?: "h2";
  brief?: boolean;
  /** In a list of its own category, whose name is not repeated. */
  isInCategory?: boolean;
  priority?: boolean;
  /** For a card on phones too; others are lines with a small picture there. */
  sizes?: string | undefined;
};

export const WIDE_CARD_SIZES = "(min-width: 1024px) 400px, (min-width: 640px) 46vw";
export const CARD_SIZES = `${WIDE_CARD_SIZES}, 112px`;

/** A story without any picture is text under a rule; related articles have a stand-in picture. */
export function ArticleCard(props: Props) {
  const { article, as, brief, isInCategory, priority = false, sizes } = props;
  const hasPicture = isOwnPicture(article.image_url) || article.image_url === fallbackPicture.related;
  return (
    <article className={sizes ? "relative" : "card-line relative"}>
      {hasPicture && (
        <Picture src={article.image_url} alt="" sizes={sizes ?? CARD_SIZES} ratio="3/2" priority={priority} />
      )}
      <div className={hasPicture ? "pt-3.5" : "border-t-2 border-rule pt-3.5 max-sm:border-t-0"}>
        <StoryText
          article={article}
          as={as}
          isInCategory={isInCategory}
          className="headline-md mt-1.5 line-clamp-4"
          excerpt={brief ? "" : "teaser-text"}
          meta="mt-2.5"
        />
      </div>
    </article>
  );
}

export function ArticleCardSkeleton() {
  return (
    <div className="card-line">
      <Skeleton className="aspect-3/2" />
      <SkeletonLines lines={4} className="mt-4" />
    </div>
  );
}

type TitleProps = {
  article: Pick<ArticleSummary, "id" | "slug" | "title" | "language">;
  as?: "h2" | "h3" | "h4" | undefined;
  className: string;
  children?: ReactNode;
};

/** The linked headline of an article in a list. Its link covers the nearest positioned element. */
export function StoryTitle({ article, as: Heading = "h3", className, children = article.title }: TitleProps) {
  const siteLanguage = useLanguage();
  const site = useSite();
  return (
    <Heading {...inLanguage(article.language, siteLanguage, article.title)} className={className}>
      <Link to={articlePath(site, article)} className="link-quiet stretch">
        {children}
      </Link>
    </Heading>
  );
}

type TextProps = {
  article: TitleProps["article"] &
    Pick<ArticleSummary, "genre" | "is_breaking" | "published_date"> &
    Partial<Pick<ArticleSummary, "category" | "category_slug" | "excerpt">> &
    Credited;
  as?: TitleProps["as"];
  isInCategory?: Props["isInCategory"];
  /** Classes of the headline. */
  className: string;
  /** Classes of the excerpt; without any, it is left out. */
  excerpt?: string;
  /** Classes of the line with authors and date. */
  meta?: string;
  time?: typeof CardDate;
};

/** The text of a teaser: marks, category, headline, excerpt, authors and date, as far as the article has them. */
export function StoryText(props: TextProps) {
  const { article, as = "h3", isInCategory, className, excerpt, meta = "mt-2", time: Time = CardDate } = props;
  const siteLanguage = useLanguage();
  const own = useContext(OwnCategory);
  return (
    <>
      <StoryMarks of={article} />
      {article.category_slug && !isInCategory && article.category_slug !== own && (
        <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
      )}
      <OpinionBy of={article} />
      <StoryTitle article={article} as={as} className={className} />
      {excerpt && article.excerpt && (
        <p {...inLanguage(article.language, siteLanguage, article.excerpt)} className={excerpt}>
          {article.excerpt}
        </p>
      )}
      <p className={`meta ${meta}`}>
        <Credit of={article}>
          <Time date={article.published_date} />
        </Credit>
      </p>
    </>
  );
}

type Credited = {
  [Name in "byline" | "authors" | "genre" | "portrait_url"]?: ArticleSummary[Name] | undefined;
};

/** The server's byline is in English. */
function useByline({ byline, authors }: Credited): string | undefined {
  const language = useLanguage();
  if (!language || !authors) return byline;
  return authors.length === 1 ? authors[0] : listOfNames(authors, language);
}

/** Who says it, above the headline of an opinion; nothing for other articles. */
export function OpinionBy({ of }: { of: Credited }) {
  const names = useByline(of);
  if (of.genre !== "opinion" || !names) return null;
  return (
    <p className="mt-2 mb-1.5 flex items-center gap-3 text-[0.9375rem] font-semibold text-ink">
      {isOwnPicture(of.portrait_url ?? "") && (
        <Picture
          src={of.portrait_url ?? ""}
          alt=""
          sizes="40px"
          ratio="1/1"
          className="size-10 shrink-0 rounded-full"
        />
      )}
      {names}
    </p>
  );
}

/** The authors, if known, followed by the date; an opinion's are above its headline. */
export function Credit({ of, children }: { of: Credited; children: ReactNode }) {
  const names = useByline(of);
  return (
    <>
      {names && of.genre !== "opinion" && (
        <>
          {names}&nbsp;<span aria-hidden="true">·</span>{" "}
        </>
      )}
      {children}
    </>
  );
}

export function TrendingList(props: { limit?: number; category?: string }) {
  const t = useText();
  const { data: articles, isPending } = useApi(trendingArticles(props.category), { select: completeList });
  return (
    <section aria-labelledby="trending">
      <SectionHeading id="trending">{t("Trending")}</SectionHeading>
      {isPending && <SkeletonLines lines={8} />}
      {articles?.length === 0 && <StateNote>{t("Nothing is trending yet.")}</StateNote>}
      <NumberedStories articles={articles?.slice(0, props.limit ?? 7) ?? []} />
    </section>
  );
}

/** Headlines with their places in a list. */
export function NumberedStories({ articles }: { articles: readonly ArticleSummary[] }) {
  return (
    <ol className="-mt-4 divide-y divide-rule">
      {articles.map((article, place) => (
        <li key={article.id} className="trending-line">
          <span aria-hidden="true" className="trending-place">
            {String(place + 1).padStart(2, "0")}
          </span>
          <div>
            <StoryTitle article={article} className="headline-xs line-clamp-4" />
            <LineMeta of={article} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Below the headline of a short line: its section, or who says an opinion, and its time. */
export function LineMeta({ of: article }: { of: ArticleSummary }) {
  const names = useByline(article);
  const own = useContext(OwnCategory);
  const of = article.genre === "opinion" ? names : article.category_slug !== own && article.category;
  return (
    <p className="meta mt-1.5">
      <StoryMarks of={article} />
      {of && (
        <>
          {of}&nbsp;<span aria-hidden="true">·</span>{" "}
        </>
      )}
      <RelativeDate date={article.published_date} />
    </p>
  );
}
