import type { ArticleSummary } from "#features/articles/schema.ts";
import { FeaturedCarousel } from "#features/articles/site/featured-carousel.tsx";
import { LeadStory } from "#features/articles/site/lead-story.tsx";
import { River } from "#features/articles/site/river.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";

type Props = { articles: ArticleSummary[] | undefined; loading: boolean };

/** The top of the home page: the carousel on desktop; elsewhere its first story, and the others as small teasers. */
export function FeaturedSection({ articles, loading }: Props) {
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
  if (!lead) return <StateNote>No featured articles available.</StateNote>;
  return (
    <>
      <div className="space-y-8 lg:hidden">
        <LeadStory article={lead} priority bleed />
        <River articles={others} />
      </div>
      <div className="max-lg:hidden">
        <FeaturedCarousel articles={articles} />
      </div>
    </>
  );
}
