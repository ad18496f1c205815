import { useEffect, useState } from "react";
import { homeLatest, trendingArticles } from "#features/articles/calls.ts";
import { completeLatest, completeList } from "#features/articles/site/complete.ts";
import { LostPage } from "#features/articles/site/lost-page.tsx";
import { allCategories } from "#features/categories/rules.ts";
import { FoundNames } from "#features/search/site/found-names.tsx";
import type { Head, PageContext } from "#shared/page.ts";
import { useText } from "#shared/site-context.tsx";
import { textIn } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";

export const queries = () => [trendingArticles(), homeLatest(), allCategories()];

export const status = () => 404;

export const head = ({ site }: PageContext): Head => ({
  title: textIn(site.language)("Page not found"),
  description: textIn(site.language)("There is no page at this address."),
  canonical: null,
  robots: "noindex",
});

/** What the end of an address says in words: `/topics/proof-of-stake` is "proof of stake". */
export function wordsIn(path: string): string {
  const end = path.split("/").findLast(Boolean) ?? "";
  try {
    return decodeURIComponent(end)
      .replace(/\.[a-z]{2,5}$/i, "")
      .replace(/[-_+.]+/g, " ")
      .trim();
  } catch {
    return "";
  }
}

/** All unknown addresses share one stored response, so the browser alone knows what its address says. */
function Meant() {
  const [words, setWords] = useState("");
  // Read here as well, so that the server sends the texts of the list with the page.
  useText()("Topics and authors");
  useEffect(() => setWords(wordsIn(location.pathname)), []);
  return words === "" ? null : (
    <div>
      <FoundNames query={words} />
    </div>
  );
}

/** 404, with a search, what is read most, the newest, and the topics and authors that the address names. */
export function Page() {
  const t = useText();
  return (
    <div className="page-width">
      <LostPage
        kicker="404"
        title={t("Oops! Page not found")}
        message={<p>{t("The address may be mistyped, or the page may have moved.")}</p>}
        link={{ to: pageUrl.home(), label: t("Return to Home") }}
        heading={t("Most read now")}
        articles={useApi(trendingArticles(), { select: completeList }).data}
        newest={useApi(homeLatest(), { select: completeLatest }).data}
        categories={useApi(allCategories()).data}
        meant={<Meant />}
      />
    </div>
  );
}
