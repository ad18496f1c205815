import { SectionHeading } from "#ui/section-heading.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import type { ArticleSummary } from "../schema.ts";
import { ArticleRow, ArticleRowSkeleton } from "./article-row.tsx";

/** 'Editor's Picks' of the home page, as rows. Empty if loading fails. */
export function PicksList({ articles, loading }: { articles: ArticleSummary[] | undefined; loading: boolean }) {
  return (
    <section aria-labelledby="picks">
      <SectionHeading id="picks">Editor's Picks</SectionHeading>
      {articles?.length === 0 && <StateNote>No picks at the moment.</StateNote>}
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
