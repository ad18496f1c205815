import type { QueryClient } from "@tanstack/react-query";
import { use } from "react";
import { adSpacesAt } from "#features/ads/rules.ts";
import type { AdType } from "#features/ads/schema.ts";
import { AdSlot } from "#features/ads/site/ad-slot.tsx";
import { homeFeatured, homeLatest, homePicks, homeSections, trendingArticles } from "#features/articles/calls.ts";
import type { ShownFront } from "#features/articles/fronts/schema.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { TrendingList } from "#features/articles/site/article-card.tsx";
import { CategorySections } from "#features/articles/site/category-sections.tsx";
import { completeLatest, completeList } from "#features/articles/site/complete.ts";
import type { Slots } from "#features/articles/site/front-blocks.tsx";
import { frontOf, loadBlocks } from "#features/articles/site/fronts.ts";
import {
  ArticleGrid,
  ArticleTabs,
  FeaturedCarousel,
  JustIn,
  justIn,
  LEAD_SIZES,
  LeadStory,
  PicksList,
  SecondStories,
} from "#features/articles/site/home-sections.tsx";
import { CategoryBar } from "#features/categories/site/category-bar.tsx";
import { CoinRow } from "#features/market/site/ticker-strip.tsx";
import { NewsletterBox } from "#features/newsletter/site/sidebar-box.tsx";
import type { ApiQuery } from "#shared/api-query.ts";
import { isPaid } from "#shared/genres.ts";
import type { Head, PageContext, SiteInfo } from "#shared/page.ts";
import { useSite, useText } from "#shared/site-context.tsx";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { isOwnPicture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";

type Props = {
  articles: ArticleSummary[] | undefined;
  /** The lead of a day without featured articles. */
  newest: ArticleSummary | undefined;
  loading: boolean;
};

/** From so many featured articles on, two of them are below the carousel, which still has several. */
const MIN_FOR_SECONDS = 4;

/** The top of the home page: on desktop the carousel, and two stories below it; elsewhere its first story alone. */
function FeaturedSection({ articles, newest, loading }: Props) {
  const t = useText();
  if (loading) {
    return (
      <div aria-busy="true">
        <Skeleton className="aspect-video" />
        <SkeletonLines lines={4} className="mt-6" />
      </div>
    );
  }
  // A failed call is not the same as no articles: the section stays empty, and the tab box keeps its position.
  if (!articles) return <div className="max-lg:hidden" />;
  const [lead, ...others] = articles;
  if (!lead)
    return (
      <div className="flex flex-col">
        <div className={newest && "max-lg:hidden"}>
          <StateNote>{t("No featured articles available.")}</StateNote>
        </div>
        {newest && <LeadStory article={newest} priority />}
      </div>
    );
  // Nothing to turn to: no carousel.
  if (others.length === 0)
    return (
      <section aria-label={t("Featured articles")}>
        <LeadStory article={lead} priority />
      </section>
    );
  const seconds = articles.length < MIN_FOR_SECONDS ? 0 : 2;
  return (
    <>
      <div className="lg:hidden">
        <LeadStory article={lead} priority />
      </div>
      <div className="max-lg:hidden">
        <FeaturedCarousel articles={[lead, ...others.slice(seconds)]} />
      </div>
      {seconds > 0 && <SecondStories articles={others.slice(0, seconds)} />}
    </>
  );
}

const LOCATION = "homepage";

/** How many articles the sections show; how many of the latest as cards. */
const FEATURED = 6;
const CHOICE = 5;
const LATEST = 10;
const LATEST_CARDS = 4;
const PICKS = 6;

/** The rows of picks: all, but for those that only the editor's choice shows. */
const rowsOf = (picks: Choosable[]) => picks.filter(({ is_choice }) => !is_choice).slice(0, PICKS);
type Choosable = ArticleSummary & { is_choice?: true | undefined };

const topQueries = () => [homeFeatured(), homePicks(), homeLatest(), trendingArticles()];

/** The calls of blocks without stories of their own; those with stories get them with the arrangement. */
const QUERIES: Record<string, () => ApiQuery<unknown>[]> = {
  top: topQueries,
  sections: () => [homeSections()],
  ad: () => [adSpacesAt(LOCATION)],
};

export const queries = ({ site }: PageContext): ApiQuery<unknown>[] => {
  const own = site.fronts?.home;
  if (own) return [frontOf("home"), ...own.flatMap((kind) => QUERIES[kind]?.() ?? [])];
  return [...topQueries(), homeSections(), adSpacesAt(LOCATION)];
};

export const load = ({ fronts }: SiteInfo) => (fronts?.home ? loadBlocks() : undefined);

export function head({ site }: PageContext, client: QueryClient): Head {
  const first = client.getQueryData<ShownFront>(frontOf("home").queryKey)?.blocks?.find(({ articles }) => articles[0]);
  // The pictures of the newest stories are small: no preload is worth it.
  const firstOf = ({ queryKey }: ReturnType<typeof homeLatest>) =>
    client.getQueryData<ArticleSummary[]>(queryKey)?.find((article) => !isPaid(article));
  const usual = site.startsWithLatest ? undefined : (firstOf(homeFeatured()) ?? firstOf(homeLatest()));
  const lead = site.fronts?.home ? first?.kind === "lead" && first.articles[0] : usual;
  return {
    title: site.title,
    description: site.description,
    canonical: pageUrl.home(),
    ...(lead && isOwnPicture(lead.image_url) ? { preloadImage: { url: lead.image_url, sizes: LEAD_SIZES } } : {}),
  };
}

/** The carousel, the newest headlines, and the box of two lists. `startsWith`: whether the page begins with them. */
function HomeTop({ isFirst }: { isFirst: boolean }) {
  const featured = useApi(homeFeatured(), { select: completeList });
  const picks = useApi(homePicks(), { select: completeList });
  const latest = useApi(homeLatest(), { select: completeLatest });
  const nextTo = [...(featured.data?.slice(0, FEATURED) ?? []), ...(picks.data?.slice(0, CHOICE) ?? [])];
  return (
    <div className={`home-top ${isFirst ? "lg:pt-9" : "mt-14"}`}>
      <FeaturedSection
        articles={featured.data?.slice(0, FEATURED)}
        newest={isFirst ? latest.data?.find((article) => !isPaid(article)) : undefined}
        loading={featured.isPending}
      />
      <JustIn articles={latest.data && justIn(latest.data, nextTo)} loading={latest.isPending} isEverywhere={isFirst} />
      <ArticleTabs articles={picks.data} loading={picks.isPending} />
    </div>
  );
}

/** The home page: the specified one, or the blocks that editors have arranged. */
export function Page() {
  const site = useSite();
  return (
    <div className="page-width">
      <h1 className="sr-only">{site.title === site.name ? site.name : `${site.name}: ${site.title}`}</h1>
      {site.fronts?.home ? <ArrangedHome /> : <SpecifiedHome />}
    </div>
  );
}

const SLOTS: Slots = {
  top: () => <HomeTop isFirst />,
  categories: () => <CategoryBar />,
  sections: () => <CategorySections />,
  newsletter: () => <NewsletterBox />,
  coins: () => <CoinRow />,
  ad: ({ form }, nth, isLast) => <AdSlot location={LOCATION} type={form as AdType} index={nth} isLast={isLast} />,
};

function ArrangedHome() {
  const t = useText();
  const { FrontBlocks } = use(loadBlocks());
  const { data, error } = useApi(frontOf("home"));
  if (error) return <StateNote tone="failed">{t("Failed to load articles")}</StateNote>;
  return (
    <div className="pt-6 lg:pt-9">
      <FrontBlocks blocks={data?.blocks ?? []} slots={SLOTS} />
    </div>
  );
}

/** Lead, filter, latest and picks, next to the sidebar; blocks of categories. Each section shows the list of its own call. */
function SpecifiedHome() {
  const t = useText();
  const site = useSite();
  const picks = useApi(homePicks(), { select: completeList });
  const latest = useApi(homeLatest(), { select: completeLatest });
  return (
    <>
      {!site.startsWithLatest && <HomeTop isFirst />}
      <div className="mt-10">
        <CategoryBar />
      </div>
      <div className="py-10 empty:pt-0">
        <AdSlot location={LOCATION} type="leaderboard" />
      </div>
      <div className="grid gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-14">
          <section aria-labelledby="latest">
            <SectionHeading
              id="latest"
              aside={
                <a href={feedUrl.rss()} className="meta link-quiet hover:text-ink">
                  RSS
                </a>
              }
            >
              {t("Latest Articles")}
            </SectionHeading>
            <ArticleGrid
              articles={latest.data?.slice(0, LATEST)}
              cards={LATEST_CARDS}
              loading={latest.isPending}
              empty={t("The first articles are coming soon.")}
            />
          </section>
          <AdSlot location={LOCATION} type="rectangle" />
          <PicksList articles={picks.data && rowsOf(picks.data)} loading={picks.isPending} />
        </div>
        <aside aria-label={t("More to read")} className="flex flex-col gap-12">
          <TrendingList />
          <AdSlot location={LOCATION} type="sidebar" />
          <div className="grow">
            <div className="space-y-12 lg:sticky lg:top-8">
              <NewsletterBox />
              <AdSlot location={LOCATION} type="sidebar" index={1} />
            </div>
          </div>
        </aside>
      </div>
      {site.startsWithLatest && <HomeTop isFirst={false} />}
      <CategorySections />
      <div className="mt-14 empty:hidden">
        <AdSlot location={LOCATION} type="leaderboard" index={1} isLast />
      </div>
    </>
  );
}
