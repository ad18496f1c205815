import type { ReactNode } from "react";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { StoryRow } from "#features/articles/site/story-row.tsx";
import { monthName } from "#shared/dates.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { documentUrl } from "#shared/urls.ts";
import { PageSteps } from "#ui/page-steps.tsx";

/**
 * Months are such as `2026-11`; `before` and `after`: the nearest with articles; `months`: those of the same year, and
 * `years`: the newest of each year.
 */
export type MonthView = {
  month: string;
  articles: ArticleSummary[];
  count: number;
  page: number;
  isLast: boolean;
  before: string | null;
  after: string | null;
  months: string[];
  years: string[];
};

/** The articles of a month, newest first. Works without scripts. */
export function MonthPage({ month, articles, count, page, isLast, before, after, months, years }: MonthView) {
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
      <Strip {...{ month, months, years }} />
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

const STRIP = "flex min-h-11 items-center justify-center px-2 text-[0.9375rem]";

/** The years with articles, and the months of the shown one. */
function Strip({ month: shown, months, years }: Pick<MonthView, "month" | "months" | "years">) {
  const t = useText();
  const language = useLanguage();
  const year = shown.slice(0, 4);
  const all = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, "0")}`);
  const item = (month: string, name: ReactNode, isCurrent: boolean) => (
    <a
      href={documentUrl.month(month)}
      aria-current={isCurrent || undefined}
      className={`${STRIP} ${isCurrent ? "bg-ink font-semibold text-paper" : "link-quiet font-semibold"}`}
    >
      {name}
    </a>
  );
  return (
    <nav aria-label={t("Months by year")} className="mt-6 border-y border-rule py-2 print:hidden">
      {years.length > 1 && (
        <ol className="mb-2 flex flex-wrap gap-x-1 border-b border-rule pb-2">
          {years.map((month) => (
            <li key={month}>{item(month, month.slice(0, 4), month.startsWith(year))}</li>
          ))}
        </ol>
      )}
      <ol className="grid grid-cols-4 gap-x-1 sm:grid-cols-6 lg:grid-cols-12 large-text:grid-cols-2">
        {all.map((month) => {
          const name = <time dateTime={month}>{monthName(month, language, "short")}</time>;
          return (
            <li key={month}>
              {months.includes(month) ? (
                item(month, name, month === shown)
              ) : (
                <span className={`${STRIP} text-muted`}>{name}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
