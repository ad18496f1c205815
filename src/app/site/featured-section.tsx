import { featuredArticles } from "#features/articles/calls.ts";
import { FeaturedCarousel } from "#features/articles/site/featured-carousel.tsx";
import { LeadStory } from "#features/articles/site/lead-story.tsx";
import { useApi } from "#shared/use-api.ts";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";

/** Slides of the carousel; the call returns at most 50. */
const SLIDES = 6;

/** The top of the home page: the carousel on desktop, its first story as the lead elsewhere. */
export function FeaturedSection() {
  const { data: articles = [], isPending, isError } = useApi(featuredArticles());
  const lead = articles[0];
  if (isPending) {
    return (
      <div aria-busy="true">
        <Skeleton className="aspect-video" />
        <SkeletonLines lines={4} className="mt-6" />
      </div>
    );
  }
  // A failed call is not the same as no articles: the section stays empty, and the tab box keeps its position.
  if (!lead && isError) return <div className="max-lg:hidden" />;
  if (!lead) return <StateNote>No featured articles available.</StateNote>;
  return (
    <>
      <div className="lg:hidden">
        <LeadStory article={lead} priority bleed />
      </div>
      <div className="max-lg:hidden">
        <FeaturedCarousel articles={articles.slice(0, SLIDES)} />
      </div>
    </>
  );
}
