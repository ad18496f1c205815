import type { QueryClient } from "@tanstack/react-query";
import { adSpacesAt } from "#features/ads/calls.ts";
import { AdSlot } from "#features/ads/site/ad-slot.tsx";
import { trendingArticles } from "#features/articles/calls.ts";
import { ArticleGrid } from "#features/articles/site/article-grid.tsx";
import { ArticleTabs } from "#features/articles/site/article-tabs.tsx";
import { LEAD_SIZES } from "#features/articles/site/lead-story.tsx";
import { PicksList } from "#features/articles/site/picks-list.tsx";
import { TrendingList } from "#features/articles/site/trending-list.tsx";
import { CategoryBar } from "#features/categories/site/category-bar.tsx";
import { homeSections } from "#features/front-page/calls.ts";
import type { HomeSections } from "#features/front-page/schema.ts";
import { NewsletterBox } from "#features/newsletter/site/sidebar-box.tsx";
import type { Head, PageContext } from "#shared/page.ts";
import { useSite } from "#shared/site-context.tsx";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { FeaturedSection } from "./featured-section.tsx";

const LOCATION = "homepage";

/** How many of the latest articles are shown as cards. */
const LATEST_CARDS = 4;

export const queries = () => [homeSections(), trendingArticles(), adSpacesAt(LOCATION)];

export function head({ site }: PageContext, client: QueryClient): Head {
  const lead = client.getQueryData<HomeSections>(homeSections().queryKey)?.lead[0];
  return {
    title: site.title,
    description: site.description,
    canonical: pageUrl.home(),
    ...(lead ? { preloadImage: { url: lead.image_url, sizes: LEAD_SIZES } } : {}),
  };
}

/** The home page: lead, filter, latest and picks, next to the sidebar. No story stands in two of them (decision 59). */
export function Page() {
  const site = useSite();
  const { data, isPending } = useApi(homeSections());
  // All that there is may stand above already.
  const hasLatest = !data || data.latest.length > 0 || data.lead.length + data.choice.length === 0;
  return (
    <div className="page-width">
      <h1 className="sr-only">
        {site.name}: {site.title}
      </h1>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,730px)_minmax(19rem,1fr)] lg:pt-9">
        <FeaturedSection articles={data?.lead} loading={isPending} />
        <ArticleTabs articles={data?.choice} loading={isPending} />
      </div>
      <div className="mt-10">
        <CategoryBar />
      </div>
      <div className="py-10">
        <AdSlot location={LOCATION} type="leaderboard" />
      </div>
      <div className="grid gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-14">
          {hasLatest && (
            <section aria-labelledby="latest">
              <SectionHeading
                id="latest"
                aside={
                  <a href={feedUrl.rss()} className="meta link-quiet hover:text-ink">
                    RSS
                  </a>
                }
              >
                Latest Articles
              </SectionHeading>
              <ArticleGrid
                articles={data?.latest}
                cards={LATEST_CARDS}
                loading={isPending}
                empty="The first articles are on their way."
              />
            </section>
          )}
          <AdSlot location={LOCATION} type="rectangle" />
          <PicksList articles={data?.picks} loading={isPending} />
        </div>
        <aside aria-label="More to read" className="flex flex-col gap-12">
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
      <div className="mt-14">
        <AdSlot location={LOCATION} type="leaderboard" index={1} />
      </div>
    </div>
  );
}
