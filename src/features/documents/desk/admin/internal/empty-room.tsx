import type { ReactNode } from "react";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { pageUrl } from "#shared/urls.ts";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import "../writing-room.css";
import { RoomBar } from "../room-bar.tsx";

type LoadingProps = { isFailed: boolean; onRetry: () => void; onCancel: () => void; offers: ReactNode };

/** The room while its article is loaded, or could not be. */
export function LoadingRoom({ isFailed, onRetry, onCancel, offers }: LoadingProps) {
  return (
    <section aria-labelledby="room-heading" className="writing-room">
      <div className="form-bar">
        <RoomBar title="Edit Article" onCancel={onCancel} />
      </div>
      <div className="room-page">
        <div className="room-paper">
          {isFailed ? (
            <>
              {offers}
              <FailedNote onRetry={onRetry}>Could not load the article.</FailedNote>
            </>
          ) : (
            <div role="status" className="space-y-8">
              <span className="sr-only">Loading article...</span>
              <Skeleton className="h-14 w-4/5" />
              <SkeletonLines lines={2} />
              <SkeletonLines lines={9} className="pt-6" />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

type InsteadProps = { title: string; text: string; offers?: ReactNode; children: ReactNode };

/** What stands in place of the room: a sentence or two, and `children`, the ways on. */
function InsteadOfRoom({ title, text, offers, children }: InsteadProps) {
  return (
    <section aria-labelledby="no-room" className="admin-width py-24 text-center">
      <div className="text-left">{offers}</div>
      <h1 id="no-room" className="headline-lg wrap-anywhere">
        {title}
      </h1>
      <p className="mx-auto mt-4 mb-8 max-w-md text-muted wrap-anywhere">{text}</p>
      <div className="flex flex-wrap justify-center gap-2">{children}</div>
    </section>
  );
}

/** The screen of an address without an article. */
export function NoArticle({ onLeave, offers }: { onLeave: () => void; offers?: ReactNode }) {
  useScreenTitle("Article not found");
  return (
    <InsteadOfRoom title="Article not found" text="It may have been deleted, or the address is wrong." offers={offers}>
      <AdminButton variant="primary" onClick={onLeave}>
        Back to all articles
      </AdminButton>
    </InsteadOfRoom>
  );
}

type OthersProps = { article: Pick<ArticleDetail, "id" | "title">; onLeave: () => void; offers: ReactNode };

/** The screen of a published article that whoever opens it may read, and not change. */
export function OthersArticle({ article, onLeave, offers }: OthersProps) {
  useScreenTitle(article.title);
  return (
    <InsteadOfRoom
      title="You cannot change this article"
      text={`“${article.title}” is somebody else’s. Its authors and editors can change it; you see what readers see.`}
      offers={offers}
    >
      <a href={pageUrl.article(article.id)} target="_blank" rel="noopener" className={buttonLook("primary")}>
        Read the article
      </a>
      <AdminButton onClick={onLeave}>Back to all articles</AdminButton>
    </InsteadOfRoom>
  );
}
