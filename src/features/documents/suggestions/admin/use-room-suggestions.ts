import { createContext, type RefObject, use, useEffect, useMemo, useRef, useState } from "react";
import type { RichTextHandle, SuggestionInText, Suggestions } from "#features/editor/admin/rich-text.ts";
import type { DocumentKey } from "#shared/document.ts";
import type { ListedSuggestion } from "../schema.ts";
import { type DecidingForm, useSuggestions } from "./calls.ts";

const NONE: readonly ListedSuggestion[] = [];

export type RoomSuggestionsState = ReturnType<typeof useRoomSuggestions>;

/** The suggestions of a room: marked in its text, and listed in a panel. `document` is null if it is not stored yet. */
export function useRoomSuggestions<Row extends { id: number }>(
  form: DecidingForm<Row> & { savedAt: number | null },
  document: DocumentKey | null,
  mode: Suggestions["mode"],
) {
  const { list, ...calls } = useSuggestions(form, document);
  const isFollowed = mode === "suggest" || (list?.suggestions.length ?? 0) > 0;
  const { savedAt } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save may have changed them
  useEffect(() => {
    if (isFollowed && savedAt !== null) calls.refetch();
  }, [savedAt]);
  const editor = useRef<RefObject<RichTextHandle | null> | null>(null);
  const panel = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(mode === "suggest");
  const [current, setCurrent] = useState<string | null>(null);
  const [placed, setPlaced] = useState<readonly string[]>([]);
  const all = list?.suggestions ?? NONE;
  const open = useMemo(() => inOrder(all, placed), [all, placed]);
  const inText = useMemo(
    (): SuggestionInText[] =>
      all.map(({ id, person, name, is_mine }) => ({ id, person, name: name ?? "a removed user", isMine: is_mine })),
    [all],
  );
  const goTo = (id: string) => {
    setCurrent(id);
    editor.current?.current?.showSuggestion(id);
  };
  return {
    ...calls,
    mayDecide: list?.may_decide ?? false,
    open,
    closed: useMemo(() => all.filter(({ state }) => state !== "open"), [all]),
    isLoading: list === undefined && !calls.isFailed,
    isOpen,
    panel,
    current,
    goTo,
    toggle: () => setIsOpen(!isOpen),
    close: () => setIsOpen(false),
    /** The editor of the room, in which suggestions are shown. */
    setEditor: (ref: RefObject<RichTextHandle | null>) => {
      editor.current = ref;
    },
    forEditor: {
      mode,
      list: inText,
      current,
      onPlaced(ids) {
        if (ids.join() !== placed.join()) setPlaced(ids);
      },
      onReach: setCurrent,
    } satisfies Suggestions,
  };
}

/** The open suggestions in the order of the text that is on the screen; those of lines first. */
function inOrder(all: readonly ListedSuggestion[], placed: readonly string[]): ListedSuggestion[] {
  const places = new Map(placed.map((id, at) => [id, at]));
  const place = ({ id }: ListedSuggestion) => places.get(id) ?? -1;
  return all.filter(({ state }) => state === "open").toSorted((one, other) => place(one) - place(other));
}

const InRoom = createContext<RoomSuggestionsState | null>(null);
export const RoomSuggestionsProvider = InRoom.Provider;
/** The suggestions of the room around a text; null without one. */
export const useSuggestionsInText = () => use(InRoom);
