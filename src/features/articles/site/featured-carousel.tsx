import { type ComponentType, useEffect, useRef, useState } from "react";
import type { ArticleSummary } from "../schema.ts";
import { CarouselControls } from "./carousel-controls.tsx";
import type { CarouselHandle, CarouselMotionProps } from "./carousel-motion.tsx";
import { LeadStory } from "./lead-story.tsx";

/** The media query for showing the carousel (desktop only). */
const DESKTOP = "(min-width: 64rem)";

/**
 * The featured articles, one slide at a time. The first slide is complete before any script; the motion is loaded only
 * where the carousel is shown. Without JavaScript the row scrolls sideways.
 */
export function FeaturedCarousel(props: { articles: ArticleSummary[] }) {
  const { articles } = props;
  const [Motion, setMotion] = useState<ComponentType<CarouselMotionProps> | null>(null);
  const [handle, setHandle] = useState<CarouselHandle | null>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLElement>(null);

  useEffect(() => {
    const desktop = window.matchMedia(DESKTOP);
    const load = () => {
      if (desktop.matches)
        import("./carousel-motion.tsx").then(
          (loaded) => setMotion(() => loaded.CarouselMotion),
          () => undefined,
        );
    };
    load();
    desktop.addEventListener("change", load);
    return () => desktop.removeEventListener("change", load);
  }, []);

  const selected = handle?.selected ?? 0;
  return (
    <section
      ref={root}
      aria-roledescription="carousel"
      aria-label="Featured articles"
      className="flex flex-col-reverse"
    >
      <CarouselControls count={articles.length} handle={handle} />
      <div ref={viewport} className="overflow-hidden noscript:overflow-x-auto">
        <div aria-live={handle?.playing ? "off" : "polite"} className="flex">
          {articles.map((article, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a fieldset
            <div
              key={article.id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${articles.length}`}
              inert={handle !== null && index !== selected}
              className="min-w-0 shrink-0 grow-0 basis-full overflow-x-clip"
            >
              <LeadStory article={article} priority={index === 0} />
            </div>
          ))}
        </div>
      </div>
      {/* The controls wait for it (carousel-controls.tsx). */}
      <span hidden />
      {Motion && <Motion root={root} viewport={viewport} onChange={setHandle} />}
    </section>
  );
}
