import { useEffect } from "react";
import { allCategories } from "#features/categories/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { useParams } from "#shared/router.tsx";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { translateKnown } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { editorsPicks } from "../calls.ts";
import { completeList } from "./complete.ts";
import { LostPage } from "./lost-page.tsx";

/** Statuses of an article that readers may no longer read. The service worker (public/sw.js) has the same. */
const WITHDRAWN = [404, 410, 451];

/** Takes an article out of the reader's lists (reading-list.ts), whose code readers without lists do not load. */
async function forget(id: number): Promise<void> {
  try {
    if (Object.keys(localStorage).some((key) => key.endsWith("-articles")))
      (await import("./reading-list.ts")).forgetArticle(id);
  } catch {
    // The browser blocks its storage, so nothing is kept; or it is offline, and the next visit forgets the article.
  }
}

/** The page of an article that could not be read; without an `error` its address names none. */
export function ArticleFailed({ error }: { error: Error | null }) {
  const t = useText();
  const language = useLanguage();
  const { id = "" } = useParams();
  const isWithdrawn = error instanceof ApiError && WITHDRAWN.includes(error.status);
  useEffect(() => {
    if (isWithdrawn) void forget(Number(id));
  }, [isWithdrawn, id]);
  const messageOf = () => {
    if (!error) return t("Article ID is required");
    if (!(error instanceof ApiError && error.detail)) return t("Failed to fetch the article.");
    // The detail of a removal names its date, in English.
    const isRemoval = language !== undefined && error.code === "article_removed";
    return isRemoval ? t("This article was removed.") : translateKnown(language, error.detail);
  };
  const picks = useApi(editorsPicks(), { select: completeList });
  return (
    <div className="page-width">
      <LostPage
        title={t("Article Not Found")}
        message={<p role="alert">{messageOf()}</p>}
        link={{ to: pageUrl.home(), label: t("Go back to homepage") }}
        heading={t("Editor's Picks")}
        articles={picks.data}
        categories={useApi(allCategories()).data}
      />
    </div>
  );
}
