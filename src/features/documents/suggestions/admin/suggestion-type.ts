import { createContext, use, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { mergedContent } from "#features/content/rules.ts";
import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import { SUGGESTED_TEXTS, suggestedNames, type Texts } from "#features/documents/rules.ts";
import type { VersionFields } from "#ui/admin/edit-form/version-fields.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { OwnSuggestion } from "../schema.ts";
import { readSuggestion, storeSuggestion } from "./calls.ts";

export type RoomMode = "edit" | "suggest";

/** Whether the room's address is that of suggestions, which a document has once it is stored. */
export function useIsSuggesting(): boolean {
  const { pathname, search } = useLocation();
  return new URLSearchParams(search).get("mode") === "suggest" && !/\/new\/?$/.test(pathname);
}

/**
 * Switches the room in place: the way back to the list stays. `onLeave`: the present mode is about to be left. A room that is
 * left already is not opened again.
 */
export function useSwitchMode(onLeave: () => void): (mode: RoomMode) => void {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (mode) => {
    if (!isShown.current) return;
    onLeave();
    void navigate({ pathname, search: mode === "suggest" ? SUGGESTING : "" }, { replace: true, state });
  };
}

/** How the open room is left for its other mode; null where there is none. */
const Switching = createContext<((mode: RoomMode) => void) | null>(null);
export const RoomModeProvider = Switching.Provider;
export const useRoomSwitch = () => use(Switching);

export type SuggestionType = RoomType<OwnSuggestion, Texts>;

/** A suggestion is for a document that exists. */
const notOffered = () => Promise.reject(new Error("Suggestions are not created or duplicated, and have no versions."));

const types = new WeakMap<object, SuggestionType>();

/** The type of what is suggested for documents of a type: a text of its own, which stores itself as the document does. */
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
    // Pictures that came as data have an address now.
    takenOver: [content],
    merge: (name, { known, mine, theirs }) => (name === content ? mergedContent(known, mine, theirs) : undefined),
    fields: only(of.fields) as unknown as VersionFields<Texts>,
    storesItself: () => true,
    mayCreate: () => false,
    missingIn: () => ({}),
    read: (api, id, signal) => readSuggestion(api, { type, id }, signal),
    create: notOffered,
    duplicate: notOffered,
    valuesFromTemplate: () => ({}),
    save: (api, { row: { id }, etag }, { values, names: changed, key }) =>
      storeSuggestion(
        api,
        { type, id },
        { texts: Object.fromEntries(changed.map((name) => [name, values[name]])), etag, key },
      ),
    async copy(api, values, key): Promise<Versioned<OwnSuggestion>> {
      const { row, etag } = await of.copy(api, whole(values), key);
      return { row: { id: row.id, texts: values, edits: 0, is_behind: false, saved: null }, etag };
    },
    // Whoever accepts or rejects edits changes it as well.
    isOwnNewest: notOffered,
    // There are no versions of it: what is not chosen is kept in the browser.
    secureNewest: notOffered,
    onCreated: () => undefined,
    onUpdated: () => undefined,
    onLeft: () => undefined,
    words: {
      ...of.words,
      edit: "Suggest edits",
      back: "Close",
      updated: "Suggestion saved",
      updating: { title: "Error saving the suggestion", fallback: "Could not save the suggestion" },
      deleted: `This ${type} was deleted by another user. Copy what you still need of your suggestion.`,
    },
  };
}

/** The query of a room's address in which edits are suggested. */
export const SUGGESTING = "mode=suggest";
