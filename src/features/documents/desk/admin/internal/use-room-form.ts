import type { RefObject } from "react";
import { useImperativeHandle } from "react";
import { useCategoryQuestion } from "#features/articles/admin/category-field.tsx";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { fateOf } from "#ui/admin/edit-form/kept-toast.ts";
import type { UpdateNote } from "./update-note.tsx";
import { type SaveOptions, useArticleForm } from "./use-article-form.ts";
import type { WritingRoomProps } from "./writing-room-props.ts";

type Props = Pick<WritingRoomProps, "account" | "opening" | "guard" | "onDone" | "onCreated"> & {
  editor: RefObject<RichTextHandle | null>;
};

/** How the room saves, and what is said of an update. */
export type RoomSaving = ReturnType<typeof useRoomForm>["saving"];

/** The form of the room, the question about its category, and what is said of an update. */
export function useRoomForm({ guard, ...props }: Props) {
  const { at, isNew, note, isScheduling, savedAt } = useArticleForm(props);
  const { base, values, isUnsaved, autosave } = at;
  const category = useCategoryQuestion(values.category, base?.category ?? "");
  const fate = fateOf(at.storesItself, autosave.is);
  const hasHiddenChanges = base?.status === "published" && base.saved !== undefined;
  useImperativeHandle(guard, () => ({ isUnsaved: () => isUnsaved, fate: () => fate, hasHiddenChanges }), [
    isUnsaved,
    fate,
    hasHiddenChanges,
  ]);
  return {
    at,
    category,
    isNew,
    savedAt,
    /** Leaves the room: at once, unless what was said of an update would be lost and the editor does not agree. */
    leave: note.leave,
    saving: {
      note: note.written,
      isScheduling,
      /** `said`: of a change that readers see. It goes along when the save is repeated, too. */
      store: (options: SaveOptions, said: UpdateNote | null = null) => at.save(options, said),
    },
  };
}
