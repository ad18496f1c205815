import { X } from "lucide";
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { fold, nameKey } from "#shared/text.ts";
import { Icon } from "../icon.tsx";
import type { Option } from "./select.tsx";
import { OptionList, useSuggestions } from "./suggest-field.tsx";
import { useWhenReleased } from "./timing.ts";

/** The tags, or names, of a list as it is typed: separated by commas, those that have one in double quotes. */
export function splitList(typed: string): string[] {
  const entries: string[] = [];
  for (let at = 0; at < typed.length; ) {
    const { entry, end } = quotedAt(typed, at) ?? plainAt(typed, at);
    if (entry !== "") entries.push(entry);
    at = end + 1;
  }
  return entries;
}

type Entry = { entry: string; end: number };

function plainAt(typed: string, at: number): Entry {
  const comma = typed.indexOf(",", at);
  const end = comma === -1 ? typed.length : comma;
  return { entry: typed.slice(at, end).trim(), end };
}

/** An entry in double quotes, in which they are doubled; undefined where something else stands before the next comma. */
function quotedAt(typed: string, at: number): Entry | undefined {
  let open = at;
  while (typed[open]?.trim() === "") open += 1;
  if (typed[open] !== '"') return undefined;
  let close = typed.indexOf('"', open + 1);
  while (close !== -1 && typed[close + 1] === '"') close = typed.indexOf('"', close + 2);
  if (close === -1) return undefined;
  const rest = plainAt(typed, close + 1);
  return rest.entry === ""
    ? {
        entry: typed
          .slice(open + 1, close)
          .replaceAll('""', '"')
          .trim(),
        end: rest.end,
      }
    : undefined;
}

export const joinList = (entries: readonly string[]): string =>
  entries.map((entry) => (/,|^"/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)).join(", ");

/** The entries of a list that was shown for editing; unchanged it stays as it is. */
export const readList = (typed: string, before: string[]): string[] =>
  typed === joinList(before) ? before : splitList(typed);

type Props = {
  label: string;
  name?: string;
  values: readonly string[];
  hint: string;
  error?: string | undefined;
  /** Returns suggestions for a text, best first. Entries that the field already has are left out. */
  offersFor: (typed: string) => readonly Option[];
  /** Splits a text at its commas. */
  split: (text: string) => string[];
  onType?: (typed: string) => void;
  onChange: (values: string[]) => void;
};

const NOTHING_TYPED = { typed: "", pending: null };

type Chips = Pick<Props, "values" | "offersFor" | "split" | "onType" | "onChange">;

/** The typed text, its suggestions, and how both become entries. */
function useChips({ values, offersFor, split, onType, onChange }: Chips) {
  // The text being typed is the last value, so that the form stores it; `pending` is its form there.
  const [{ typed, pending }, setTyped] = useState<{ typed: string; pending: string | null }>(NOTHING_TYPED);
  const entries = pending !== null && values.at(-1) === pending ? values.slice(0, -1) : values;
  const put = (added: readonly string[], rest = "") => {
    const chosen = withEntries(entries, added);
    const all = withEntries(chosen, [rest]);
    setTyped({ typed: rest, pending: all[chosen.length] ?? null });
    onType?.(rest);
    if (all.length !== values.length || all.some((entry, at) => entry !== values[at])) onChange(all);
  };
  const suggestions = useSuggestions({
    offersFor: () => offersFor(typed).filter(({ value }) => !entries.some((one) => nameKey(one) === nameKey(value))),
    onChoose: ({ value }) => put([value]),
  });
  const { offers, active, open, close } = suggestions;
  const addTyped = () => {
    close();
    put(split(typed));
  };
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    // Enter never submits the form around it.
    if (key === "Enter") {
      const chosen = active ?? (typed.trim() === "" ? undefined : bestOf(offers, typed));
      if (chosen) suggestions.choose(chosen);
      else addTyped();
    } else if (key === "," && active) suggestions.choose(active);
    else if (key === "Escape" && offers.length === 0 && typed !== "") put([]);
    else if (key === "Backspace" && typed === "" && entries.length > 0) onChange(entries.slice(0, -1));
    else if (!suggestions.takeKey(key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onText(text: string) {
    const { entries: ended, rest } = entriesIn(text, split);
    put(ended, rest);
    if (rest === "") close();
    else open();
  }
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain").replace(/[\r\n]+/g, ",");
    if (!text.includes(",")) return;
    event.preventDefault();
    put(split(`${typed}${text}`));
  }
  const remove = (entry: string) => onChange(values.filter((other) => other !== entry));
  return { entries, typed, suggestions, addTyped, remove, onKeyDown, onText, onPaste };
}

/** A field of several entries, each shown as a chip: suggestions, the text itself, or a pasted list with commas. */
export function ChipsField({ label, name, hint, error, ...chips }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const whenReleased = useWhenReleased();
  const { entries, typed, suggestions, addTyped, remove, onKeyDown, onText, onPaste } = useChips(chips);
  const { offers, isOpen, open, close } = suggestions;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div
        ref={box}
        className={`flex flex-wrap items-center gap-1.5 border bg-paper p-1.5 focus-within:border-ink ${error ? "border-down" : "border-faint"}`}
      >
        {entries.map((entry) => (
          <Chip
            key={entry}
            entry={entry}
            onRemove={() => {
              remove(entry);
              input.current?.focus();
            }}
          />
        ))}
        <input
          ref={input}
          id={id}
          name={name}
          dir="auto"
          {...suggestions.inputProps}
          aria-invalid={error ? true : undefined}
          aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")}
          className="min-w-16 flex-1 bg-transparent px-2 py-1 text-base outline-none pointer-coarse:min-h-11"
          value={typed}
          onChange={({ target }) => onText(target.value)}
          onPaste={onPaste}
          onClick={() => !isOpen && open()}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close();
            whenReleased(addTyped);
          }}
        />
      </div>
      {offers.length > 0 && <OptionList anchor={box} chosen="" {...suggestions.listProps} />}
      <p id={`${id}-hint`} className="meta mt-1.5">
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-down">
          {error}
        </p>
      )}
    </div>
  );
}

/** Appends new entries, ignoring duplicates that differ only in case. */
function withEntries(values: readonly string[], entries: readonly string[]): string[] {
  const all = [...values];
  for (const entry of entries.map((text) => text.trim()))
    if (entry !== "" && !all.some((other) => nameKey(other) === nameKey(entry))) all.push(entry);
  return all;
}

/** The suggestion that equals the typed text, otherwise the first. */
const bestOf = (offers: readonly Option[], typed: string): Option | undefined =>
  offers.find(({ label }) => nameKey(label) === nameKey(typed)) ??
  offers.find(({ label }) => fold(label) === fold(typed.trim())) ??
  offers[0];

/** Splits a text into complete entries, each ended by a comma outside quotes, and the entry still being typed. */
export function entriesIn(text: string, split: (text: string) => string[]): { entries: string[]; rest: string } {
  let end = 0;
  let isQuoted = false;
  let isStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (isQuoted) {
      if (sign !== '"') continue;
      if (text[at + 1] === '"') at += 1;
      else isQuoted = false;
    } else if (sign === ",") {
      end = at + 1;
      isStart = true;
    } else if (sign.trim() !== "") {
      isQuoted = isStart && sign === '"';
      isStart = false;
    }
  }
  if (end === 0) return { entries: [], rest: text };
  return { entries: split(text.slice(0, end)), rest: text.slice(end).trimStart() };
}

function Chip({ entry, onRemove }: { entry: string; onRemove: () => void }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 bg-surface pl-2 text-sm">
      <span className="min-w-0 truncate">{entry}</span>
      <button
        type="button"
        aria-label={`Remove ${entry}`}
        className="inline-flex size-7 shrink-0 items-center justify-center text-muted hover:text-ink pointer-coarse:size-11"
        onClick={onRemove}
      >
        <Icon icon={X} size={14} />
      </button>
    </span>
  );
}
