import { createContext, use, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { EditedType, RoomType } from "#features/documents/room/admin/room-type.ts";
import type { VersionFields } from "#features/documents/room/admin/version-fields.ts";
import { SUGGESTED_TEXTS, suggestedNames, type Texts } from "#features/documents/rules.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { OwnSuggestion } from "../schema.ts";
import { readSuggestion, storeSuggestion } from "./calls.ts";

export type RoomMode = "edit" | "suggest" | "read";

/** How the room is open, by its address. A new document is always edited. */
export function useRoomMode(): RoomMode {
  const { pathname, search } = useLocation();
  const mode = new URLSearchParams(search).get("mode");
  return (mode === "suggest" || mode === "read") && !/\/new\/?$/.test(pathname) ? mode : "edit";
}

export const useIsSuggesting = (): boolean => useRoomMode() === "suggest";

/**
 * Switches the room's mode in place, so that the way back to the list stays. `onLeave` runs before the room for suggesting
 * takes the place of the other, or the reverse. Does nothing if the room has been left.
 */
export function useSwitchMode(onLeave: () => void): (mode: RoomMode) => void {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const isSuggesting = useIsSuggesting();
  const isShown = useRef(false);
  // In the layout phase: other effects are cleaned up only after the next screen is visible.
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (mode) => {
    if (!isShown.current) return;
    if (isSuggesting !== (mode === "suggest")) onLeave();
    void navigate({ pathname, search: mode === "edit" ? "" : `mode=${mode}` }, { replace: true, state });
  };
}

/** Leaves the open room for its other mode; null if it has none. */
const Switching = createContext<((mode: RoomMode) => void) | null>(null);
export const RoomModeProvider = Switching.Provider;
export const useRoomSwitch = () => use(Switching);

export type SuggestionType = EditedType<OwnSuggestion, Texts>;

const types = new WeakMap<object, SuggestionType>();

/** The document type of suggestions for documents of a type, stored by the same session. */
export function suggestionType<Row extends { id: number }, W extends object, C extends object>(
  of: RoomType<Row, W, C>,
): SuggestionType {
  const known = types.get(of) ?? typeFor(of);
  types.set(of, known);
  return known;
}

function typeFor<Row extends { id: number }, W extends object, C extends object>(
  of: RoomType<Row, W, C>,
): SuggestionType {
  const { type } = of;
  const names = suggestedNames(type);
  const { content } = SUGGESTED_TEXTS[type];
  const only = <Value>(values: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Record<string, Value>;
  const whole = (values: Texts) => ({ ...of.empty, ...values });
  return {
    type,
    keptAs: `${type}-suggestion`,
    urlOf: (id) => (id === "new" ? of.urlOf(id) : `${of.urlOf(id)}?${SUGGESTING}`),
    empty: only<string>(of.empty),
    valuesOf: ({ texts }) => texts,
    choices: [],
    titleOf: (values) => of.titleOf(whole(values)),
    textField: of.textField,
    // Uploaded pictures have an address now.
    takenOver: [content],
    fields: only(of.fields) as unknown as VersionFields<Texts>,
    storesItself: () => true,
    read: (api, id, signal) => readSuggestion(api, { type, id }, signal),
    save: (api, { row: { id }, etag }, { values, names: changed, key }) =>
      storeSuggestion(
        api,
        { type, id },
        { texts: Object.fromEntries(changed.map((name) => [name, values[name]])), etag, key },
      ),
    async copy(api, values, key): Promise<Versioned<OwnSuggestion>> {
      const { row, etag } = await of.copy(api, whole(values), key);
      return { row: { id: row.id, texts: values, edits: 0, may_read: true }, etag };
    },
    words: {
      ...of.words,
      edit: "Suggest edits",
      back: "Close",
      updated: "Suggestion saved",
      updating: { title: "Error saving the suggestion", fallback: "Could not save the suggestion" },
      deleted: `This ${type} no longer exists. Copy the parts of your suggestion that you still need.`,
    },
  };
}

/** The query of a room's address in suggestion mode. */
export const SUGGESTING = "mode=suggest";
