import type { ArticleSummary } from "#features/articles/schema.ts";
import { StoriesByMonth } from "#features/articles/site/stories-by-month.tsx";
import { LeadStory } from "#features/articles/site/story-row.tsx";
import { TopicChips } from "#features/articles/site/topic-chips.tsx";
import { AuthorLinks } from "#features/identity/accounts/site/author-links.tsx";
import { monthName } from "#shared/dates.ts";
import type { Link } from "#shared/fields/fields.ts";
import { isPaid, withLead } from "#shared/genres.ts";
import { inLanguage } from "#shared/language.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { documentUrl, fallbackPicture, feedUrl } from "#shared/urls.ts";
import { PageSteps } from "#ui/page-steps.tsx";
import { Picture } from "#ui/picture.tsx";

/** `holdings`: current ones by symbol, each with its start date in ISO 8601. */
export type Author = {
  name: string;
  slug: string;
  bio: string;
  image_url: string;
  links: Link[];
  holdings: { symbol: string; from: string }[];
};
/** `beats`: the topics that most of the author's newest articles have; on the first page only. */
export type AuthorView = {
  author: Author;
  beats: { name: string; slug: string }[];
  articles: ArticleSummary[];
  page: number;
  isLast: boolean;
};

/** An author's page: profile, holdings, and articles with the newest as the lead. Works without scripts (decision 73). */
export function AuthorPage({ author, beats, articles, page, isLast }: AuthorView) {
  const t = useText();
  const language = useLanguage();
  const { name, slug, bio, image_url, links, holdings } = author;
  const [first, ...others] = page === 1 ? withLead(articles) : articles;
  const lead = page === 1 && first && !isPaid(first) ? first : undefined;
  return (
    <div className="py-8 sm:py-12">
      <header className="flex gap-5 sm:gap-7 large-text:flex-col">
        <Picture
          src={image_url || fallbackPicture.author}
          alt=""
          sizes="(min-width: 640px) 160px, 80px"
          ratio="1/1"
          priority
          className="size-20 shrink-0 rounded-full sm:size-40"
        />
        <div className="min-w-0">
          <p className="kicker">{t("Author")}</p>
          <h1 className="headline-xl mt-2 wrap-anywhere">{name}</h1>
          {bio && (
            <p
              {...inLanguage("", language, bio)}
              className="mt-3 max-w-[62ch] rtl:text-right whitespace-pre-line text-pretty wrap-anywhere text-muted"
            >
              {bio}
            </p>
          )}
          <AuthorLinks name={name} links={links} />
          <p className="meta mt-3 flex flex-wrap gap-x-4">
            <a href={documentUrl.authors()} className="underline underline-offset-4 hover:text-accent">
              {t("All authors")}
            </a>
            <a href={feedUrl.rss(documentUrl.author(slug))} className="underline underline-offset-4 hover:text-accent">
              {t("RSS feed")}
            </a>
          </p>
          <TopicChips topics={beats} />
        </div>
      </header>
      {holdings.length > 0 && (
        <section
          aria-labelledby="holdings"
          className="mt-8 max-w-[46rem] border-s-4 border-accent bg-surface px-4 py-3"
        >
          <h2 id="holdings" className="font-semibold">
            {t("Current disclosures")}
          </h2>
          <ul className="mt-1 text-[0.9375rem]">
            {holdings.map((holding) => (
              <li key={holding.symbol}>
                {t("Holds {symbol} since {month}", {
                  symbol: holding.symbol,
                  month: monthName(holding.from.slice(0, 7), language),
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="articles" className="mt-10">
        <h2 id="articles" className="headline-md">
          {page > 1 ? t("{name}, page {page}", { name: t("Articles"), page }) : t("Articles")}
        </h2>
        {lead && <LeadStory article={lead} as="h3" />}
        <StoriesByMonth articles={lead ? others : articles} />
      </section>
      <PageSteps page={page} isLast={isLast} urlOf={(step) => documentUrl.author(slug, step)} />
    </div>
  );
}
