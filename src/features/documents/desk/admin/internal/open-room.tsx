import type { ReactNode } from "react";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { useBeginning } from "#ui/admin/edit-form/use-beginning.ts";
import { LoadingRoom, NoArticle, OthersArticle } from "./empty-room.tsx";
import { ROOM_KIND } from "./room-kind.ts";
import { WritingRoom } from "./writing-room.tsx";
import type { WritingRoomProps } from "./writing-room-props.ts";

type Props = Omit<WritingRoomProps, "beginning"> & {
  /** The article to edit; null for a new one. */
  article: number | null;
  /** Unsaved changes to continue with. */
  draft: UnsavedDraft<FormValues> | null;
  /** The unsaved work that is offered. */
  offers: ReactNode;
};

/** The room, shown once its initial values are loaded: the newest version of the article. */
export function OpenRoom({ article, draft, ...rest }: Props) {
  const { beginning, isMissing, isFailed, retry } = useBeginning(ROOM_KIND, article, draft);
  // What only its editors get is missing: the room's other calls would all be refused.
  const others = beginning?.base?.row.has_draft === undefined ? beginning?.base?.row : undefined;
  if (others) return <OthersArticle article={others} onLeave={rest.onCancel} offers={rest.offers} />;
  if (beginning) return <WritingRoom {...rest} beginning={beginning} />;
  if (isMissing) return <NoArticle onLeave={rest.onCancel} offers={rest.offers} />;
  return <LoadingRoom isFailed={isFailed} onRetry={retry} onCancel={rest.onCancel} offers={rest.offers} />;
}
