import { ChevronLeft, ChevronRight, Pause, Play } from "lucide";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { inLanguage } from "#shared/language.ts";
import { phoneSizes } from "#shared/pictures.ts";
import { pageUrl } from "#shared/urls.ts";
import { BadgeLink, BreakingMark } from "#ui/badge.tsx";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { RelativeDate } from "#ui/time.tsx";
import type { ArticleSummary } from "../schema.ts";
import type { CarouselHandle, CarouselMotionProps } from "./carousel-motion.tsx";
import { Credit, StoryTitle } from "./story-title.tsx";

/**
 * Pause, previous, next, and the position. Disabled until the motion is loaded, and shown once something follows the
 * slides: they stand below these, and before them in the page, so that a browser that paints what it has so far of the
 * page would move them.
 */
export function CarouselControls(props: { count: number; handle: CarouselHandle | null }) {
  const { count, handle } = props;
  const still = handle === null || count < 2;
  const selected = handle?.selected ?? 0;
  return (
    <div className="mt-4 flex min-h-12 items-center gap-1 border-t border-rule not-has-[+*+*]:hidden noscript:hidden">
      <p className="meta tabular-nums">
        <span className="font-bold text-ink">{selected + 1}</span> / {count}
      </p>
      <div aria-hidden="true" className="mx-4 flex grow gap-1.5">
        {Array.from({ length: count }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: marks without identity
            key={index}
            className={`h-0.5 max-w-12 grow ${index === selected ? "bg-accent" : "bg-rule"}`}
          />
        ))}
      </div>
      <IconButton
        label={handle?.playing ? "Pause the slides" : "Play the slides"}
        disabled={still}
        onClick={() => handle?.toggle()}
      >
        {handle === null || handle.playing ? <Icon icon={Pause} size={17} /> : <Icon icon={Play} size={17} />}
      </IconButton>
      <IconButton label="Previous slide" disabled={still} onClick={() => handle?.previous()}>
        <Icon icon={ChevronLeft} size={22} strokeWidth={1.75} />
      </IconButton>
      <IconButton label="Next slide" disabled={still} onClick={() => handle?.next()}>
        <Icon icon={ChevronRight} size={22} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

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
      {/* The controls wait for it to be parsed (CarouselControls). */}
      <span hidden />
      {Motion && <Motion root={root} viewport={viewport} onChange={setHandle} />}
    </section>
  );
}

/** The same for lead and carousel, so that a browser loads the first picture once, whichever of them it shows. */
export const LEAD_SIZES = `(min-width: 1240px) 730px, (min-width: 1024px) 60vw, ${phoneSizes("100vw")}`;

/** A slide of words takes the place of the pictures before and after it. */
const TEXT_ALONE = "h-full lg:flex lg:flex-col lg:justify-center lg:bg-surface lg:px-14 lg:pb-5";

type Props = {
  article: ArticleSummary;
  priority: boolean;
  /** Lets the picture bleed to the edges of a phone's screen. */
  bleed?: boolean;
};

/**
 * A large article teaser: picture, headline, excerpt, author and relative time. Used by slides and the phone's lead.
 */
export function LeadStory(props: Props) {
  const { article, priority, bleed = false } = props;
  const hasPicture = isOwnPicture(article.image_url);
  return (
    <article className={hasPicture ? "relative" : `relative ${TEXT_ALONE}`}>
      {hasPicture && (
        <Picture
          src={article.image_url}
          alt=""
          sizes={LEAD_SIZES}
          ratio="16/9"
          priority={priority}
          className={bleed ? "page-bleed" : ""}
        />
      )}
      <div className="pt-4 lg:pt-5">
        <BreakingMark isBreaking={article.is_breaking} />
        <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
        <StoryTitle article={article} as="h2" className="headline-lg mt-2 lg:text-[2.75rem]" />
        <p
          {...inLanguage(article.language)}
          className="mt-2.5 line-clamp-3 max-w-[62ch] text-[1.0625rem] leading-[1.45] text-pretty text-muted lg:line-clamp-2"
        >
          {article.excerpt}
        </p>
        <p className="meta mt-3">
          <Credit of={article}>
            <RelativeDate date={article.published_date} />
          </Credit>
        </p>
      </div>
    </article>
  );
}
