import { useApi } from "#shared/use-api.ts";
import { BreakingMark } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { RelativeDate } from "#ui/time.tsx";
import { trendingArticles } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import { completeList } from "./complete.ts";
import { StoryTitle } from "./story-title.tsx";

const SHOWN = 5;

/** By the number of headlines: each has its share of the height from the first on, and none moves as others arrive. */
const SHARES = ["", "basis-full", "basis-1/2", "basis-1/3", "basis-1/4", "basis-1/5"];

type List = { articles: ArticleSummary[] | undefined; loading: boolean };

function Headlines({ articles, loading }: List) {
  if (loading) return <SkeletonLines lines={12} className="py-4" />;
  if (!articles) return <StateNote tone="failed">Failed to load articles</StateNote>;
  if (articles.length === 0) return <StateNote>No articles yet.</StateNote>;
  const shown = articles.slice(0, SHOWN);
  return (
    <ul className="flex h-full flex-col divide-y divide-rule">
      {shown.map((article) => (
        <li
          key={article.id}
          className={`relative grid ${SHARES[shown.length]} grid-cols-[minmax(0,1fr)_88px] items-start gap-4 py-3.5 large-text:flex large-text:flex-col-reverse`}
        >
          <div>
            <StoryTitle article={article} className="headline-xs line-clamp-4 sm:text-[1.1875rem]" />
            <p className="meta mt-1.5">
              <BreakingMark isBreaking={article.is_breaking} />
              {article.category} <span aria-hidden="true">·</span> <RelativeDate date={article.published_date} />
            </p>
          </div>
          <Picture src={article.image_url} alt="" sizes="88px" ratio="1/1" />
        </li>
      ))}
    </ul>
  );
}

export function ArticleTabs(choice: List) {
  const { data, isPending } = useApi(trendingArticles(), { select: completeList });
  const hot = <Headlines articles={data} loading={isPending} />;
  return (
    <Tabs
      label="Selected articles"
      className="h-full"
      tabs={[
        { value: "choice", label: "Editor's choice", panel: <Headlines {...choice} /> },
        { value: "hot", label: "Hot stories", panel: hot },
      ]}
    />
  );
}
