import { phoneSizes } from "#shared/pictures.ts";
import { useApi } from "#shared/use-api.ts";
import { BreakingMark } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { CardDate } from "#ui/time.tsx";
import { editorsPicks, relatedArticles } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import { ArticleCard, ArticleCardSkeleton } from "./article-card.tsx";
import { completeList, completeRelated } from "./complete.ts";
import { StoryTitle } from "./story-title.tsx";

const PICKS = 5;

export function SidebarPicks({ exceptId }: { exceptId: number }) {
  const picks = useApi(editorsPicks(), { select: completeList });
  const shown = picks.data?.filter((pick) => pick.id !== exceptId).slice(0, PICKS);
  return (
    <section aria-labelledby="picks-heading">
      <SectionHeading id="picks-heading">Editor's Picks</SectionHeading>
      {shown?.length === 0 ? (
        <StateNote>No picks at the moment.</StateNote>
      ) : (
        <ul className="divide-y divide-rule">
          {shown || picks.isError
            ? shown?.map((pick) => <PickItem key={pick.id} pick={pick} />)
            : Array.from({ length: PICKS }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the places are alike and never reordered
                <li key={place} className="flex gap-4 py-4 first:pt-0">
                  <SkeletonLines lines={3} className="flex-1" />
                  <Skeleton className="size-20 shrink-0" />
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}

function PickItem({ pick }: { pick: ArticleSummary }) {
  return (
    <li className="relative flex items-start gap-4 py-4 first:pt-0 large-text:flex-col-reverse">
      <div className="min-w-0 flex-1">
        <p className="kicker">
          <BreakingMark isBreaking={pick.is_breaking} />
          {pick.category}
        </p>
        <StoryTitle article={pick} className="headline-xs mt-1 line-clamp-4" />
        <p className="meta mt-1.5">
          <CardDate date={pick.published_date} />
        </p>
      </div>
      <Picture src={pick.image_url} alt="" sizes="84px" ratio="1/1" className="w-21 shrink-0" />
    </li>
  );
}

const RELATED = 6;
const SIZES = `(min-width: 1024px) 360px, (min-width: 640px) 46vw, ${phoneSizes("92vw")}`;

export function RelatedArticles({ id }: { id: number }) {
  const related = useApi(relatedArticles(id), { select: completeRelated });
  const shown = related.data?.slice(0, RELATED);
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
