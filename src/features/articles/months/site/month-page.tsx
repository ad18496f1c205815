import type { ArticleSummary } from "#features/articles/schema.ts";
import { StoryRow } from "#features/articles/site/story-row.tsx";
import { monthName } from "#shared/dates.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { documentUrl } from "#shared/urls.ts";
import { PageSteps } from "#ui/page-steps.tsx";

/** Months are such as `2026-11`; `before` and `after`: the nearest with articles. */
export type MonthView = {
  month: string;
  articles: ArticleSummary[];
  count: number;
  page: number;
  isLast: boolean;
  before: string | null;
  after: string | null;
};

/** The articles of a month, newest first. Works without scripts. */
export function MonthPage({ month, articles, count, page, isLast, before, after }: MonthView) {
  const language = useLanguage();
  const t = useText();
  const name = monthName(month, language);
  return (
    <div className="py-8 sm:py-12">
      <header>
        <p className="kicker">{t("Archive")}</p>
        <h1 className="headline-xl mt-2">{page > 1 ? t("{name}, page {page}", { name, page }) : name}</h1>
        <p className="meta mt-3">{t({ one: "1 article", other: "{count} articles" }, { count })}</p>
      </header>
      <ol className="mt-7 grid gap-x-10 border-t border-rule lg:grid-cols-2">
        {articles.map((article) => (
          <StoryRow key={article.id} article={article} as="h2" />
        ))}
      </ol>
      <PageSteps page={page} isLast={isLast} urlOf={(step) => documentUrl.month(month, step)} />
      {(before || after) && (
        <nav aria-label={t("Months")} className="mt-8 flex flex-wrap justify-between gap-4 border-t border-rule pt-4">
          {before && <MonthLink month={before} rel="prev" />}
          {after && <MonthLink month={after} rel="next" />}
        </nav>
      )}
    </div>
  );
}

const MonthLink = ({ month, rel }: { month: string; rel: "prev" | "next" }) => (
  <a
    href={documentUrl.month(month)}
    rel={rel}
    className={`link-quiet inline-flex min-h-11 items-center font-semibold ${rel === "next" ? "ms-auto" : ""}`}
  >
    {monthName(month, useLanguage())}
  </a>
);
