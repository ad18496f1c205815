import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { trendingArticles } from "#features/articles/calls.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { Credit, OpinionBy, StoryTitle, TrendingList } from "#features/articles/site/article-card.tsx";
import { completeList, completePage } from "#features/articles/site/complete.ts";
import { Pager, PastLastPage } from "#features/articles/site/pager.tsx";
import type { PageEndpoints } from "#features/pages/endpoints.ts";
import { type Paged, statusOf } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { inLanguage } from "#shared/language.ts";
import { type Head, type PageContext, pageCount, pageNumberOf } from "#shared/page.ts";
import { usePlace, useSearch } from "#shared/router.tsx";
import { useLanguage, useSite, useText } from "#shared/site-context.tsx";
import { textIn } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { StoryMarks } from "#ui/badge.tsx";
import { TeaserPicture } from "#ui/picture.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { CardDate } from "#ui/time.tsx";
import type { SearchEndpoints } from "../endpoints.ts";
import { type Filters, filtersIn, markMatches, searchUrl } from "../rules.ts";
import { FoundNames, namesFound } from "./found-names.tsx";
import { SearchForm } from "./search-form.tsx";

export function Page() {
  const t = useText();
  const { isNeutral } = useSite();
  const search = useSearch();
  const { query, filters, page } = read(search);
  const isWhole = page === 1 && Object.keys(filters).length === 0;
  return (
    <div className="page-width pt-10 pb-20 sm:pt-14">
      <h1 className="headline-lg break-words">{query ? t('Search Results for "{query}"', { query }) : t("Search")}</h1>
      <div className="mt-6">
        <SearchForm query={query} filters={filters} />
      </div>
      <div className="mt-8 gap-x-16 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem]">
        <section aria-label={t("Results")}>
          {query && isWhole && <FoundNames query={query} />}
          {query && isWhole && <FoundPages query={query} />}
          {query ? (
            <Results query={query} filters={filters} page={page} />
          ) : (
            <StateNote>
              {t(
                isNeutral
                  ? "What would you like to read about?"
                  : "What would you like to read about? Try a coin, a technology or a question.",
              )}
            </StateNote>
          )}
        </section>
        <div className="side-column mt-14 lg:mt-0">
          <TrendingList />
        </div>
      </div>
    </div>
  );
}

const pagesFound = (query: string) => clientOf<PageEndpoints>().query("GET /pages/search", { query: { query } });

/** The publication's own pages, above the articles. A backend of the specification has none. */
function FoundPages({ query }: { query: string }) {
  const t = useText();
  const { data = [] } = useApi(pagesFound(query));
  if (data.length === 0) return null;
  return (
    <ul aria-label={t("Pages")} className="mb-8 divide-y divide-rule border-y border-rule">
      {data.map(({ title, path, description }) => (
        <li key={path} className="py-4">
          <a href={path} className="headline-sm link-quiet">
            {title}
          </a>
          {description && <p className="mt-1 text-[0.9375rem] text-muted">{description}</p>}
        </li>
      ))}
    </ul>
  );
}

function Results({ query, filters, page }: Asked) {
  const t = useText();
  const select = useMemo(() => completePage(page, SEARCH_PAGE_SIZE, completeList), [page]);
  // While the reader types, the former results stay until the next ones are there.
  const isTyped = usePlace().action === "stay";
  const results = useApi(searchResults({ query, filters, page }), {
    select,
    ...(isTyped && { placeholderData: keepPreviousData }),
  });
  if (results.data) {
    const { items, total } = results.data;
    if (isPastLast(results.data, page)) {
      return (
        <div className="pt-4 pb-12">
          <PastLastPage sentence={t("The results of this search end before it.")} first={searchUrl(query, filters)} />
        </div>
      );
    }
    return (
      <>
        <p role="status" className={items.length > 0 ? "meta tabular-nums" : "py-8 text-lg text-muted"}>
          {items.length > 0
            ? t({ one: "1 result", other: "{count} results" }, { count: total })
            : t("No results found.")}
        </p>
        {items.length > 0 && (
          <ol aria-busy={results.isPlaceholderData} className="mt-4 divide-y divide-rule border-t border-rule">
            {items.map((article) => (
              <li key={article.id}>
                <SearchResult article={article} query={query} />
              </li>
            ))}
          </ol>
        )}
        <Pager page={page} pages={pageCount(total, SEARCH_PAGE_SIZE)} href={(to) => searchUrl(query, filters, to)} />
      </>
    );
  }
  if (results.error) return <StateNote tone="failed">{t("Failed to fetch search results")}</StateNote>;
  return (
    <>
      <p role="status" className="meta">
        {t("Loading...")}
      </p>
      <div aria-hidden="true" className="mt-4 divide-y divide-rule border-t border-rule">
        {[1, 2, 3].map((place) => (
          <div key={place} className="flex gap-8 py-6">
            <SkeletonLines lines={4} className="flex-1" />
            <Skeleton className="aspect-3/2 w-24 shrink-0 self-start sm:w-50" />
          </div>
        ))}
      </div>
    </>
  );
}

/**
 * A search without results has one page, whatever page is requested. If very many articles match, only the first pages
 * are listed, though all are counted.
 */
const isPastLast = ({ items, total }: Paged<unknown>, page: number) =>
  total > 0 && (items.length === 0 || page > pageCount(total, SEARCH_PAGE_SIZE));

type Asked = { query: string; filters: Filters; page: number };

const read = (search: URLSearchParams): Asked => ({
  query: (search.get("query") ?? "").trim(),
  filters: filtersIn(search),
  page: pageNumberOf(search.get("page")),
});

export function queries({ search }: PageContext): ApiQuery<unknown>[] {
  const { query, filters, page } = read(search);
  if (!query) return [trendingArticles()];
  const isWhole = page === 1 && Object.keys(filters).length === 0;
  return [
    searchResults({ query, filters, page }),
    trendingArticles(),
    ...(isWhole ? [pagesFound(query), ...namesFound(query)] : []),
  ];
}

export function head({ search, site }: PageContext): Head {
  const { query } = read(search);
  const t = textIn(site.language);
  return {
    title: query ? t('Search Results for "{query}"', { query }) : t("Search"),
    description: t("Search the articles of this publication."),
    canonical: pageUrl.search(query || undefined),
    robots: "noindex",
  };
}

/**
 * A rejected query keeps its status (400 for one that is too long), server failures are 503; past the last page is 404.
 */
export function status({ search }: PageContext, client: QueryClient): number {
  const { query, filters, page } = read(search);
  if (!query) return 200;
  const state = client.getQueryState<Paged<ArticleSummary>>(searchResults({ query, filters, page }).queryKey);
  if (state?.error) return statusOf(state.error);
  return state?.data && isPastLast(state.data, page) ? 404 : 200;
}

function MarkedText({ text, query }: { text: string; query: string }) {
  let offset = 0;
  return markMatches(text, query).map((segment) => {
    const key = offset;
    offset += segment.text.length;
    return segment.match ? <mark key={key}>{segment.text}</mark> : <span key={key}>{segment.text}</span>;
  });
}

export function SearchResult({ article, query }: { article: ArticleSummary; query: string }) {
  const siteLanguage = useLanguage();
  return (
    <article className="relative flex items-start gap-5 py-6 sm:gap-8 large-text:flex-col-reverse">
      <div className="min-w-0 flex-1">
        {(article.is_breaking || article.category || article.genre) && (
          <p>
            <StoryMarks of={article} />
            <span className="kicker">{article.category}</span>
          </p>
        )}
        <OpinionBy of={article} />
        <StoryTitle article={article} as="h2" className="headline-md mt-1.5">
          <MarkedText text={article.title} query={query} />
        </StoryTitle>
        {article.excerpt && (
          <p
            {...inLanguage(article.language, siteLanguage, article.excerpt)}
            className="mt-2 text-[0.9375rem] text-pretty text-muted"
          >
            <MarkedText text={article.excerpt} query={query} />
          </p>
        )}
        {article.published_date && (
          <p className="meta mt-2.5">
            <Credit of={article}>
              <CardDate date={article.published_date} />
            </Credit>
          </p>
        )}
      </div>
      <TeaserPicture
        src={article.image_url}
        alt=""
        sizes="(min-width: 640px) 200px, 96px"
        ratio="3/2"
        className="w-24 shrink-0 sm:w-50"
      />
    </article>
  );
}

export const SEARCH_PAGE_SIZE = 20;

const search = clientOf<SearchEndpoints>();

export const searchResults = ({ query, filters = {}, page }: { query: string; filters?: Filters; page: number }) =>
  search.paged("GET /articles/search", {
    query: { query, ...filters, limit: SEARCH_PAGE_SIZE, offset: (page - 1) * SEARCH_PAGE_SIZE },
  });
