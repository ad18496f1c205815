import { trendingArticles } from "#features/articles/calls.ts";
import { StoryTitle } from "#features/articles/site/article-card.tsx";
import type { Head, PageContext } from "#shared/page.ts";
import { useText } from "#shared/site-context.tsx";
import { textIn } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Button } from "#ui/button.tsx";
import { StateScreen } from "#ui/state-screen.tsx";

const MAX_SUGGESTED = 3;

export const queries = () => [trendingArticles()];

export const status = () => 404;

export const head = ({ site }: PageContext): Head => ({
  title: textIn(site.language)("Page not found"),
  description: textIn(site.language)("There is no page at this address."),
  canonical: pageUrl.home(),
  robots: "noindex",
});

/** 404, with a search and what is read most. */
export function Page() {
  const t = useText();
  return (
    <StateScreen
      kicker="404"
      title={t("Oops! Page not found")}
      link={{ to: pageUrl.home(), label: t("Return to Home") }}
    >
      <p>{t("The address may be mistyped, or the page may have moved.")}</p>
      <form action={pageUrl.search()} className="mt-6 flex gap-2">
        <input
          type="search"
          name="query"
          aria-label={t("Search articles")}
          required
          className="min-h-11 min-w-0 flex-1 border border-faint bg-paper px-3 text-base text-ink"
        />
        <Button type="submit" variant="outline">
          {t("Search")}
        </Button>
      </form>
      <Suggestions />
    </StateScreen>
  );
}

function Suggestions() {
  const t = useText();
  const articles = useApi(trendingArticles()).data?.slice(0, MAX_SUGGESTED) ?? [];
  if (articles.length === 0) return null;
  return (
    <section aria-labelledby="suggested" className="mt-8 text-ink">
      <h2 id="suggested" className="meta">
        {t("Most read now")}
      </h2>
      <ul className="mt-2 border-t border-rule">
        {articles.map((article) => (
          <li key={article.id} className="relative border-b border-rule py-3">
            <StoryTitle article={article} className="headline-sm wrap-anywhere" />
          </li>
        ))}
      </ul>
    </section>
  );
}
