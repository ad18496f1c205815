import { pageUrl } from "#shared/urls.ts";
import { BadgeLink, BreakingMark } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { CardDate } from "#ui/time.tsx";
import type { ArticleSummary } from "../schema.ts";
import { Credit } from "./credit.tsx";
import { StoryTitle } from "./story-title.tsx";

/** Small article teasers in two columns, below the large ones. Nothing if there are none. */
export function River({ articles }: { articles: ArticleSummary[] }) {
  return articles.length === 0 ? null : (
    <div className="grid gap-x-8 gap-y-6 sm:col-span-2 sm:grid-cols-2">
      {articles.map((article) => (
        <RiverItem key={article.id} article={article} />
      ))}
    </div>
  );
}

/** Category, headline and date next to a thumbnail. */
function RiverItem(props: { article: ArticleSummary }) {
  const { article } = props;
  return (
    <article className="relative grid grid-cols-[minmax(0,1fr)_96px] items-start gap-x-4 gap-y-3 border-t large-text:flex large-text:flex-col-reverse border-rule pt-4">
      <div>
        <BreakingMark isBreaking={article.is_breaking} />
        <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
        <StoryTitle article={article} className="headline-sm mt-1 line-clamp-4" />
        <p className="meta mt-2">
          <Credit of={article}>
            <CardDate date={article.published_date} />
          </Credit>
        </p>
      </div>
      <Picture src={article.image_url} alt="" sizes="96px" ratio="1/1" />
    </article>
  );
}
