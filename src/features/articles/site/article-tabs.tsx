import type { ApiQuery } from "#shared/api-query.ts";
import { Link } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Picture } from "#ui/picture.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { RelativeDate } from "#ui/time.tsx";
import { editorsPicks, trendingArticles } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";

/** Number of headlines next to the carousel. */
const LENGTH = 5;

function Headlines(props: { query: ApiQuery<ArticleSummary[]> }) {
  const { data, isPending, isError } = useApi(props.query);
  if (isPending) return <SkeletonLines lines={12} className="py-4" />;
  if (isError) return <StateNote tone="failed">Failed to load articles</StateNote>;
  if (data.length === 0) return <StateNote>No articles yet.</StateNote>;
  return (
    <ul className="flex h-full flex-col divide-y divide-rule">
      {data.slice(0, LENGTH).map((article) => (
        <li
          key={article.id}
          className="relative grid grow grid-cols-[minmax(0,1fr)_88px] items-start gap-4 py-3.5 large-text:flex large-text:flex-col-reverse"
        >
          <div>
            <h3 className="headline-xs sm:text-[1.1875rem]">
              <Link to={pageUrl.article(article.id)} className="link-quiet stretch">
                {article.title}
              </Link>
            </h3>
            <p className="meta mt-1.5">
              {article.category} <span aria-hidden="true">·</span> <RelativeDate date={article.published_date} />
            </p>
          </div>
          <Picture src={article.image_url} alt="" sizes="88px" ratio="1/1" />
        </li>
      ))}
    </ul>
  );
}

/** The two-tab box next to the carousel: 'Editor's choice' and 'Hot stories'. */
export function ArticleTabs() {
  return (
    <Tabs
      label="Selected articles"
      className="h-full"
      tabs={[
        { value: "choice", label: "Editor's choice", panel: <Headlines query={editorsPicks()} /> },
        { value: "hot", label: "Hot stories", panel: <Headlines query={trendingArticles()} /> },
      ]}
    />
  );
}
