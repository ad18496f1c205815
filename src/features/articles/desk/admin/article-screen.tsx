import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type DeskArticle, discardWorkingCopy, listChanged } from "#features/articles/admin/calls.ts";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { InsteadOfRoom } from "#features/documents/room/admin/instead-of-room.tsx";
import { RoomScreen } from "#features/documents/room/admin/room-screen.tsx";
import { SuggestRoom } from "#features/documents/suggestions/admin/suggest-room.tsx";
import {
  suggestionType,
  useIsSuggesting,
  useSwitchMode,
} from "#features/documents/suggestions/admin/suggestion-type.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { pageUrl } from "#shared/urls.ts";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { ARTICLE_TYPE } from "./article-type.tsx";
import { headlinesOf, WritingRoom } from "./internal/writing-room.tsx";

const ARTICLE_SUGGESTIONS = suggestionType(ARTICLE_TYPE);

type Props = {
  path: string;
  /** The list's address, for users who did not come from it. */
  backTo: string;
};

export function ArticleScreen(props: Props) {
  const tellKept = useTellKept();
  if (useIsSuggesting())
    return (
      <RoomScreen key="suggestions" type={ARTICLE_SUGGESTIONS} {...props}>
        {(room) => <SuggestRoom {...room} type={ARTICLE_SUGGESTIONS} headlines={headlinesOf("")} label="Content" />}
      </RoomScreen>
    );
  return (
    <RoomScreen
      type={ARTICLE_TYPE}
      {...props}
      // Without these fields, which only editors get, all other requests of the room would be rejected.
      instead={(row, rest) => row.has_draft === undefined && <OthersArticle article={row} {...rest} />}
      onLeftStored={tellKept}
    >
      {(room) => <WritingRoom {...room} />}
    </RoomScreen>
  );
}

/** When the user leaves the room, explains that stored changes are not public, and offers to discard them. */
function useTellKept(): (left: { row: DeskArticle | null }) => void {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const discard = (id: number) =>
    void discardWorkingCopy(api, id).then(
      () => {
        listChanged(client);
        show({ title: "Changes discarded", description: "They stay in the article's version history." });
      },
      () => show({ title: "Could not discard the changes", variant: "destructive" }),
    );
  return ({ row }) => {
    if (row?.saved === undefined) return;
    show({
      title: "Your changes are saved",
      description:
        row.status === "published" ? "Readers see them once you update the article." : "They are saved with the draft.",
      action: { label: "Discard them", run: () => discard(row.id) },
    });
  };
}

type OthersProps = { article: Pick<ArticleDetail, "id" | "title">; onLeave: () => void; offers: ReactNode };

/** The screen of a published article that the user may only read. */
export function OthersArticle({ article, onLeave, offers }: OthersProps) {
  useScreenTitle(article.title);
  const maySuggest = useMay()("article.suggest", "any");
  const switchTo = useSwitchMode(() => undefined);
  return (
    <InsteadOfRoom
      title="You cannot change this article"
      text={`“${article.title}” belongs to another author. Only its authors and editors can change it.${maySuggest ? " You can suggest changes to the published text." : ""}`}
      offers={offers}
    >
      <a href={pageUrl.article(article.id)} target="_blank" rel="noopener" className={buttonLook("primary")}>
        Read the article
      </a>
      {maySuggest && <AdminButton onClick={() => switchTo("suggest")}>Suggest edits</AdminButton>}
      <AdminButton onClick={onLeave}>Back to all articles</AdminButton>
    </InsteadOfRoom>
  );
}
