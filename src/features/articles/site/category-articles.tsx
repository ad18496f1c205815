import type { UseQueryResult } from "@tanstack/react-query";
import type { Paged } from "#shared/api-client.ts";
import { inLanguage } from "#shared/language.ts";
import { pageCount } from "#shared/paging.ts";
import { phoneSizes } from "#shared/pictures.ts";
import { Link } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import { BadgeLink, BreakingMark } from "#ui/badge.tsx";
import { Button, buttonClass } from "#ui/button.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { StateNote, StateScreen } from "#ui/state-screen.tsx";
import { CardDate } from "#ui/time.tsx";
import { CATEGORY_PAGE_SIZE } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import { ArticleCard, ArticleCardSkeleton } from "./article-card.tsx";
import { Credit } from "./credit.tsx";
import { Pager } from "./pager.tsx";
import { PastLastPage } from "./past-last-page.tsx";
import { StoryTitle } from "./story-title.tsx";

const LEAD_SIZES = `(min-width: 1232px) 784px, (min-width: 1024px) calc(100vw - 450px), ${phoneSizes("92vw")}`;
const GRID = "grid gap-x-8 gap-y-12 sm:grid-cols-2";

type Props = { slug: string; page: number; articles: UseQueryResult<Paged<ArticleSummary>> };

/** Whether a page is beyond a category's last; an empty category still has a first page. */
export const isPastLast = (total: number, page: number) => page > pageCount(total, CATEGORY_PAGE_SIZE);

/** One page of a category's articles in every state: loading, failed, empty, beyond the end, loaded. */
export function CategoryArticles({ slug, page, articles }: Props) {
  if (articles.data) {
    const { items, total } = articles.data;
    if (items.length === 0) return <NothingHere slug={slug} isBeyondEnd={isPastLast(total, page)} />;
    const href = (to: number) => (to > 1 ? `${pageUrl.category(slug)}?page=${to}` : pageUrl.category(slug));
    return (
      <section aria-label="Articles">
        <div className={GRID}>
          {items.map((article, place) =>
            page === 1 && place === 0 ? (
              <CategoryLead key={article.id} article={article} />
            ) : (
              <ArticleCard key={article.id} article={article} level={2} priority={page > 1 && place < 2} />
            ),
          )}
        </div>
        <Pager page={page} pages={pageCount(total, CATEGORY_PAGE_SIZE)} href={href} />
      </section>
    );
  }
  if (articles.error) {
    return (
      <section aria-label="Articles">
        <StateNote tone="failed">The articles could not be loaded.</StateNote>
        <Button variant="outline" onClick={() => articles.refetch()}>
          Try again
        </Button>
      </section>
    );
  }
  return (
    <section aria-label="Articles">
      <p role="status" className="meta mb-6">
        Loading articles...
      </p>
      <div className={GRID}>
        {[1, 2, 3, 4].map((place) => (
          <ArticleCardSkeleton key={place} />
        ))}
      </div>
    </section>
  );
}

/** The newest article of a category, spanning both columns. */
function CategoryLead({ article }: { article: ArticleSummary }) {
  return (
    <article className="relative border-b border-rule pb-10 sm:col-span-2">
      {isOwnPicture(article.image_url) && (
        <Picture src={article.image_url} alt="" sizes={LEAD_SIZES} ratio="16/9" priority />
      )}
      <div className="pt-4 lg:pt-5">
        <BreakingMark isBreaking={article.is_breaking} />
        <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
        <StoryTitle article={article} as="h2" className="headline-lg mt-2" />
        <p
          {...inLanguage(article.language)}
          className="mt-2.5 max-w-[62ch] text-[1.0625rem] leading-normal text-pretty text-muted"
        >
          {article.excerpt}
        </p>
        <p className="meta mt-3">
          <Credit of={article}>
            <CardDate date={article.published_date} />
          </Credit>
        </p>
      </div>
    </article>
  );
}

function NothingHere({ slug, isBeyondEnd }: { slug: string; isBeyondEnd: boolean }) {
  return (
    <section aria-label="Articles" className="pt-4 pb-12">
      {isBeyondEnd ? (
        <PastLastPage what="The articles of this category" first={pageUrl.category(slug)} />
      ) : (
        <>
          <h2 className="headline-md">Nothing published here yet</h2>
          <p className="mt-3 max-w-md text-muted">
            The first article in this category is still being written. Meanwhile, see what is new elsewhere.
          </p>
          <Link to={pageUrl.home()} className={buttonClass("outline", "mt-6")}>
            Latest articles
          </Link>
        </>
      )}
    </section>
  );
}

/** The screen for an unknown category. */
export function CategoryNotFound() {
  return (
    <StateScreen title="Category not found" link={{ to: pageUrl.home(), label: "Go back to homepage" }}>
      <p>There is no category at this address. It may have been renamed or removed.</p>
    </StateScreen>
  );
}
