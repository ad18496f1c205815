import { ChevronDown } from "lucide";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../icon.tsx";
import { type Option, OptionList, optionId } from "./option-list.tsx";
import { keyMove, nextByLetters } from "./select-keys.ts";

/** How long letters typed in a row are one word, in milliseconds. */
const TYPING_TIMEOUT_MS = 600;

type Props = {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** The label is visible unless this is set. */
  labelHidden?: boolean;
  disabled?: boolean;
  /** For a list of which the beginning is known: the last line, which reads on while the list stays open. */
  more?: { label: string; load: () => void } | undefined;
  className?: string;
};

/** The value of the line that reads on. */
const MORE = "\0more";

/** A choice of one from a list: the arrows, Home, End and letters choose, as in the browser's own. */
export function Select({
  label,
  value,
  onChange,
  labelHidden = false,
  disabled,
  more,
  className = "",
  ...given
}: Props) {
  const options = more ? [...given.options, { value: MORE, label: more.label }] : given.options;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const chosen = options.findIndex((option) => option.value === value);
  const [at, setAt] = useState<number | null>(null);
  const isOpen = at !== null;
  const letters = useLetters();
  const close = () => setAt(null);
  const choose = (index: number) => {
    const option = options[index];
    if (option?.value === MORE) return more?.load();
    close();
    if (option && option.value !== value) onChange(option.value);
  };
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return;
    if (key === "Tab") return at === null ? undefined : choose(at);
    const isLetter = key.length === 1 && (key !== " " || letters.isTyping());
    if (isLetter) setAt(nextByLetters(options, letters.add(key), at ?? chosen));
    else if (key === "Enter" || key === " ") isOpen ? choose(at) : setAt(Math.max(0, chosen));
    else if (key === "Escape" && isOpen) close();
    else if (key === "ArrowUp" && event.altKey && isOpen) choose(at);
    else if (!isOpen && (key === "ArrowDown" || key === "ArrowUp")) setAt(Math.max(0, chosen));
    else {
      const to = keyMove(key, at ?? chosen, options.length);
      if (to === null) return;
      setAt(to);
    }
    // Not the form's, nor the dialog's.
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className={className}>
      <span id={`${id}-label`} className={labelHidden ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
        {label}
      </span>
      <button
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-labelledby={`${id}-label`}
        aria-activedescendant={isOpen ? optionId(`${id}-list`, options, at) : undefined}
        disabled={disabled}
        onClick={() => (isOpen ? close() : setAt(Math.max(0, chosen)))}
        onKeyDown={onKeyDown}
        onBlur={close}
        className="flex min-h-9 w-full min-w-0 items-center justify-between gap-2 border border-faint bg-paper px-2.5 text-left text-sm text-ink hover:border-ink disabled:opacity-60 pointer-coarse:min-h-11"
      >
        <span className="min-w-0 truncate">{options[chosen]?.label ?? "–"}</span>
        <Icon icon={ChevronDown} size={16} className="shrink-0 text-muted" />
      </button>
      {isOpen && (
        <OptionList
          id={`${id}-list`}
          anchor={button}
          options={options}
          at={at}
          chosen={value}
          onChoose={(option) => choose(options.indexOf(option))}
          onAway={close}
        />
      )}
    </div>
  );
}

/** The letters that are typed in a row. */
function useLetters() {
  const typed = useRef("");
  const pause = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(pause.current), []);
  return {
    isTyping: () => typed.current !== "",
    add(letter: string) {
      typed.current += letter;
      window.clearTimeout(pause.current);
      pause.current = window.setTimeout(() => {
        typed.current = "";
      }, TYPING_TIMEOUT_MS);
      return typed.current;
    },
  };
}
