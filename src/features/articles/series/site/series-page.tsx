import type { ArticleSummary } from "#features/articles/schema.ts";
import { Credit } from "#features/articles/site/article-card.tsx";
import { inLanguage } from "#shared/language.ts";
import { articlePath } from "#shared/page.ts";
import { useLanguage, useSite, useText } from "#shared/site-context.tsx";
import { documentUrl, feedUrl } from "#shared/urls.ts";
import { StoryMarks } from "#ui/badge.tsx";
import { CreditedPicture } from "#ui/credited-picture.tsx";
import { PageSteps } from "#ui/page-steps.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { CardDate } from "#ui/time.tsx";
import type { Series } from "../endpoints.ts";

/** `firstPart`: the number of the first article on this page. */
export type SeriesView = {
  series: Series;
  /** The texts of its picture in the library. */
  picture?: { caption: string; credit: string };
  articles: ArticleSummary[];
  page: number;
  firstPart: number;
  isLast: boolean;
};

/** A series' page: what it is, and its articles in their order. Works without scripts. */
export function SeriesPage({ series, picture, articles, page, firstPart, isLast }: SeriesView) {
  const t = useText();
  const siteLanguage = useLanguage();
  const { name, slug, description, image_url, count } = series;
  return (
    <div className="py-8 sm:py-12">
      <header className="max-w-[46rem]">
        {isOwnPicture(image_url) && page === 1 && (
          <CreditedPicture
            {...picture}
            picture={<Picture src={image_url} alt="" sizes="(min-width: 780px) 736px, 92vw" ratio="16/9" priority />}
          />
        )}
        <p className="kicker not-first:mt-6">{t("Series")}</p>
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
      </header>
      <section aria-labelledby="parts">
        <h2 id="parts" className="sr-only">
          {t("Parts")}
        </h2>
        <ol start={firstPart} className="mt-7 grid gap-x-10 border-t border-rule lg:grid-cols-2">
          {articles.map((article, at) => (
            <Part key={article.id} article={article} number={firstPart + at} />
          ))}
        </ol>
      </section>
      <PageSteps page={page} isLast={isLast} urlOf={(step) => documentUrl.series(slug, step)} />
    </div>
  );
}

function Part({ article, number }: { article: ArticleSummary; number: number }) {
  const siteLanguage = useLanguage();
  const site = useSite();
  const t = useText();
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_96px] items-start gap-x-4 gap-y-3 border-b border-rule py-5 sm:grid-cols-[minmax(0,1fr)_144px] large-text:flex large-text:flex-col-reverse">
      <div>
        <p className="text-sm font-semibold text-accent">
          <StoryMarks of={article} />
          {t("Part {number}", { number })}
        </p>
        <h3 {...inLanguage(article.language, siteLanguage, article.title)} className="headline-sm mt-1 wrap-anywhere">
          <a href={articlePath(site, article)} className="link-quiet stretch">
            {article.title}
          </a>
        </h3>
        {article.excerpt && (
          <p
            {...inLanguage(article.language, siteLanguage, article.excerpt)}
            className="mt-2 line-clamp-2 text-[0.9375rem] text-pretty text-muted max-sm:hidden"
          >
            {article.excerpt}
          </p>
        )}
        <p className="meta mt-2">
          <Credit of={article}>
            <CardDate date={article.published_date} />
          </Credit>
        </p>
      </div>
      <Picture src={article.image_url} alt="" sizes="(min-width: 640px) 256px, 96px" ratio="1/1" />
    </li>
  );
}
