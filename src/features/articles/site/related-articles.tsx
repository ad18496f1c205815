import { phoneSizes } from "#shared/pictures.ts";
import { useApi } from "#shared/use-api.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { relatedArticles } from "../calls.ts";
import { ArticleCard, ArticleCardSkeleton } from "./article-card.tsx";
import { completeRelated } from "./complete.ts";

/** How many related articles are shown: two rows of the three columns. */
const SHOWN = 6;
const SIZES = `(min-width: 1024px) 360px, (min-width: 640px) 46vw, ${phoneSizes("92vw")}`;

/** Related articles, in three columns. Empty if loading fails. */
export function RelatedArticles({ id }: { id: number }) {
  const related = useApi(relatedArticles(id), { select: completeRelated });
  const shown = related.data?.slice(0, SHOWN);
  return (
    <section aria-labelledby="related-heading">
      <SectionHeading id="related-heading">Related Articles</SectionHeading>
      {shown?.length === 0 ? (
        <StateNote>No related articles found</StateNote>
      ) : (
        <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {shown || related.isError
            ? shown?.map((article) => <ArticleCard key={article.id} article={article} sizes={SIZES} brief />)
            : [1, 2, 3].map((place) => <ArticleCardSkeleton key={place} />)}
        </div>
      )}
    </section>
  );
}
