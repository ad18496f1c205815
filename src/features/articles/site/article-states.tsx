import { ApiError, NetworkError } from "#shared/api-client.ts";
import { pageUrl } from "#shared/urls.ts";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { ConnectionError, StateScreen } from "#ui/state-screen.tsx";
import { NO_ARTICLE } from "../rules.ts";

/** A loading article: a line of text above a skeleton of the page. */
export function ArticleLoading() {
  return (
    <div className="page-width py-8">
      <p role="status" className="meta">
        Loading article...
      </p>
      <div aria-hidden="true" className="mt-6 max-w-4xl">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="mt-5 h-12 w-full" />
        <Skeleton className="mt-3 h-12 w-2/3" />
        <Skeleton className="mt-8 h-12 w-64" />
      </div>
      <div className="mt-10 max-w-3xl">
        <Skeleton className="aspect-video w-full" />
        <SkeletonLines lines={6} className="mt-10" />
      </div>
    </div>
  );
}

/** Why an article is not shown: a lost connection has its own screen, all other failures the not-found screen. */
export function ArticleFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof NetworkError) return <ConnectionError onRetry={onRetry} />;
  return (
    <ArticleNotFound
      message={(error instanceof ApiError ? error.detail : undefined) ?? "Failed to fetch the article."}
    />
  );
}

/** The not-found screen. Without a message from the server it shows a general one. */
export function ArticleNotFound({ message }: { message?: string }) {
  return (
    <StateScreen title="Article Not Found" link={{ to: pageUrl.home(), label: "Go back to homepage" }}>
      <p role="alert">{message ?? NO_ARTICLE}</p>
    </StateScreen>
  );
}
