import type { RefObject } from "react";
import { useState } from "react";
import { useCategoryQuestion } from "#features/articles/admin/category-field.tsx";
import { type RoomProps, type SaveOptions, useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { ARTICLE_TYPE, type ArticleType, type Choices, saveArticle, type Written } from "../article-type.ts";
import type { DeskArticle } from "../calls.ts";
import { type UpdateNote, useKeptNote } from "./update-note.tsx";

type Props = RoomProps<DeskArticle, Written> & { editor: RefObject<RichTextHandle | null> };

/** How the room saves, and what is said of an update. */
export type RoomSaving = ReturnType<typeof useArticleForm>["saving"];

/** The form of the article's room, the question about its category, and what is said of an update. */
export function useArticleForm(props: Props) {
  const note = useKeptNote();
  const storesItself = useHasNewsroom();
  const [type] = useState(
    (): ArticleType => ({
      ...ARTICLE_TYPE,
      // A backend of the specification alone has no working copies.
      storesItself: () => storesItself,
    }),
  );
  const at = useRoomForm<DeskArticle, Written, Choices>(type, {
    ...props,
    submit: (api, sent) => saveArticle(api, sent, note.sent.current),
    onSaved: note.onSaved,
  });
  const category = useCategoryQuestion(at.values.category, at.base?.category ?? "");
  return {
    at,
    category,
    /** Leaves the room: at once, unless what was said of an update would be lost and the editor does not agree. */
    leave: note.leave,
    saving: {
      note: note.written,
      /** `said`: of a change that readers see. It goes along when the save is repeated, too. */
      store(options: SaveOptions<DeskArticle>, said: UpdateNote | null = null): Promise<DeskArticle | null> {
        note.sendWithSave(said);
        return at.save(options);
      },
    },
  };
}
