import { trendingArticles } from "#features/articles/calls.ts";
import { StoryTitle } from "#features/articles/site/article-card.tsx";
import type { Head } from "#shared/page.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Button } from "#ui/button.tsx";
import { StateScreen } from "#ui/state-screen.tsx";

const MAX_SUGGESTED = 3;

export const queries = () => [trendingArticles()];

export const status = () => 404;

export const head = (): Head => ({
  title: "Page not found",
  description: "There is no page at this address.",
  canonical: pageUrl.home(),
  robots: "noindex",
});

/** 404, with a search and what is read most. */
export function Page() {
  return (
    <StateScreen kicker="404" title="Oops! Page not found" link={{ to: pageUrl.home(), label: "Return to Home" }}>
      <p>The address may be mistyped, or the page may have moved.</p>
      <form action={pageUrl.search()} className="mt-6 flex gap-2">
        <input
          type="search"
          name="query"
          aria-label="Search articles"
          required
          className="min-h-11 min-w-0 flex-1 border border-faint bg-paper px-3 text-base text-ink"
        />
        <Button type="submit" variant="outline">
          Search
        </Button>
      </form>
      <Suggestions />
    </StateScreen>
  );
}

function Suggestions() {
  const articles = useApi(trendingArticles()).data?.slice(0, MAX_SUGGESTED) ?? [];
  if (articles.length === 0) return null;
  return (
    <section aria-labelledby="suggested" className="mt-8 text-ink">
      <h2 id="suggested" className="meta">
        Most read now
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
