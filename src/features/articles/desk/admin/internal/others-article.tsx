import type { ReactNode } from "react";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { InsteadOfRoom } from "#features/documents/room/admin/instead-of-room.tsx";
import { pageUrl } from "#shared/urls.ts";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { useScreenTitle } from "#ui/admin/screen.tsx";

type Props = { article: Pick<ArticleDetail, "id" | "title">; onLeave: () => void; offers: ReactNode };

/** The screen of a published article that the user may read, and not change. */
export function OthersArticle({ article, onLeave, offers }: Props) {
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
