import type { ShownFront } from "#features/articles/fronts/schema.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { ArrangedPage, listedOn } from "#features/articles/site/front-blocks.tsx";
import { LEAD_SIZES, StoryRow } from "#features/articles/site/story-row.tsx";
import { inLanguage } from "#shared/language.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { documentUrl, feedUrl } from "#shared/urls.ts";
import { CreditedPicture } from "#ui/credited-picture.tsx";
import { PageSteps } from "#ui/page-steps.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import type { Series } from "../endpoints.ts";

/** `firstPart`: the number of the first article on this page. `front`: how editors have arranged the first page. */
export type SeriesView = {
  series: Series;
  /** The texts of its picture in the library. */
  picture?: { caption: string; credit: string };
  articles: ArticleSummary[];
  page: number;
  firstPart: number;
  isLast: boolean;
  front?: ShownFront;
};

/** A series' page: what it is, and its parts or the blocks that editors have arranged. Works without scripts. */
export function SeriesPage({ front, ...view }: SeriesView) {
  const { series, picture, page } = view;
  const t = useText();
  const siteLanguage = useLanguage();
  const { name, slug, description, image_url, count } = series;
  const hasPicture = isOwnPicture(image_url) && page === 1;
  const columns = "grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] large-text:grid-cols-1";
  return (
    <div className="py-8 sm:py-12">
      <header className={hasPicture ? columns : "max-w-[46rem]"}>
        {hasPicture && (
          <CreditedPicture
            {...picture}
            picture={<Picture src={image_url} alt="" sizes={LEAD_SIZES} ratio="16/9" priority />}
          />
        )}
        <div>
          <p className="kicker">{t("Series")}</p>
          <h1 className="headline-xl mt-2 wrap-anywhere">{name}</h1>
          {description && page === 1 && (
            <p
              {...inLanguage("", siteLanguage, description)}
              className="mt-3 whitespace-pre-line rtl:text-right text-pretty wrap-anywhere text-muted"
            >
              {description}
            </p>
          )}
          <p className="meta mt-3 flex flex-wrap gap-x-4">
            <span>{t({ one: "1 part", other: "{count} parts" }, { count })}</span>
            <a href={feedUrl.rss(documentUrl.series(slug))} className="underline underline-offset-4 hover:text-accent">
              {t("RSS feed")}
            </a>
          </p>
        </div>
      </header>
      {front?.blocks ? (
        <ArrangedPage
          blocks={front.blocks}
          stories={
            <SeriesParts {...view} articles={listedOn({ ...front, one_place_per_story: false }, view.articles)} />
          }
        />
      ) : (
        <SeriesParts {...view} />
      )}
    </div>
  );
}

/** The articles of a series in their order. */
function SeriesParts({ series, articles, page, firstPart, isLast }: Omit<SeriesView, "front" | "picture">) {
  const t = useText();
  return (
    <section aria-labelledby="parts">
      <h2 id="parts" className="sr-only">
        {t("Parts")}
      </h2>
      <ol start={firstPart} className="mt-7 grid gap-x-10 border-t border-rule lg:grid-cols-2">
        {articles.map((article, at) => (
          <StoryRow
            key={article.id}
            article={article}
            label={t("Part {number}", { number: firstPart + at })}
            note={<ReadMark id={article.id} />}
          />
        ))}
      </ol>
      <PageSteps page={page} isLast={isLast} urlOf={(step) => documentUrl.series(series.slug, step)} />
      <script src="/series.js" defer />
    </section>
  );
}

/** What the reader's own browser knows of a part: `public/series.js` shows it. */
function ReadMark({ id }: { id: number }) {
  const t = useText();
  return (
    <>
      <span hidden data-part={id} data-in="read-articles" className="font-semibold text-ink">
        <span aria-hidden="true">✓ </span>
        {t("Already read")}
      </span>
      <span hidden data-part={id} data-in="started-articles" className="font-semibold text-ink">
        {t("Started")}
      </span>
    </>
  );
}
