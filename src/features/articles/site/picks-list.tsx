import { SectionHeading } from "#ui/section-heading.tsx";
import type { ArticleSummary } from "../schema.ts";
import { ArticleRow, ArticleRowSkeleton } from "./article-row.tsx";

/** 'Editor's Picks' of the home page, as rows. Empty if loading fails, left out if there are none. */
export function PicksList({ articles, loading }: { articles: ArticleSummary[] | undefined; loading: boolean }) {
  if (articles?.length === 0) return null;
  return (
    <section aria-labelledby="picks">
      <SectionHeading id="picks">Editor's Picks</SectionHeading>
      <div aria-busy={loading} className="-mt-4 divide-y divide-rule">
        {loading ? (
          <ArticleRowSkeleton />
        ) : (
          articles?.map((article) => <ArticleRow key={article.id} article={article} />)
        )}
      </div>
    </section>
  );
}
