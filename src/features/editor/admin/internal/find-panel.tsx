import type { Editor } from "@tiptap/core";
import { ChevronDown, ChevronUp, X } from "lucide";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { AdminButton, AdminIconButton, Checkbox } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import type { FoundField } from "../rich-text.ts";
import { type FindOptions, MAX_MATCHES } from "./find-matches.ts";
import { selectMatch } from "./find-plugin.ts";
import { focusText } from "./focus-text.ts";
import { type Found, fieldOf, selectedText, useFind } from "./use-find.ts";

function focusAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** What the panel says of its search: "2 of 3", "1 of 3, in the title", "3 replaced". */
function findWords({ places, at, replaced }: Found, query: string, fields: readonly FoundField[]): string {
  if (query === "") return "";
  if (replaced !== null) return `${replaced} replaced`;
  const place = places[at];
  if (!place) return "No matches";
  const count = places.length >= MAX_MATCHES ? `${MAX_MATCHES} or more` : places.length;
  const field = fields[place.part];
  return `${at + 1} of ${count}${field ? `, in the ${field.label}` : ""}`;
}

type Props = { editor: Editor; fields: readonly FoundField[]; onClose: () => void };

/** Finds and replaces in the text and the fields above it: Enter goes on, Shift+Enter back, Esc to the match. */
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
          {findWords(found, options.query, fields)}
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
      </div>
    </search>
  );
}
