import { monthName } from "#shared/dates.ts";
import { isPaid } from "#shared/genres.ts";
import { inLanguage } from "#shared/language.ts";
import { useLanguage, useText, useTimeZone } from "#shared/site-context.tsx";
import { monthIn } from "#shared/time.ts";
import { isOwnPicture, TeaserPicture } from "#ui/picture.tsx";
import type { ArticleSummary } from "../schema.ts";
import { StoryHead, StoryMeta, StoryRow } from "./story-row.tsx";

type Month = { month: string; articles: ArticleSummary[] };

/** Articles, the newest first, by the month that the newsroom's clocks showed. Those without a date come last. */
function byMonth(articles: readonly ArticleSummary[], zone: string): Month[] {
  const months: Month[] = [];
  for (const article of articles) {
    const month = article.published_date ? monthIn(Date.parse(article.published_date), zone) : "";
    const last = months.at(-1);
    if (last?.month === month) last.articles.push(article);
    else months.push({ month, articles: [article] });
  }
  return months;
}

/** Whether editors have given an article a place on the home page, or marked it as breaking. */
const isKey = (article: ArticleSummary): boolean =>
  !isPaid(article) && (article.is_featured || article.is_editors_pick || article.is_breaking);

/**
 * A list of articles under the names of their months, below a heading of the second level. `isTimeline`: on a line, on
 * which those that editors have marked stand out.
 */
export function StoriesByMonth({ articles, isTimeline }: { articles: ArticleSummary[]; isTimeline?: boolean }) {
  const language = useLanguage();
  const zone = useTimeZone();
  return byMonth(articles, zone ?? "UTC").map(({ month, articles: some }) => (
    <section
      key={month}
      aria-labelledby={`month-${month}`}
      className="mt-8 grid gap-x-10 gap-y-3 lg:grid-cols-[9rem_minmax(0,47.5rem)] large-text:grid-cols-1"
    >
      <h3 id={`month-${month}`} className="meta self-start pt-1 font-semibold text-ink lg:sticky lg:top-16">
        {month && <time dateTime={month}>{monthName(month, language)}</time>}
      </h3>
      {isTimeline ? (
        <ol className="border-s-2 border-rule">
          {some.map((article) => (
            <Event key={article.id} article={article} />
          ))}
        </ol>
      ) : (
        <ol className="border-t border-rule">
          {some.map((article) => (
            <StoryRow key={article.id} article={article} as="h4" />
          ))}
        </ol>
      )}
    </section>
  ));
}

/** An article on a timeline. */
function Event({ article }: { article: ArticleSummary }) {
  const t = useText();
  const language = useLanguage();
  const { excerpt, image_url } = article;
  if (!isKey(article))
    return (
      <li className="relative ps-6 pb-6">
        <Dot className="bg-paper" />
        <StoryHead article={article} as="h4" className="headline-sm" label={article.category} />
        <StoryMeta article={article} />
      </li>
    );
  return (
    <li
      className={`relative grid items-start gap-x-5 ps-6 pb-8 ${isOwnPicture(image_url) ? "grid-cols-[minmax(0,1fr)_96px] sm:grid-cols-[minmax(0,1fr)_208px] large-text:grid-cols-1" : ""}`}
    >
      <Dot className="bg-accent" />
      <div>
        <StoryHead article={article} as="h4" className="headline-md" label={t("Key development")} />
        {excerpt && (
          <p
            {...inLanguage(article.language, language, excerpt)}
            className="mt-2 text-[0.9375rem] text-pretty text-muted max-sm:hidden"
          >
            {excerpt}
          </p>
        )}
        <StoryMeta article={article} />
      </div>
      <TeaserPicture src={image_url} alt="" sizes="(min-width: 640px) 208px, 96px" ratio="3/2" />
    </li>
  );
}

/** On the line at the start of its item. */
const Dot = ({ className }: { className: string }) => (
  <span
    aria-hidden="true"
    className={`absolute -start-[7px] top-1 size-3 rounded-full border-2 border-accent ${className}`}
  />
);
