import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { FoundField } from "../rich-text.ts";
import { type FindOptions, type FoundPlace, findPlaces, placeFrom, replacedIn } from "./find-matches.ts";
import { openFind, replaceMatches, scrollToMatch, showMatches } from "./find-plugin.ts";

/** How long the highlights may lag behind the text, in milliseconds. */
const MAX_DELAY_MS = 200;
/** A selection longer than this is no text to look for. Characters. */
const MAX_SELECTED = 200;

/** What was found, the place that is shown, and how many places were replaced at the same time just now. */
export type Found = { places: readonly FoundPlace[]; at: number; replaced: number | null };
const NOTHING: Found = { places: [], at: 0, replaced: null };

type Position = Omit<FoundPlace, "to">;

export function selectedText({ state }: Editor): string {
  const { from, to, $from, $to } = state.selection;
  const isShort = $from.sameParent($to) && to - from <= MAX_SELECTED;
  return isShort ? state.doc.textBetween(from, to) : "";
}

/** The element of a field in the form around the panel. */
export const fieldOf = (panel: HTMLElement | null, field: FoundField | undefined) =>
  (field && panel?.closest("form")?.querySelector<HTMLTextAreaElement>(`[name="${field.name}"]`)) ?? null;

/** Opens the search in the text, and calls `onUpdate` soon after each change. Returns what ends both. */
function watchText(editor: Editor, onUpdate: () => void): () => void {
  const close = openFind(editor);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onUpdate();
    }, MAX_DELAY_MS);
  };
  editor.on("update", later);
  return () => {
    clearTimeout(timer);
    editor.off("update", later);
    close();
  };
}

type Parts = {
  editor: Editor;
  fields: readonly FoundField[];
  options: FindOptions;
  /** The panel's first field. */
  input: RefObject<HTMLElement | null>;
};

/** Looks in the fields and the text, and highlights what it finds in the text, as long as the panel is open. */
export function useFind({ editor, fields, options, input }: Parts) {
  const [found, setFound] = useState<Found>(NOTHING);
  /** Effects of the same rendering go on from here. */
  const latest = useRef(found);
  const inText = fields.length;
  const caret = (): Position => ({ part: inText, from: editor.state.selection.from });
  const current = (): Position => latest.current.places[latest.current.at] ?? caret();

  function show(places: readonly FoundPlace[], at: number, replaced: number | null = null) {
    latest.current = { places, at, replaced };
    setFound(latest.current);
    const before = places.findIndex(({ part }) => part === inText);
    const matches = before === -1 ? [] : places.slice(before);
    showMatches(editor, matches, at - before);
    return latest.current;
  }
  /** Looks again; the current place is the first one from a position on. */
  function look(position: Position, texts = fields, replaced: number | null = null) {
    const places = findPlaces({ fields: texts, doc: editor.state.doc }, options);
    return show(places, placeFrom(places, position), replaced);
  }
  function scrollTo(place: FoundPlace | undefined) {
    if (!place) return;
    if (place.part === inText) scrollToMatch(editor, place);
    else fieldOf(input.current, fields[place.part])?.scrollIntoView({ block: "center" });
  }
  function go(to: number, { places }: Pick<Found, "places"> = found) {
    const at = places.length === 0 ? 0 : (to + places.length) % places.length;
    show(places, at);
    scrollTo(places[at]);
  }
  const onOptions = useEffectEvent(() => {
    const { places, at } = look(caret());
    scrollTo(places[at]);
  });
  const onUpdate = useEffectEvent(() => {
    const { places, replaced } = latest.current;
    if (look(current()).places.length === places.length) show(latest.current.places, latest.current.at, replaced);
  });

  useEffect(() => watchText(editor, () => onUpdate()), [editor]);
  const { query, isExact, isWord } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever one of them changes
  useEffect(onOptions, [query, isExact, isWord]);
  const texts = JSON.stringify(fields.map(({ text }) => text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever a field changes
  useEffect(onUpdate, [texts]);

  function replace(by: string, isAll: boolean) {
    // The texts may have changed since they were last looked at.
    const { places, at } = look(current());
    const chosen = isAll ? places : places.slice(at, at + 1);
    const [first] = chosen;
    if (!first) return;
    const texts = fields.map((field, part) => {
      const text = replacedIn(field.text, partOf(chosen, part), by);
      if (text !== field.text) field.onChange(text);
      return { ...field, text };
    });
    const matches = partOf(chosen, inText);
    if (matches.length > 0) editor.view.dispatch(replaceMatches(editor.state, matches, by));
    const next = first.part === inText ? caret() : { part: first.part, from: first.from + by.length };
    const after = look(next, texts, isAll ? chosen.length : null);
    if (!isAll) go(after.at, after);
  }
  return { found, go, replace };
}

const partOf = (places: readonly FoundPlace[], part: number) => places.filter((place) => place.part === part);
