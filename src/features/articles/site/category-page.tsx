import type { QueryClient } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { adSpacesAt } from "#features/ads/calls.ts";
import { AdSlot } from "#features/ads/site/ad-slot.tsx";
import { allCategories } from "#features/categories/calls.ts";
import type { Category } from "#features/categories/schema.ts";
import { CategoryBar } from "#features/categories/site/category-bar.tsx";
import { ApiError, type Paged } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import type { Head, PageContext } from "#shared/page.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { breadcrumbList } from "#ui/breadcrumbs.ts";
import { CATEGORY_PAGE_SIZE, categoryArticles, trendingArticles } from "../calls.ts";
import { pageCount, pageNumberOf } from "../rules.ts";
import type { ArticleSummary } from "../schema.ts";
import { CategoryArticles, CategoryNotFound } from "./category-articles.tsx";
import { PAST_LAST_PAGE } from "./past-last-page.tsx";
import { TrendingList } from "./trending-list.tsx";
import { useScrollToTop } from "./use-scroll-to-top.ts";

const AD_LOCATION = "category";

/** The category page (spec section 2): `/category/{slug}`, further pages by `?page=N`. */
export function Page() {
  const { slug = "" } = useParams();
  const [search] = useSearchParams();
  const page = pageNumberOf(search.get("page"));
  const articles = useApi(categoryArticles(slug, page));
  const category = findCategory(useApi(allCategories()).data, slug);
  useScrollToTop(String(page));
  if (isUnknown(articles.error)) return <CategoryNotFound />;
  const total = articles.data?.total ?? category?.count;
  return (
    <div className="page-width pt-6 pb-16">
      <AdSlot location={AD_LOCATION} type="leaderboard" />
      <header className="mt-8 sm:mt-12">
        <h1 className="headline-xl">{headingOf(slug)}</h1>
        {!!total && (
          <p className="meta mt-3 tabular-nums">
            {total === 1 ? "1 article" : `${total} articles`}
            {page > 1 && `, page ${page}`}
          </p>
        )}
      </header>
      <div className="mt-6">
        <CategoryBar active={category?.slug ?? slug} />
      </div>
      <div className="mt-8 gap-x-16 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem]">
        <CategoryArticles slug={slug} page={page} articles={articles} />
        <div className="mt-14 space-y-12 lg:mt-0">
          <TrendingList />
          <AdSlot location={AD_LOCATION} type="rectangle" />
          <AdSlot location={AD_LOCATION} type="sidebar" />
        </div>
      </div>
    </div>
  );
}

/** The slug with its first letter capitalised (spec section 2). */
function headingOf(slug: string): string {
  return slug.charAt(0).toUpperCase() + slug.slice(1);
}

/** The address may carry the lower-cased name in place of the slug (contract section 2). */
function findCategory(categories: Category[] | undefined, slug: string): Category | undefined {
  const wanted = slug.toLowerCase();
  return categories?.find((category) => category.slug === wanted || category.name.toLowerCase() === wanted);
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

const read = ({ params, search }: PageContext) => ({
  slug: params.slug ?? "",
  page: pageNumberOf(search.get("page")),
});

export function queries(context: PageContext): ApiQuery<unknown>[] {
  const { slug, page } = read(context);
  return [categoryArticles(slug, page), allCategories(), trendingArticles(), adSpacesAt(AD_LOCATION)];
}

export function head(context: PageContext, client: QueryClient): Head {
  const { slug, page } = read(context);
  const category = findCategory(client.getQueryData<Category[]>(allCategories().queryKey), slug);
  const path = pageUrl.category(category?.slug ?? slug);
  const name = category?.name ?? headingOf(slug);
  const canonical = page > 1 ? `${path}?page=${page}` : path;
  const state = client.getQueryState<Paged<ArticleSummary>>(categoryArticles(slug, page).queryKey);
  if (isUnknown(state?.error)) {
    return { title: "Category not found", description: "This category does not exist.", canonical, robots: "noindex" };
  }
  if (state?.data?.total && status(context, client) === 404) {
    const description = `The articles on ${name} end before page ${page}.`;
    return { title: PAST_LAST_PAGE, description, canonical, robots: "noindex" };
  }
  return {
    title: page > 1 ? `${name}, page ${page}` : name,
    description: `News, explainers and analysis on ${name} from ${context.site.name}.`,
    canonical,
    feedOf: category?.slug ?? slug,
    jsonLd: [breadcrumbList(context.site, [{ name, path }])],
  };
}

/** 404 for an unknown category and for a page beyond its last. */
export function status(context: PageContext, client: QueryClient): number {
  const { slug, page } = read(context);
  const state = client.getQueryState<Paged<ArticleSummary>>(categoryArticles(slug, page).queryKey);
  if (isUnknown(state?.error)) return 404;
  if (state?.error) return 503;
  return state?.data && page > pageCount(state.data.total, CATEGORY_PAGE_SIZE) ? 404 : 200;
}
