import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from "react";
import { fold } from "#shared/text.ts";
import { Field } from "../field.tsx";
import { OptionList, optionId } from "./option-list.tsx";
import type { Option } from "./select.tsx";
import { keyMove } from "./select-keys.ts";

type Props = Omit<ComponentProps<"input">, "onChange" | "value" | "ref"> & {
  ref?: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** What is offered for a text, the best first; the whole list for an empty one. */
  offersFor: (typed: string) => readonly Option[];
  onChange: (value: string) => void;
};

/** A text field that offers what is known; any other text is taken as well. */
export function SuggestField({ ref, label, value, offersFor, onChange, ...rest }: Props) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  // What was chosen offers all others again, not itself alone.
  const [isTyped, setIsTyped] = useState(false);
  const offers = isOpen ? offersFor(isTyped ? value : "") : [];
  const open = () => {
    setIsTyped(false);
    setAt(-1);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  const choose = ({ value: chosen }: Option) => {
    close();
    if (chosen !== value) onChange(chosen);
  };
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    // Enter never submits the form around it: what was typed may be half a name.
    if (key === "Enter") {
      const chosen = offers[at] ?? (isTyped ? offers[0] : undefined);
      if (chosen) choose(chosen);
      else close();
    } else if (key === "Escape" && offers.length > 0) close();
    else if ((key === "ArrowDown" || key === "ArrowUp") && !isOpen) open();
    else if (offers.length > 0 && key.startsWith("Arrow")) {
      const to = keyMove(key, at, offers.length);
      if (to === null) return;
      setAt(to);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <>
      <Field
        ref={input}
        label={label}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={offers.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={optionId(`${id}-list`, offers, at)}
        value={value}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
          setIsTyped(true);
          setAt(-1);
          setIsOpen(true);
          onChange(target.value);
        }}
        onClick={() => !isOpen && open()}
        onKeyDown={onKeyDown}
        onBlur={close}
        {...rest}
      />
      {offers.length > 0 && (
        <OptionList
          id={`${id}-list`}
          anchor={input}
          options={offers}
          at={at}
          chosen={value}
          onChoose={choose}
          onAway={close}
        />
      )}
    </>
  );
}

/** Of some known names those that begin with a text, then those that contain it; all of them for an empty one. */
export function namesLike(known: readonly Option[], typed: string): Option[] {
  const wanted = fold(typed.trim());
  const begins = known.filter(({ label }) => fold(label).startsWith(wanted));
  const contains = known.filter(({ label }) => !fold(label).startsWith(wanted) && fold(label).includes(wanted));
  return [...begins, ...contains];
}
