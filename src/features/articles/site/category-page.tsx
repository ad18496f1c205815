import type { QueryClient, UseQueryResult } from "@tanstack/react-query";
import { type ComponentType, use, useMemo } from "react";
import { adSpacesAt } from "#features/ads/rules.ts";
import type { AdType } from "#features/ads/schema.ts";
import { AdSlot } from "#features/ads/site/ad-slot.tsx";
import type { Category } from "#features/categories/endpoints.ts";
import { allCategories } from "#features/categories/rules.ts";
import { CategoryBar } from "#features/categories/site/category-bar.tsx";
import { CoinRow } from "#features/market/site/ticker-strip.tsx";
import { ApiError, type Paged, statusOf } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { isPaid, withLead } from "#shared/genres.ts";
import { inLanguage } from "#shared/language.ts";
import { type Head, type PageContext, type PageModule, pageCount, pageNumberOf } from "#shared/page.ts";
import { phoneSizes } from "#shared/pictures.ts";
import { Link, Redirect, useParams, useSearch } from "#shared/router.tsx";
import { useLanguage, useSite, useText } from "#shared/site-context.tsx";
import { textIn } from "#shared/translate.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { StateNote, StateScreen } from "#ui/state-screen.tsx";
import { categoryArticles, categorySection, categoryUrl, trendingArticles } from "../calls.ts";
import type { CategorySection } from "../endpoints.ts";
import { ARTICLES_PER_PAGE } from "../rules.ts";
import type { ArticleSummary } from "../schema.ts";
import { ArticleCard, ArticleCardSkeleton, OwnCategory, StoryText, TrendingList } from "./article-card.tsx";
import { completePage } from "./complete.ts";
import type { Slots } from "./front-blocks.tsx";
import { frontOf, loadBlocks } from "./fronts.ts";
import { PAST_LAST_PAGE, Pager, PastLastPage } from "./pager.tsx";
import { TopicChips } from "./topic-chips.tsx";

const AD_LOCATION = "category";

type Box = ComponentType;
/** Another feature's box, which only arranged pages show. */
let Newsletter: Box | undefined;

/** The module of the route, with the newsletter's box, which is loaded for arranged pages alone. */
export const categoryPage = (loadBox: () => Promise<Box>): PageModule => ({
  Page,
  queries,
  head,
  movedTo,
  status,
  load: ({ fronts }) =>
    fronts?.category
      ? Promise.all([
          loadBlocks(),
          loadBox().then((box) => {
            Newsletter = box;
          }),
        ])
      : undefined,
});

export function Page() {
  const t = useText();
  const { slug = "" } = useParams();
  const search = useSearch();
  const page = pageNumberOf(search.get("page"));
  const select = useMemo(() => completePage(page, ARTICLES_PER_PAGE), [page]);
  const articles = useApi(categoryArticles(slug, page), { select });
  const category = findCategory(useApi(allCategories()).data, slug);
  const { accent = "" } = useApi(categorySection(slug), { enabled: page === 1 }).data ?? {};
  const hasOwnFront = useSite().fronts?.category === true && page === 1;
  const moved = presentSlug(articles.data);
  if (moved) return <Redirect to={addressOf(moved, page)} />;
  if (isUnknown(articles.error)) return <CategoryNotFound />;
  const total = articles.data?.total ?? category?.count;
  const countOf = (count: number) => t({ one: "1 article", other: "{count} articles" }, { count });
  const own = category?.slug ?? slug;
  return (
    <div className="page-width pt-6 pb-16" data-accent={accent.slice(1) || undefined}>
      <AdSlot location={AD_LOCATION} type="leaderboard" />
      <header className="relative mt-8 sm:mt-12">
        {page === 1 && <SectionPicture slug={slug} />}
        <h1 className="headline-xl">{nameOf(slug, category, articles.data)}</h1>
        {page === 1 && <Standfirst slug={slug} />}
        {!!total && (
          <p className="meta mt-3 flex gap-4 tabular-nums">
            {page > 1 ? t("{articles}, page {page}", { articles: countOf(total), page }) : countOf(total)}
            <a href={feedUrl.rss(pageUrl.category(own))} className="link-quiet hover:text-ink">
              RSS
            </a>
          </p>
        )}
      </header>
      <div className="mt-6">
        <CategoryBar active={own} />
      </div>
      <OwnCategory value={own}>
        {hasOwnFront ? (
          <ArrangedCategory slug={slug} articles={articles} />
        ) : (
          <SpecifiedCategory {...{ slug, page, articles }} />
        )}
      </OwnCategory>
    </div>
  );
}

/** Above the heading on phones, next to it on wider screens. */
function SectionPicture({ slug }: { slug: string }) {
  const { image_url: picture = "" } = useApi(categorySection(slug)).data ?? {};
  if (!isOwnPicture(picture)) return null;
  return (
    <Picture
      src={picture}
      alt=""
      sizes="(min-width: 768px) 288px, 92vw"
      ratio="16/9"
      priority
      className="mb-5 md:float-end md:ms-8 md:mb-0 md:w-72"
    />
  );
}

/** What the category is about, its editor, and its busiest topics, as far as there are any. */
function Standfirst({ slug }: { slug: string }) {
  const t = useText();
  const language = useLanguage();
  const { description = "", editor = "", topics = [] } = useApi(categorySection(slug)).data ?? {};
  return (
    <>
      {description && (
        <p
          {...inLanguage("", language, description)}
          className="mt-3 max-w-[62ch] text-lg text-pretty text-muted rtl:text-right"
        >
          {description}
        </p>
      )}
      {editor && <p className="mt-2 text-[0.9375rem] font-semibold">{t("Editor: {name}", { name: editor })}</p>}
      <TopicChips topics={topics} />
    </>
  );
}

type Shown = { slug: string; articles: UseQueryResult<Paged<ArticleSummary>> };

/** The first page of a category that editors have arranged; its list comes last if they have not placed it. */
function ArrangedCategory({ slug, articles }: Shown) {
  const { ArrangedPage, listedOn } = use(loadBlocks());
  const front = useApi(frontOf("category", slug));
  const blocks = front.data?.blocks;
  if (!front.data || !blocks)
    return front.isPending ? null : <SpecifiedCategory slug={slug} page={1} articles={articles} />;
  const slots: Slots = {
    categories: () => <CategoryBar active={slug} />,
    newsletter: () => Newsletter && <Newsletter />,
    coins: () => <CoinRow />,
    ad: ({ form }, nth, isLast) => <AdSlot location={AD_LOCATION} type={form as AdType} index={nth} isLast={isLast} />,
  };
  const { data } = articles;
  const left = data && { ...data, items: listedOn(front.data, data.items) };
  // Without this, a list whose articles are all in blocks would say that nothing is published.
  const isEmpty = data && left && data.items.length > 0 && left.items.length === 0 && data.total === data.items.length;
  const shown = { ...articles, data: left } as typeof articles;
  const list = isEmpty ? null : <CategoryArticles slug={slug} page={1} articles={shown} />;
  return <ArrangedPage blocks={blocks} slots={slots} stories={list} />;
}

function SpecifiedCategory({ slug, page, articles }: Shown & { page: number }) {
  return (
    <div className="mt-8 gap-x-16 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem]">
      <CategoryArticles slug={slug} page={page} articles={articles} />
      <div className="section-side mt-14 space-y-12 lg:mt-0">
        <TrendingList category={slug} />
        <div className="space-y-12 lg:sticky lg:top-8">
          <AdSlot location={AD_LOCATION} type="rectangle" />
          <AdSlot location={AD_LOCATION} type="sidebar" isLast />
        </div>
      </div>
    </div>
  );
}

/**
 * The category's name with its own capitals, from the list of categories or one of its articles. Otherwise the slug,
 * capitalised.
 */
function nameOf(slug: string, category: Category | undefined, list: Paged<ArticleSummary> | undefined): string {
  const article = list?.items.find(({ category_slug }) => category_slug === slug);
  return category?.name ?? article?.category ?? slug.charAt(0).toUpperCase() + slug.slice(1);
}

/** The address may contain the lower-cased name instead of the slug. */
function findCategory(categories: Category[] | undefined, slug: string): Category | undefined {
  const wanted = slug.toLowerCase();
  return categories?.find((category) => category.slug === wanted || category.name.toLowerCase() === wanted);
}

/** The current slug, if the list was requested by name or by a former slug. */
function presentSlug(list: Paged<unknown> | undefined): string | undefined {
  const [before = "", after = ""] = categoryUrl("*").split("*");
  return list?.location && decodeURIComponent(list.location.slice(before.length, -after.length));
}

function addressOf(slug: string, page: number): string {
  return page > 1 ? `${pageUrl.category(slug)}?page=${page}` : pageUrl.category(slug);
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

const read = ({ params, search }: PageContext) => ({
  slug: params.slug ?? "",
  page: pageNumberOf(search.get("page")),
});

function queries(context: PageContext): ApiQuery<unknown>[] {
  const { slug, page } = read(context);
  const own = context.site.fronts?.category && page === 1 ? [frontOf("category", slug)] : [];
  const section = page === 1 ? [categorySection(slug)] : [];
  const ads = adSpacesAt(AD_LOCATION);
  return [categoryArticles(slug, page), allCategories(), trendingArticles(slug), ads, ...section, ...own];
}

export async function head(context: PageContext, client: QueryClient): Promise<Head> {
  const { slug, page } = read(context);
  const t = textIn(context.site.language);
  const category = findCategory(client.getQueryData<Category[]>(allCategories().queryKey), slug);
  const ownSlug = category?.slug ?? slug;
  const path = pageUrl.category(ownSlug);
  const canonical = addressOf(ownSlug, page);
  const state = client.getQueryState<Paged<ArticleSummary>>(categoryArticles(slug, page).queryKey);
  const name = nameOf(slug, category, state?.data);
  if (isUnknown(state?.error)) {
    return {
      title: t("Category not found"),
      description: t("This category does not exist."),
      canonical,
      robots: "noindex",
    };
  }
  if (state?.data && isPastLast(state.data.total, page)) {
    const description = t("The articles on {name} end before page {page}.", { name, page });
    return { title: t(PAST_LAST_PAGE), description, canonical, robots: "noindex" };
  }
  const { breadcrumbList } = await import("#shared/structured-data.ts");
  const section = client.getQueryData<CategorySection>(categorySection(slug).queryKey);
  return {
    title: page > 1 ? t("{name}, page {page}", { name, page }) : name,
    description:
      section?.description ||
      t("News, explainers and analysis on {name} from {site}.", { name, site: context.site.name }),
    canonical,
    ...(state?.error ? { robots: "noindex" } : {}),
    feedOf: path,
    jsonLd: [breadcrumbList(context.site, [{ name, path }])],
  };
}

function movedTo(context: PageContext, client: QueryClient): string | undefined {
  const { slug, page } = read(context);
  const moved = presentSlug(client.getQueryData<Paged<ArticleSummary>>(categoryArticles(slug, page).queryKey));
  return moved && addressOf(moved, page);
}

/** 404 for an unknown category, and for a page beyond its last. */
export function status(context: PageContext, client: QueryClient): number {
  const { slug, page } = read(context);
  const state = client.getQueryState<Paged<ArticleSummary>>(categoryArticles(slug, page).queryKey);
  if (state?.error) return statusOf(state.error);
  return state?.data && isPastLast(state.data.total, page) ? 404 : 200;
}

const LEAD_SIZES = `(min-width: 1536px) 1008px, (min-width: 1232px) 784px, (min-width: 1024px) calc(100vw - 450px), ${phoneSizes("92vw")}`;
const GRID = "grid gap-x-8 gap-y-12 sm:grid-cols-2";

type Props = {
  slug: string;
  page: number;
  articles: UseQueryResult<Paged<ArticleSummary>>;
};

/** Whether a page is beyond a category's last; an empty category has one page. */
export const isPastLast = (total: number, page: number) => page > pageCount(total, ARTICLES_PER_PAGE);

export function CategoryArticles({ slug, page, articles }: Props) {
  const t = useText();
  if (articles.data) {
    const { items, total } = articles.data;
    if (items.length === 0) return <NothingHere slug={slug} isBeyondEnd={isPastLast(total, page)} />;
    const href = (to: number) => (to > 1 ? `${pageUrl.category(slug)}?page=${to}` : pageUrl.category(slug));
    return (
      <section aria-label={t("Articles")}>
        <div className={GRID}>
          {(page === 1 ? withLead(items) : items).map((article, place) =>
            page === 1 && place === 0 && !isPaid(article) ? (
              <CategoryLead key={article.id} article={article} />
            ) : (
              <ArticleCard key={article.id} article={article} as="h2" isInCategory priority={page > 1 && place < 2} />
            ),
          )}
        </div>
        <Pager page={page} pages={pageCount(total, ARTICLES_PER_PAGE)} href={href} />
      </section>
    );
  }
  if (articles.error) {
    return (
      <section aria-label={t("Articles")}>
        <StateNote tone="failed">{t("The articles could not be loaded.")}</StateNote>
        <Button variant="outline" onClick={() => articles.refetch()}>
          {t("Try again")}
        </Button>
      </section>
    );
  }
  return (
    <section aria-label={t("Articles")}>
      <p role="status" className="meta mb-6">
        {t("Loading articles...")}
      </p>
      <div className={GRID}>
        {[1, 2, 3, 4].map((place) => (
          <ArticleCardSkeleton key={place} />
        ))}
      </div>
    </section>
  );
}

function CategoryLead({ article }: { article: ArticleSummary }) {
  return (
    <article className="relative border-rule pb-2 sm:col-span-2 sm:border-b sm:pb-10">
      {isOwnPicture(article.image_url) && (
        <Picture
          src={article.image_url}
          alt=""
          sizes={LEAD_SIZES}
          ratio="16/9"
          priority
          className="2xl:max-h-112 2xl:w-full"
        />
      )}
      <div className="pt-4 lg:pt-5">
        <StoryText
          article={article}
          as="h2"
          isInCategory
          className="headline-lg mt-2"
          excerpt="mt-2.5 max-w-[62ch] text-[1.0625rem] leading-normal text-pretty text-muted"
          meta="mt-3"
        />
      </div>
    </article>
  );
}

function NothingHere({ slug, isBeyondEnd }: { slug: string; isBeyondEnd: boolean }) {
  const t = useText();
  return (
    <section aria-label={t("Articles")} className="pt-4 pb-12">
      {isBeyondEnd ? (
        <PastLastPage sentence={t("The articles of this category end before it.")} first={pageUrl.category(slug)} />
      ) : (
        <>
          <h2 className="headline-md">{t("Nothing published here yet")}</h2>
          <p className="mt-3 max-w-md text-muted">
            {t("The first article in this category is still being written. Until then, see what is new elsewhere.")}
          </p>
          <Link to={pageUrl.home()} className={buttonClass("outline", "mt-6")}>
            {t("Latest articles")}
          </Link>
        </>
      )}
    </section>
  );
}

export function CategoryNotFound() {
  const t = useText();
  return (
    <StateScreen title={t("Category not found")} link={{ to: pageUrl.home(), label: t("Go back to homepage") }}>
      <p>{t("There is no category at this address. It may have been renamed or removed.")}</p>
    </StateScreen>
  );
}
