import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Passages, RichTextHandle } from "#features/editor/admin/rich-text.ts";
import type { DocumentKey } from "#shared/document.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { Note } from "../schema.ts";
import { NEW_NOTE, useNotes } from "./use-notes.ts";

/** Minimum width for the panel next to the text; on narrower screens it covers the text. */
const BESIDE = "(width >= 64rem)";

export type RoomNotes = ReturnType<typeof useRoomNotes>;

/** The notes of the room, marked in its text and listed in a panel. `document` is null if it is not stored yet. */
export function useRoomNotes(document: DocumentKey | null, editor: RefObject<RichTextHandle | null>) {
  const noted = useHasNewsroom() ? document : null;
  const notes = useNotes(noted);
  const button = useRef<HTMLButtonElement>(null);
  const passages: Passages = {
    list: notes.passages,
    onPlaced: notes.setPlaced,
    onOpen(id, isAsked) {
      // If the panel would cover the text, a tap only moves the caret.
      if (!isAsked && !notes.isOpen && !window.matchMedia(BESIDE).matches) return;
      flushSync(() => notes.open(id === NEW_NOTE ? null : id));
      if (id === NEW_NOTE) notes.panel.current?.querySelector("textarea")?.focus();
      else if (isAsked) notes.panel.current?.querySelector<HTMLElement>(`#note-${id}`)?.focus();
    },
    onAdd: notes.compose,
  };
  const { quote, isOpen } = notes;
  useEffect(() => {
    if (quote && isOpen) editor.current?.revealPassage(NEW_NOTE);
  }, [editor, quote, isOpen]);
  return {
    ...notes,
    button,
    isOffered: noted !== null,
    forEditor: noted === null ? undefined : passages,
    toggle: () => (notes.isOpen ? notes.close() : notes.open()),
    closeWithFocus() {
      button.current?.focus();
      notes.close();
    },
    /** Returns to the passage of the note. */
    onAdded: (quote: string) =>
      quote === "" ? notes.panel.current?.querySelector<HTMLElement>("h2")?.focus() : editor.current?.focus(),
    goTo(note: Note) {
      notes.open(note.id);
      editor.current?.showPassage(note.id);
    },
  };
}

/** Closes the panel when the settings show an error or a question. `saying` changes with each. */
export function useYielding(notes: RoomNotes, saying: readonly unknown[], mustBeSeen: boolean): void {
  const [seen, setSeen] = useState(saying);
  if (seen.every((one, at) => one === saying[at])) return;
  setSeen(saying);
  if (mustBeSeen) notes.close();
}
