import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { listChanged, listCreated, listUpdated } from "#features/articles/admin/calls.ts";
import { useCategoryQuestion } from "#features/articles/admin/category-field.tsx";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import type { LivePart } from "#ui/admin/edit-form/form-work.ts";
import type { SaveOptions } from "#ui/admin/edit-form/saving.ts";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { DeskArticle } from "../calls.ts";
import { ROOM_KIND, roomKind } from "./room-kind.ts";
import { type UpdateNote, useKeptNote } from "./update-note.tsx";
import type { WritingRoomProps } from "./writing-room-props.ts";

type Props = Pick<WritingRoomProps, "account" | "beginning" | "guard" | "onDone" | "onCreated"> & {
  editor: RefObject<RichTextHandle | null>;
};

const ADDED = { title: ROOM_KIND.words.added };

/** How the room saves, and what is said of an update. */
export type RoomSaving = ReturnType<typeof useRoomForm>["saving"];

/** The form of the room: how its article is stored, by hand and by itself, and what the list learns of it. */
export function useRoomForm({ account, beginning, guard, editor, onDone, onCreated }: Props) {
  const client = useQueryClient();
  const refreshList = useListRefresh();
  const live = useRef<LivePart<FormValues>>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  // A new article is one until it is added, even if it has been stored as a draft meanwhile.
  const [isBegun, setIsBegun] = useState(beginning.base === null);
  const note = useKeptNote();
  const scheduling = useRef(false);
  const autosaves = useHasNewsroom();
  const [kind] = useState(() => roomKind({ note: note.sent, scheduling, autosaves }));
  const at = useEditForm(kind, {
    account,
    beginning,
    guard,
    live,
    onStored(article, isFirst) {
      (isFirst ? listCreated : listUpdated)(client, article);
      setSavedAt(Date.now());
      setIsBegun(false);
    },
    onSaved: note.onSaved,
    onAutosaved(article, isFirst) {
      if (isFirst) listCreated(client, article);
      refreshList();
    },
    onDone: () => onDone(isBegun),
    onCreated: ({ id }) => onCreated(id),
  });
  // After the form: as both go, it still reads the last words.
  useLiveContent(live, editor);
  const { base, values } = at;
  const category = useCategoryQuestion(values.category, base?.category ?? "");
  // One that was deleted meanwhile is new again.
  const isNew = isBegun || base === null;
  return {
    at,
    category,
    isNew,
    savedAt,
    /** Leaves the room: at once, unless what was said of an update would be lost and the editor does not agree. */
    leave: note.leave,
    saving: {
      note: note.written,
      scheduling,
      /** `said`: of a change that readers see. It goes along when the save is repeated, too. */
      store: (options: SaveOptions<DeskArticle>, said: UpdateNote | null = null) => {
        note.sendWithSave(said);
        return at.save({ ...(isNew && base !== null && { said: () => ADDED }), ...options });
      },
    },
  };
}

/** After work has stored itself, the list is refetched once, as the room is left. Returns what to call then. */
function useListRefresh(): () => void {
  const client = useQueryClient();
  const isDue = useRef(false);
  useEffect(
    () => () => {
      if (isDue.current) listChanged(client);
    },
    [client],
  );
  return () => {
    isDue.current = true;
  };
}

/** Lets the form read and replace the editor's current content. */
function useLiveContent(live: RefObject<LivePart<FormValues> | null>, editor: RefObject<RichTextHandle | null>): void {
  useImperativeHandle(live, () => ({
    read: () => (editor.current ? { content: editor.current.html() } : {}),
    // Replacing identical content would lose the caret and the undo history.
    write: (next) => {
      if (next.content !== editor.current?.html()) editor.current?.replace(next.content);
    },
  }));
}
