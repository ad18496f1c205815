import { useApi } from "#shared/use-api.ts";
import { BreakingMark } from "#ui/badge.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { RelativeDate } from "#ui/time.tsx";
import { trendingArticles } from "../calls.ts";
import { completeList } from "./complete.ts";
import { StoryTitle } from "./story-title.tsx";

export function TrendingList(props: { limit?: number }) {
  const { data: articles, isPending } = useApi(trendingArticles(), { select: completeList });
  return (
    <section aria-labelledby="trending">
      <SectionHeading id="trending">Trending</SectionHeading>
      {isPending && <SkeletonLines lines={8} />}
      {articles?.length === 0 && <StateNote>Nothing is trending yet.</StateNote>}
      <ol className="-mt-4 divide-y divide-rule">
        {articles?.slice(0, props.limit ?? 7).map((article, place) => (
          <li key={article.id} className="relative grid grid-cols-[2.75rem_minmax(0,1fr)] py-4">
            <span aria-hidden="true" className="font-display text-[1.75rem] leading-none text-accent tabular-nums">
              {String(place + 1).padStart(2, "0")}
            </span>
            <div>
              <StoryTitle article={article} className="headline-xs line-clamp-4" />
              <p className="meta mt-1.5">
                <BreakingMark isBreaking={article.is_breaking} />
                {article.category} <span aria-hidden="true">·</span> <RelativeDate date={article.published_date} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
