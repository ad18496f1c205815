import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { ChevronDown, ChevronUp, X } from "lucide";
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { AdminButton, AdminIconButton, Checkbox } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import type { FoundField } from "../rich-text.ts";
import { afterChanges, focusText, openDecorations, scrollToPos } from "./editor-view.ts";
import { FieldStep } from "./field-steps.ts";

export type FindOptions = { query: string; isExact: boolean; isWord: boolean };
export type Match = { from: number; to: number };
/** A match with the index of its field; the number of fields stands for the document. */
export type FoundPlace = Match & { part: number };

export const MAX_MATCHES = 10_000;
/** Placeholder for a line break or footnote, so that offsets in a line's text are positions. */
const LEAF = "\ufffc";

/** Lower case of the same length, so that offsets stay valid. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign)).join("");
}

const isInWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(sign);

function isWholeWord(text: string, from: number, to: number): boolean {
  const before = from > 0 ? String.fromCodePoint(text.codePointAt(from - 1) ?? 0) : undefined;
  const after = to < text.length ? String.fromCodePoint(text.codePointAt(to) ?? 0) : undefined;
  return !isInWord(before) && !isInWord(after);
}

/** Finds a text in a line, at most `limit` times, in order. Linear in the line. */
function matchesIn(text: string, { query, isExact, isWord }: FindOptions, limit = MAX_MATCHES): Match[] {
  const matches: Match[] = [];
  const wanted = isExact ? query : folded(query);
  if (wanted === "") return matches;
  const line = isExact ? text : folded(text);
  for (let at = line.indexOf(wanted); at !== -1; at = line.indexOf(wanted, at + wanted.length)) {
    if (matches.length === limit) break;
    if (isWord && !isWholeWord(text, at, at + wanted.length)) continue;
    matches.push({ from: at, to: at + wanted.length });
  }
  return matches;
}

/** Finds a text in the lines of a document, at most `MAX_MATCHES` times, in order. Linear in the document. */
export function findMatches(doc: Node, options: FindOptions): Match[] {
  const matches: Match[] = [];
  doc.descendants((block, pos) => {
    if (matches.length === MAX_MATCHES) return false;
    if (!block.isTextblock) return true;
    const text = block.textBetween(0, block.content.size, "", LEAF);
    for (const { from, to } of matchesIn(text, options, MAX_MATCHES - matches.length))
      matches.push({ from: pos + 1 + from, to: pos + 1 + to });
    return false;
  });
  return matches;
}

type Texts = { fields: readonly Pick<FoundField, "text">[]; doc: Node };

/** Finds a text in the fields above a document, then in the document. */
export const findPlaces = ({ fields, doc }: Texts, options: FindOptions): FoundPlace[] => [
  ...fields.flatMap(({ text }, part) => matchesIn(text, options).map((match) => ({ ...match, part }))),
  ...findMatches(doc, options).map((match) => ({ ...match, part: fields.length })),
];

/** The first match at or after a position, or the first of all. */
export function placeFrom(places: readonly FoundPlace[], { part, from }: Omit<FoundPlace, "to">): number {
  const next = places.findIndex((place) => place.part > part || (place.part === part && place.from >= from));
  return Math.max(0, next);
}

export const replacedIn = (text: string, matches: readonly Match[], by: string): string =>
  matches.toReversed().reduce((now, { from, to }) => now.slice(0, from) + by + now.slice(to), text);

const KEY = new PluginKey<DecorationSet>("find");

const highlight = (match: Match, isCurrent: boolean) =>
  Decoration.inline(match.from, match.to, { class: isCurrent ? "find-match find-current" : "find-match" });

/** Highlights matches while the panel is open; they are mapped through edits until the next search. */
export const openFind = (editor: Editor): (() => void) => openDecorations(editor, KEY);

export function showMatches(editor: Editor, matches: readonly Match[], at: number): void {
  const { doc, tr } = editor.state;
  const set = DecorationSet.create(
    doc,
    matches.map((match, index) => highlight(match, index === at)),
  );
  editor.view.dispatch(tr.setMeta(KEY, set).setMeta("addToHistory", false));
}

/** Selects a match, so that writing continues there. */
export function selectMatch(editor: Editor, { from, to }: Match): void {
  editor.commands.setTextSelection({ from, to });
  focusText(editor);
}

/** Replaces matches by a text, keeping the marks of each, as one undo step. */
export function replaceMatches(state: EditorState, matches: readonly Match[], text: string): Transaction {
  const { tr } = state;
  // From the end, so that positions stay valid.
  for (const { from, to } of matches.toReversed()) {
    if (text === "") tr.delete(from, to);
    else tr.insertText(text, from, to);
  }
  const last = matches.at(-1);
  if (last) tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(last.to))));
  return tr;
}

function focusAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** The status of the search: "2 of 3", "1 of 3, in the title", "3 replaced". */
function findWords({ places, at, replaced }: Found, query: string, fields: readonly FoundField[]): string {
  if (query === "") return "";
  if (replaced) return `${replaced.length} replaced`;
  const place = places[at];
  if (!place) return "No matches";
  const count = places.length >= MAX_MATCHES ? `${MAX_MATCHES} or more` : places.length;
  const field = fields[place.part];
  return `${at + 1} of ${count}${field ? `, in the ${field.label}` : ""}`;
}

/** The number of matches per field if several have matches: "Title 1, text 3". */
export function countWords(places: readonly FoundPlace[], fields: readonly Pick<FoundField, "label">[]): string {
  const labels = [...fields.map(({ label }) => label), "text"];
  const counted = labels.flatMap((label, part) => {
    const count = partOf(places, part).length;
    return count === 0 ? [] : [`${label} ${count}`];
  });
  const words = counted.join(", ");
  return counted.length > 1 ? words.slice(0, 1).toUpperCase() + words.slice(1) : "";
}

type Props = { editor: Editor; fields: readonly FoundField[]; onClose: () => void };

/** Finds and replaces in the text and the fields above: Enter next, Shift+Enter previous, Esc to the match. */
export function FindPanel({ editor, fields, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [options, setOptions] = useState<FindOptions>(() => ({
    query: selectedText(editor),
    isExact: false,
    isWord: false,
  }));
  const [text, setText] = useState("");
  const { found, go, replace } = useFind({ editor, fields, options, input });
  useEffect(() => focusAll(input.current), []);

  function close() {
    const place = found.places[found.at];
    const field = place && fieldOf(input.current, fields[place.part]);
    onClose();
    if (field) {
      field.focus();
      field.setSelectionRange(place.from, place.to);
    } else if (place) selectMatch(editor, place);
    else focusText(editor);
  }
  function onKeyDown(event: KeyboardEvent) {
    const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : "";
    if (event.key === "Escape") close();
    else if (key === "f") focusAll(input.current);
    // The browser's undo would change the text in the panel.
    else if (key === "z" && !event.shiftKey && found.replaced) editor.commands.undo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** Prevents Enter from submitting the form around the editor. */
  const onEnter = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    act(event);
  };
  const change = (change: Partial<FindOptions>) => setOptions({ ...options, ...change });
  return (
    <search aria-label="Find and replace" className="find-panel" onKeyDown={onKeyDown}>
      <div className="find-line">
        <input
          ref={input}
          type="text"
          aria-label="Find"
          placeholder="Find"
          autoComplete="off"
          value={options.query}
          onChange={(event) => change({ query: event.target.value })}
          onKeyDown={onEnter((event) => go(found.at + (event.shiftKey ? -1 : 1)))}
        />
        <span role="status" className="meta shrink-0 tabular-nums">
          {findWords(found, options.query, fields)}
        </span>
        <span className="meta shrink-0 tabular-nums max-sm:hidden">
          {options.query !== "" && countWords(found.replaced ?? found.places, fields)}
        </span>
        <span className="ml-auto flex gap-2">
          <AdminIconButton label="Previous match" onClick={() => go(found.at - 1)}>
            <Icon icon={ChevronUp} size={18} />
          </AdminIconButton>
          <AdminIconButton label="Next match" onClick={() => go(found.at + 1)}>
            <Icon icon={ChevronDown} size={18} />
          </AdminIconButton>
          <AdminIconButton label="Close find and replace" onClick={close}>
            <Icon icon={X} size={18} />
          </AdminIconButton>
        </span>
      </div>
      <div className="find-line">
        <input
          type="text"
          aria-label="Replace with"
          placeholder="Replace with"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onEnter(() => replace(text, false))}
        />
        <AdminButton onClick={() => replace(text, false)}>Replace</AdminButton>
        <AdminButton onClick={() => replace(text, true)}>Replace all</AdminButton>
      </div>
      <div className="flex flex-wrap gap-x-5">
        <Checkbox label="Match case" checked={options.isExact} onChange={(isExact) => change({ isExact })} />
        <Checkbox label="Whole words" checked={options.isWord} onChange={(isWord) => change({ isWord })} />
        {found.replaced && (
          <AdminButton className="ml-auto" onClick={() => editor.commands.undo()}>
            Undo
          </AdminButton>
        )}
      </div>
    </search>
  );
}

const MAX_DELAY_MS = 200;
/** Maximum length of a selection used as the search text, in characters. */
const MAX_SELECTED = 200;

type Found = { places: readonly FoundPlace[]; at: number; replaced: readonly FoundPlace[] | null };
const NOTHING: Found = { places: [], at: 0, replaced: null };

type Position = Omit<FoundPlace, "to">;

function selectedText({ state }: Editor): string {
  const { from, to, $from, $to } = state.selection;
  const isShort = $from.sameParent($to) && to - from <= MAX_SELECTED;
  return isShort ? state.doc.textBetween(from, to) : "";
}

const fieldOf = (panel: HTMLElement | null, field: FoundField | undefined) =>
  (field && panel?.closest("form")?.querySelector<HTMLTextAreaElement>(`[name="${field.name}"]`)) ?? null;

/** Starts the search in the text and calls `onUpdate` soon after each change. Returns a function that ends both. */
function watchText(editor: Editor, onUpdate: () => void): () => void {
  const close = openFind(editor);
  const stop = afterChanges(editor, MAX_DELAY_MS, onUpdate);
  return () => {
    stop();
    close();
  };
}

type Parts = {
  editor: Editor;
  fields: readonly FoundField[];
  options: FindOptions;
  input: RefObject<HTMLElement | null>;
};

/** Searches the fields and the text and highlights matches in the text while the panel is open. */
function useFind({ editor, fields, options, input }: Parts) {
  const [found, setFound] = useState<Found>(NOTHING);
  /** The state for effects of the same render. */
  const latest = useRef(found);
  const inText = fields.length;
  const caret = (): Position => ({ part: inText, from: editor.state.selection.from });
  const current = (): Position => latest.current.places[latest.current.at] ?? caret();

  function show(places: readonly FoundPlace[], at: number, replaced: Found["replaced"] = null) {
    latest.current = { places, at, replaced };
    setFound(latest.current);
    const before = places.findIndex(({ part }) => part === inText);
    const matches = before === -1 ? [] : places.slice(before);
    showMatches(editor, matches, at - before);
    return latest.current;
  }
  /** Searches again; the current match is the first one from a position. */
  function look(position: Position, texts = fields, replaced: Found["replaced"] = null) {
    const places = findPlaces({ fields: texts, doc: editor.state.doc }, options);
    return show(places, placeFrom(places, position), replaced);
  }
  function scrollTo(place: FoundPlace | undefined) {
    if (!place) return;
    if (place.part === inText) scrollToPos(editor, place.from);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again whenever one of them changes
  useEffect(onOptions, [query, isExact, isWord]);
  const texts = JSON.stringify(fields.map(({ text }) => text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again whenever a field changes
  useEffect(onUpdate, [texts]);

  function replace(by: string, isAll: boolean) {
    // The texts may have changed since the last search.
    const { places, at } = look(current());
    const chosen = isAll ? places : places.slice(at, at + 1);
    const [first] = chosen;
    if (!first) return;
    const tr = replaceMatches(editor.state, partOf(chosen, inText), by);
    const texts = fields.map((field, part) => {
      const text = replacedIn(field.text, partOf(chosen, part), by);
      if (text !== field.text) tr.step(new FieldStep(field.name, field.text, text));
      return { ...field, text };
    });
    editor.view.dispatch(closeHistory(tr));
    const next = first.part === inText ? caret() : { part: first.part, from: first.from + by.length };
    const after = look(next, texts, isAll ? chosen : null);
    if (!isAll) go(after.at, after);
  }
  return { found, go, replace };
}

const partOf = (places: readonly FoundPlace[], part: number) => places.filter((place) => place.part === part);
