import { ChevronLeft, ChevronRight, Pause, Play } from "lucide";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { isPaid } from "#shared/genres.ts";
import { phoneSizes } from "#shared/pictures.ts";
import { useText } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { StoryMarks } from "#ui/badge.tsx";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { isOwnPicture, Picture, TeaserPicture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { RelativeDate } from "#ui/time.tsx";
import { trendingArticles } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import { ArticleCard, ArticleCardSkeleton, LineMeta, StoryText, StoryTitle, WIDE_CARD_SIZES } from "./article-card.tsx";
import type { CarouselHandle, CarouselMotionProps } from "./carousel-motion.tsx";
import { completeList } from "./complete.ts";

/**
 * Pause, previous, next, and the position. Disabled until the motion is loaded. They come before the slides in the page
 * but are placed below them, so they are hidden until something follows the slides: otherwise they would shift while
 * the page loads.
 */
export function CarouselControls(props: { count: number; handle: CarouselHandle | null }) {
  const t = useText();
  const { count, handle } = props;
  const still = handle === null;
  const selected = handle?.selected ?? 0;
  return (
    <div className="carousel-controls">
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
        label={t(handle?.playing ? "Pause the slides" : "Play the slides")}
        disabled={still}
        onClick={() => handle?.toggle()}
      >
        {handle === null || handle.playing ? <Icon icon={Pause} size={17} /> : <Icon icon={Play} size={17} />}
      </IconButton>
      <IconButton label={t("Previous slide")} disabled={still} onClick={() => handle?.previous()}>
        <Icon icon={ChevronLeft} size={22} strokeWidth={1.75} className="rtl:[scale:-1_1]" />
      </IconButton>
      <IconButton label={t("Next slide")} disabled={still} onClick={() => handle?.next()}>
        <Icon icon={ChevronRight} size={22} strokeWidth={1.75} className="rtl:[scale:-1_1]" />
      </IconButton>
    </div>
  );
}

const DESKTOP = "(min-width: 64rem)";

/**
 * The featured articles, one slide at a time. The first slide is complete without scripts; the motion is loaded only if
 * the carousel is shown. Without JavaScript the row scrolls sideways.
 */
export function FeaturedCarousel(props: { articles: ArticleSummary[] }) {
  const t = useText();
  const { articles } = props;
  const [Motion, setMotion] = useState<ComponentType<CarouselMotionProps> | null>(null);
  const [handle, setHandle] = useState<CarouselHandle | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const viewport = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLElement>(null);

  useEffect(() => {
    const desktop = window.matchMedia(DESKTOP);
    const load = () => {
      if (desktop.matches)
        import("./carousel-motion.tsx").then(
          (loaded) => setMotion(() => loaded.CarouselMotion),
          () => setHasFailed(true),
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
      aria-roledescription={t("carousel")}
      aria-label={t("Featured articles")}
      className="flex flex-col-reverse"
    >
      <CarouselControls count={articles.length} handle={handle} />
      <div ref={viewport} className={hasFailed ? "overflow-x-auto" : "overflow-hidden noscript:overflow-x-auto"}>
        <div aria-live={handle?.playing ? "off" : "polite"} className="flex">
          {articles.map((article, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a fieldset
            <div
              key={article.id}
              role="group"
              aria-roledescription={t("slide")}
              aria-label={t("{place} of {count}", { place: index + 1, count: articles.length })}
              inert={handle !== null && index !== selected}
              // Out of sight until the motion is there, also before any script.
              className={`min-w-0 shrink-0 grow-0 basis-full overflow-x-clip ${handle === null && !hasFailed && index > 0 ? "invisible noscript:visible" : ""}`}
            >
              <LeadStory article={article} priority={index === 0} />
            </div>
          ))}
        </div>
      </div>
      {/* The controls appear after this is parsed (CarouselControls). */}
      <span hidden />
      {Motion && <Motion root={root} viewport={viewport} onChange={setHandle} />}
    </section>
  );
}

/** The same for lead and carousel, so that a browser loads the first picture once. */
export const LEAD_SIZES = `(min-width: 1240px) 730px, (min-width: 1024px) 60vw, ${phoneSizes("100vw")}`;

/** A large article teaser for slides, and for the lead elsewhere. */
export function LeadStory({ article, priority }: { article: ArticleSummary; priority: boolean }) {
  const hasPicture = isOwnPicture(article.image_url);
  return (
    <article className={hasPicture ? "relative" : "relative text-alone"}>
      {hasPicture && (
        <Picture
          src={article.image_url}
          alt=""
          sizes={LEAD_SIZES}
          ratio="16/9"
          priority={priority}
          className="max-lg:page-bleed"
        />
      )}
      <div className="pt-4 lg:pt-5">
        <StoryText
          article={article}
          as="h2"
          className="headline-lg mt-2 lg:text-[2.75rem]"
          excerpt="lead-text"
          meta="mt-3"
          time={RelativeDate}
        />
      </div>
    </article>
  );
}

/** The two stories after the lead, on desktop: a row below the carousel and the lists next to it. */
export function SecondStories({ articles }: { articles: ArticleSummary[] }) {
  return (
    <div className="home-seconds">
      {articles.map((article) => (
        <article key={article.id} className="relative flex items-start gap-5">
          <TeaserPicture src={article.image_url} alt="" sizes="200px" ratio="3/2" className="w-50 shrink-0" />
          <div>
            <StoryText article={article} as="h2" className="headline-md mt-1 line-clamp-4" time={RelativeDate} />
          </div>
        </article>
      ))}
    </div>
  );
}

const SHOWN = 5;
const JUST_IN = 7;

/** By the number of headlines: each has its share of the height from the first on, so that none moves. */
const SHARES = ["", "basis-full", "basis-1/2", "basis-1/3", "basis-1/4", "basis-1/5"];

type List = { articles: ArticleSummary[] | undefined; loading: boolean };

function Headlines({ articles, loading, empty }: List & { empty: "No articles yet." | "No picks right now." }) {
  const t = useText();
  if (loading) return <SkeletonLines lines={12} className="py-4" />;
  if (!articles) return <StateNote tone="failed">{t("Failed to load articles")}</StateNote>;
  if (articles.length === 0) return <StateNote>{t(empty)}</StateNote>;
  const shown = articles.slice(0, SHOWN);
  return (
    <ul className="flex h-full flex-col noscript:h-auto print:h-auto">
      {shown.map((article) => (
        <li key={article.id} className={`story-line py-3.5 first:border-t-0 ${SHARES[shown.length]}`}>
          <div>
            <StoryTitle article={article} className="headline-xs line-clamp-4 sm:text-[1.1875rem]" />
            <LineMeta of={article} />
          </div>
          <TeaserPicture src={article.image_url} alt="" sizes="96px" ratio="1/1" />
        </li>
      ))}
    </ul>
  );
}

/** With fewer left, stories that are next to the list are repeated. */
const MIN_JUST_IN = 3;

/** The newest without what was paid for and without what is next to them, unless hardly any are left. */
export function justIn(latest: readonly ArticleSummary[], nextTo: readonly ArticleSummary[]): ArticleSummary[] {
  const unpaid = latest.filter((article) => !isPaid(article));
  const known = new Set(nextTo.map(({ id }) => id));
  const others = unpaid.filter(({ id }) => !known.has(id));
  return others.length < MIN_JUST_IN ? unpaid : others;
}

type JustInProps = {
  articles: ArticleSummary[] | undefined;
  loading: boolean;
  /** Whether narrower screens have it too: not if the page starts with the newest anyway. */
  isEverywhere: boolean;
};

/** The newest headlines with their times. */
export function JustIn({ articles, loading, isEverywhere }: JustInProps) {
  const t = useText();
  return (
    <section aria-labelledby="just-in" className={isEverywhere ? "just-in" : "just-in max-2xl:hidden"}>
      <h2 id="just-in" className="ruled border-b border-b-rule py-2.5 text-[0.9375rem] font-bold">
        {t("Just in")}
      </h2>
      {loading && <SkeletonLines lines={10} className="py-4" />}
      <ul>
        {articles?.slice(0, JUST_IN).map((article) => (
          <li key={article.id}>
            <p className="kicker">
              <StoryMarks of={article} />
              <RelativeDate date={article.published_date} />
            </p>
            <StoryTitle article={article} className="headline-xs line-clamp-3 lg:mt-1" />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ArticleTabs(choice: List) {
  const t = useText();
  const { data, isPending } = useApi(trendingArticles(), { select: completeList });
  const hot = <Headlines articles={data} loading={isPending} empty="No articles yet." />;
  const noChoice = data?.length ? "No picks right now." : "No articles yet.";
  return (
    <Tabs
      label={t("Selected articles")}
      className="h-full"
      tabs={[
        { value: "choice", label: t("Editor's choice"), panel: <Headlines {...choice} empty={noChoice} /> },
        { value: "hot", label: t("Hot stories"), panel: hot },
      ]}
    />
  );
}

const PLACES = ["a", "b", "c", "d"];
const FIRST_SIZES = `${WIDE_CARD_SIZES}, ${phoneSizes("92vw")}`;

type Props = {
  articles: ArticleSummary[] | undefined;
  loading: boolean;
  empty: string;
  /** How many of them are cards. */
  cards: number;
};

export function ArticleGrid(props: Props) {
  const { articles = [], loading, empty, cards } = props;
  if (!loading && !props.articles) return null;
  if (!loading && articles.length === 0) return <StateNote>{empty}</StateNote>;
  return (
    <div aria-busy={loading} className="grid gap-x-8 gap-y-10 sm:grid-cols-2">
      {loading && PLACES.map((place) => <ArticleCardSkeleton key={place} />)}
      {articles.slice(0, cards).map((article, place) => (
        <ArticleCard key={article.id} article={article} sizes={place ? undefined : FIRST_SIZES} />
      ))}
      <River articles={articles.slice(cards)} />
    </div>
  );
}

/** Small teasers in two columns; null if there are none. */
function River({ articles }: { articles: ArticleSummary[] }) {
  return articles.length === 0 ? null : (
    <div className="grid gap-x-8 gap-y-6 sm:col-span-2 sm:grid-cols-2">
      {articles.map((article) => (
        <RiverItem key={article.id} article={article} />
      ))}
    </div>
  );
}

function RiverItem(props: { article: ArticleSummary }) {
  const { article } = props;
  return (
    <article className="story-line pt-4">
      <div>
        <StoryText article={article} className="headline-sm mt-1 line-clamp-4" />
      </div>
      <TeaserPicture src={article.image_url} alt="" sizes="96px" ratio="1/1" />
    </article>
  );
}

function ArticleRow(props: { article: ArticleSummary }) {
  const { article } = props;
  return (
    <article className="story-row">
      <TeaserPicture src={article.image_url} alt="" sizes="(min-width: 640px) 240px, 96px" ratio="3/2" />
      <div>
        <StoryText
          article={article}
          className="headline-sm mt-1 line-clamp-4 sm:headline-md"
          excerpt="teaser-text max-sm:line-clamp-2"
          meta="mt-2 max-sm:hidden"
        />
      </div>
    </article>
  );
}

export function PicksList({ articles, loading }: { articles: ArticleSummary[] | undefined; loading: boolean }) {
  const t = useText();
  return (
    <section aria-labelledby="picks">
      <SectionHeading id="picks">{t("Editor's Picks")}</SectionHeading>
      {articles?.length === 0 && <StateNote>{t("No picks right now.")}</StateNote>}
      <div aria-busy={loading} className="-mt-4 divide-y divide-rule">
        {loading ? (
          <SkeletonLines lines={8} className="py-5" />
        ) : (
          articles?.map((article) => <ArticleRow key={article.id} article={article} />)
        )}
      </div>
    </section>
  );
}
