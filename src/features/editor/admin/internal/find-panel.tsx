import type { Editor } from "@tiptap/core";
import { ChevronDown, ChevronUp, X } from "lucide";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { AdminButton, AdminIconButton, Checkbox } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import { type FindOptions, findMatches, MAX_MATCHES, type Match } from "./find-matches.ts";
import { openFind, replaceMatches, scrollToMatch, selectMatch, showMatches } from "./find-plugin.ts";
import { focusText } from "./focus-text.ts";

/** How long the highlights may lag behind the text, in milliseconds. */
const MAX_DELAY_MS = 200;
/** A selection longer than this is no text to look for. Characters. */
const MAX_SELECTED = 200;

type Found = { matches: readonly Match[]; at: number };
const NOTHING: Found = { matches: [], at: 0 };

function selectedText({ state }: Editor): string {
  const { from, to, $from, $to } = state.selection;
  const isShort = $from.sameParent($to) && to - from <= MAX_SELECTED;
  return isShort ? state.doc.textBetween(from, to) : "";
}

/** Looks in the text and highlights what it finds, as long as the panel is open. */
function useFind(editor: Editor, options: FindOptions) {
  const [found, setFound] = useState<Found>(NOTHING);

  /** Looks again; the current match is the first one from a position on. */
  function look(from: number): Found {
    const matches = findMatches(editor.state.doc, options);
    const next = matches.findIndex((match) => match.from >= from);
    const now = { matches, at: Math.max(0, next) };
    setFound(now);
    showMatches(editor, matches, now.at);
    return now;
  }
  function go(to: number, { matches }: Found = found) {
    const at = matches.length === 0 ? 0 : (to + matches.length) % matches.length;
    setFound({ matches, at });
    showMatches(editor, matches, at);
    const match = matches[at];
    if (match) scrollToMatch(editor, match);
  }
  const onOptions = useEffectEvent(() => {
    const now = look(editor.state.selection.from);
    const match = now.matches[now.at];
    if (match) scrollToMatch(editor, match);
  });
  const onUpdate = useEffectEvent(() => look(found.matches[found.at]?.from ?? 0));

  useEffect(() => {
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
  }, [editor]);
  const { query, isExact, isWord } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever one of them changes
  useEffect(onOptions, [query, isExact, isWord]);

  function replace(text: string, isAll: boolean) {
    // The text may have changed since it was last looked at.
    const now = look(found.matches[found.at]?.from ?? 0);
    const match = now.matches[now.at];
    const chosen = isAll ? now.matches : match ? [match] : [];
    if (chosen.length === 0) return;
    editor.view.dispatch(replaceMatches(editor.state, chosen, text));
    const after = look(editor.state.selection.to);
    if (!isAll) go(after.at, after);
  }
  return { found, go, replace };
}

function focusAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

const countText = ({ matches, at }: Found, query: string): string => {
  if (query === "") return "";
  if (matches.length === 0) return "No matches";
  return `${at + 1} of ${matches.length === MAX_MATCHES ? `${MAX_MATCHES} or more` : matches.length}`;
};

/** Finds and replaces in the text: Enter and Shift+Enter go on and back, Esc returns to the text at the match. */
export function FindPanel({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [options, setOptions] = useState<FindOptions>(() => ({
    query: selectedText(editor),
    isExact: false,
    isWord: false,
  }));
  const [text, setText] = useState("");
  const { found, go, replace } = useFind(editor, options);
  useEffect(() => focusAll(input.current), []);

  function close() {
    const match = found.matches[found.at];
    onClose();
    if (match) selectMatch(editor, match);
    else focusText(editor);
  }
  function onKeyDown(event: KeyboardEvent) {
    const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f";
    if (event.key === "Escape") close();
    else if (isFind) focusAll(input.current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** Enter in a field would submit the form around the editor. */
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
          {countText(found, options.query)}
        </span>
        <AdminIconButton label="Previous match" onClick={() => go(found.at - 1)}>
          <Icon icon={ChevronUp} size={18} />
        </AdminIconButton>
        <AdminIconButton label="Next match" onClick={() => go(found.at + 1)}>
          <Icon icon={ChevronDown} size={18} />
        </AdminIconButton>
        <AdminIconButton label="Close find and replace" onClick={close}>
          <Icon icon={X} size={18} />
        </AdminIconButton>
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
      </div>
    </search>
  );
}
