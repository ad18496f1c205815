import { X } from "lucide";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { allAuthors } from "#features/identity/accounts/admin/own-profile.ts";
import { fold, words } from "#shared/text.ts";
import { useApi } from "#shared/use-api.ts";
import { useWhenReleased } from "#ui/admin/timing.ts";
import { Icon } from "#ui/icon.tsx";

const MAX_OFFERED = 6;

type Props = {
  names: string[];
  error: string | undefined;
  onChange: (names: string[]) => void;
};

export function offersFor(typed: string, chosen: string[], known: string[]): string[] {
  const key = fold(typed.trim());
  if (key === "") return [];
  const taken = new Set(chosen.map(fold));
  const fits = (name: string) => fold(name).startsWith(key) || words(name).some((word) => word.startsWith(key));
  return known.filter((name) => !taken.has(fold(name)) && fits(name)).slice(0, MAX_OFFERED);
}

export function AuthorsField({ names, error, onChange }: Props) {
  const known = useApi(allAuthors()).data ?? [];
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const whenReleased = useWhenReleased();
  const id = useId();
  const offers = offersFor(
    typed,
    names,
    known.map(({ name }) => name),
  );
  const add = (name: string) => {
    const given = name.trim();
    if (given !== "" && !names.some((other) => fold(other) === fold(given))) onChange([...names, given]);
    setTyped("");
    setAt(-1);
  };
  const remove = (name: string) => {
    onChange(names.filter((other) => other !== name));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (offers.length === 0) return;
      const step = key === "ArrowDown" ? 1 : -1;
      setAt((at + step + offers.length + (at === -1 && step === -1 ? 1 : 0)) % offers.length);
    } else if (key === "Enter") add(offers[at] ?? offers[0] ?? typed);
    else if (key === "," && !event.nativeEvent.isComposing) add(offers[at] ?? typed);
    else if (key === "Escape" && typed !== "") setTyped("");
    else if (key === "Backspace" && typed === "" && names.length > 0) return onChange(names.slice(0, -1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Authors
      </label>
      <div className="relative">
        <div className="flex flex-wrap gap-1.5 border border-faint bg-paper p-1.5 focus-within:border-ink">
          {names.map((name) => (
            <Chosen key={name} name={name} onRemove={() => remove(name)} />
          ))}
          <input
            ref={input}
            id={id}
            role="combobox"
            autoComplete="off"
            aria-expanded={offers.length > 0}
            aria-controls={`${id}-offers`}
            aria-activedescendant={offers[at] === undefined ? undefined : `${id}-offer-${at}`}
            aria-autocomplete="list"
            aria-invalid={error ? true : undefined}
            aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")}
            className="min-w-32 flex-1 bg-transparent px-2 py-1 text-base outline-none pointer-coarse:min-h-11"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setAt(-1);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => whenReleased(() => add(typed))}
          />
        </div>
        <Offers id={id} offers={offers} at={at} onChoose={add} />
      </div>
      <p id={`${id}-hint`} className="meta mt-1.5">
        Enter adds the first suggestion, a comma the name as typed. The first is named first.
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-down">
          {error}
        </p>
      )}
    </div>
  );
}

function Chosen({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 bg-surface pl-2 text-sm">
      <span className="min-w-0 truncate">{name}</span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        className="inline-flex size-7 shrink-0 items-center justify-center text-muted hover:text-ink pointer-coarse:size-11"
        onClick={onRemove}
      >
        <Icon icon={X} size={14} />
      </button>
    </span>
  );
}

type OffersProps = { id: string; offers: string[]; at: number; onChoose: (name: string) => void };

function Offers({ id, offers, at, onChoose }: OffersProps) {
  return (
    <div
      id={`${id}-offers`}
      role="listbox"
      aria-label="Profiles"
      hidden={offers.length === 0}
      className="absolute inset-x-0 top-full z-10 border border-t-0 border-faint bg-paper shadow-lg"
    >
      {offers.map((name, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
        <div
          key={name}
          id={`${id}-offer-${index}`}
          role="option"
          aria-selected={index === at}
          className="cursor-pointer px-3.5 py-2 text-sm hover:bg-surface aria-selected:bg-surface pointer-coarse:py-3"
          // Before the field loses the focus, which would add what was typed.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(name);
          }}
        >
          {name}
        </div>
      ))}
    </div>
  );
}
