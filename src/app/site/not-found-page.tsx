import { trendingArticles } from "#features/articles/calls.ts";
import { OtherWays } from "#features/articles/site/article-card.tsx";
import type { Head, PageContext } from "#shared/page.ts";
import { useText } from "#shared/site-context.tsx";
import { textIn } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { StateScreen } from "#ui/state-screen.tsx";

export const queries = () => [trendingArticles()];

export const status = () => 404;

export const head = ({ site }: PageContext): Head => ({
  title: textIn(site.language)("Page not found"),
  description: textIn(site.language)("There is no page at this address."),
  canonical: null,
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
      <OtherWays heading={t("Most read now")} articles={useApi(trendingArticles()).data} />
    </StateScreen>
  );
}
