import { Search, X } from "lucide";
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { Icon } from "../icon.tsx";
import { AdminButton, AdminIconButton } from "./controls.tsx";
import { SEARCH_AFTER_MS, useWhenReleased } from "./timing.ts";

type Props = {
  label: string;
  placeholder: string;
  maxLength: number;
  query: string;
  onSearch: (query: string) => void;
};

/** Searches while typing, shortly after the last keystroke; immediately on Enter. */
export function SearchBox({ label, placeholder, maxLength, query, onSearch }: Props) {
  const [typed, setTyped] = useState(query);
  const [known, setKnown] = useState(query);
  const [isTyping, setIsTyping] = useState(false);
  const pause = useRef<number>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const whenReleased = useWhenReleased();
  // Back or cleared filters changed the address. The typed text stays until it has been searched for, because an
  // address is rendered a moment after it changed, when another letter may have been typed.
  if (query !== known) {
    setKnown(query);
    if (query !== typed.trim() && !isTyping) setTyped(query);
  }
  useEffect(() => () => window.clearTimeout(pause.current), []);

  function settle() {
    window.clearTimeout(pause.current);
    setIsTyping(false);
  }
  function search(text: string) {
    settle();
    onSearch(text.trim());
  }
  function type(text: string) {
    setTyped(text);
    setIsTyping(true);
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(() => search(text), SEARCH_AFTER_MS);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    search(typed);
  }
  function clear() {
    setTyped("");
    search("");
    input.current?.focus();
  }
  // A delayed search must not bring back an editor who has moved to another screen. It waits for the end of a press
  // elsewhere, because its results would move a button from under the pointer and the click would be lost.
  function leave() {
    window.clearTimeout(pause.current);
    whenReleased(() => (typed.trim() === query ? settle() : search(typed)));
  }
  return (
    <form onSubmit={submit} className="relative col-span-full md:max-w-64 md:min-w-40 md:flex-[1_1_12.5rem]">
      <Icon
        icon={Search}
        size={16}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
      />
      <input
        ref={input}
        type="search"
        name="query"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        className="block min-h-9 w-full border border-faint bg-paper pr-10 pl-8 text-sm text-ink placeholder:text-faint pointer-coarse:min-h-11 pointer-coarse:pr-12"
      />
      {typed !== "" && (
        <AdminIconButton label="Clear the search" className="absolute top-0 right-0" onClick={clear}>
          <Icon icon={X} size={16} />
        </AdminIconButton>
      )}
    </form>
  );
}

/** Clears a list's filters. It disappears on click, so the focus moves to the search box. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  function clear({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    onClear();
    currentTarget.closest("search")?.querySelector("input")?.focus();
  }
  return (
    <AdminButton variant="quiet" className="justify-self-start" onClick={clear}>
      Clear filters
    </AdminButton>
  );
}
