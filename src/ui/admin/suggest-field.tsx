import { autoUpdate, computePosition, flip, offset, shift, size } from "@floating-ui/dom";
import { Check } from "lucide";
import {
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { fold } from "#shared/text.ts";
import { Field } from "../field.tsx";
import { Icon } from "../icon.tsx";
import type { Option } from "./select.tsx";

type Props = Omit<ComponentProps<"input">, "onChange" | "value" | "ref"> & {
  ref?: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Returns suggestions for a text, best first; all of them for an empty text. */
  offersFor: (typed: string) => readonly Option[];
  /** Enter submits the form, with the suggestion that it selects, if any; for forms that start with this field. */
  submitsOnEnter?: boolean;
  onChange: (value: string) => void;
};

type Suggesting = {
  offersFor: () => readonly Option[];
  onChoose: (option: Option) => void;
};

/** The state, keys and ARIA attributes of a field with suggestions (WAI-ARIA APG, Combobox Pattern). */
export function useSuggestions({ offersFor, onChoose }: Suggesting) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const offers = isOpen ? offersFor() : [];
  const open = () => {
    setAt(-1);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  const choose = (option: Option) => {
    close();
    onChoose(option);
  };
  return {
    offers,
    /** The suggestion selected by the arrow keys. */
    active: offers[at],
    open,
    close,
    choose,
    isOpen,
    /** Handles the keys of the list. Returns whether the key was one of them. */
    takeKey(key: string): boolean {
      const to = key.startsWith("Arrow") ? keyMove(key, at, offers.length) : null;
      if (key === "Escape" && offers.length > 0) close();
      else if ((key === "ArrowDown" || key === "ArrowUp") && !isOpen) open();
      else if (offers.length > 0 && to !== null) setAt(to);
      else return false;
      return true;
    },
    inputProps: {
      role: "combobox",
      autoComplete: "off",
      "aria-autocomplete": "list",
      "aria-expanded": offers.length > 0,
      "aria-controls": `${id}-list`,
      "aria-activedescendant": optionId(`${id}-list`, offers, at),
    } as const,
    listProps: { id: `${id}-list`, options: offers, at, onChoose: choose, onAway: close },
  };
}

/** A text field with suggestions. Accepts any other text as well. */
export function SuggestField({ ref, label, value, offersFor, submitsOnEnter, onChange, onBlur, ...rest }: Props) {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  // A chosen value offers all other suggestions again, not itself alone.
  const [isTyped, setIsTyped] = useState(false);
  const suggestions = useSuggestions({
    offersFor: () => offersFor(isTyped ? value : ""),
    onChoose: ({ value: chosen }) => chosen !== value && onChange(chosen),
  });
  const { offers, active, isOpen, open, close, choose } = suggestions;
  function onKeyDown(event: KeyboardEvent) {
    // Enter never submits the form around it: what was typed may be half a name.
    if (event.key === "Enter") {
      const chosen = active ?? (isTyped ? offers[0] : undefined);
      // The form that the same key submits reads the chosen value.
      if (chosen) flushSync(() => choose(chosen));
      else close();
      if (submitsOnEnter) return;
    } else {
      if (!isOpen) setIsTyped(false);
      if (!suggestions.takeKey(event.key)) return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <>
      <Field
        ref={input}
        label={label}
        {...suggestions.inputProps}
        value={value}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
          setIsTyped(true);
          open();
          onChange(target.value);
        }}
        onClick={() => {
          if (isOpen) return;
          setIsTyped(false);
          open();
        }}
        onKeyDown={onKeyDown}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          close();
          onBlur?.(event);
        }}
        {...rest}
      />
      {offers.length > 0 && <OptionList anchor={input} chosen={value} {...suggestions.listProps} />}
    </>
  );
}

/** Returns the names that start with a text, then those that contain it; all of them for an empty text. */
export function namesLike(known: readonly Option[], typed: string): Option[] {
  const wanted = fold(typed.trim());
  const begins = known.filter(({ label }) => fold(label).startsWith(wanted));
  const contains = known.filter(({ label }) => !fold(label).startsWith(wanted) && fold(label).includes(wanted));
  return [...begins, ...contains];
}

/**
 * The offers of a server. Those for an earlier text, shown until the current ones have loaded, only if they match the
 * current text: Enter selects the first one.
 */
export const offersNow = (offers: readonly Option[], typed: string, isCurrent: boolean): readonly Option[] =>
  isCurrent || typed.trim() === "" ? offers : namesLike(offers, typed);

/** Step of Page Up and Page Down. */
const PAGE = 10;

/** The index that a key moves to in a list of `count` items from index `at` (-1 for none); null for any other key. */
export function keyMove(key: string, at: number, count: number): number | null {
  const last = count - 1;
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at === -1 ? last : at - 1,
    Home: 0,
    End: last,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
  };
  const to = moves[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), last);
}

type OptionListProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  options: readonly Option[];
  at: number;
  /** The selected value; empty for none. */
  chosen: string;
  onChoose: (option: Option) => void;
  onAway: () => void;
};

/** The id of an option for `aria-activedescendant`; undefined if the index has none. */
const optionId = (id: string, options: readonly Option[], at: number): string | undefined =>
  options[at] && `${id}-${at}`;

/** The options of a control that keeps the focus and refers to the active one. */
export function OptionList({ id, anchor, options, at, chosen, onChoose, onAway }: OptionListProps) {
  useLayoutEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);
  return (
    <Floating anchor={anchor} onAway={onAway}>
      <div id={id} role="listbox" aria-label="Suggestions" className="py-1">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the control, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the control has the keys
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            // Without a selection, the active option is the one that Enter selects (APG).
            aria-selected={chosen === "" ? index === at : option.value === chosen}
            data-active={index === at || undefined}
            className="flex min-h-9 cursor-pointer items-center gap-2 px-2.5 py-1.5 text-sm hover:bg-surface data-active:bg-surface pointer-coarse:min-h-11"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            <span className="min-w-0 grow wrap-anywhere">{option.label}</span>
            {option.hint && <span className="shrink-0 text-muted">{option.hint}</span>}
            {option.value === chosen && <Icon icon={Check} size={16} className="shrink-0 text-accent" />}
          </div>
        ))}
      </div>
    </Floating>
  );
}

const MARGIN = 8;
const MIN_HEIGHT = 120;
/** Fits a calendar with its clock on a touch screen, or ten options. */
const MAX_HEIGHT = 460;

/** `onAway` is called for a press outside the box and its anchor. */
type FloatingProps = Pick<OptionListProps, "anchor" | "onAway"> & { children: ReactNode };

/** A box next to a control, in the top layer because it may belong to a dialog. */
function Floating({ anchor, onAway, children }: FloatingProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const beside = anchor.current;
    if (!element || !beside) return;
    element.showPopover();
    return autoUpdate(beside, element, () => void place(beside, element));
  }, [anchor]);
  const leave = useEffectEvent(onAway);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (box.current?.contains(target) || anchor.current?.contains(target));
      if (!isInside) leave();
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, [anchor]);
  return (
    <div
      ref={box}
      popover="manual"
      className="fixed inset-auto top-0 left-0 m-0 max-h-[28.75rem] overflow-auto border border-rule bg-paper p-0 text-ink shadow-[0_10px_40px_rgb(0_0_0/0.22)] min-w-40"
    >
      {children}
    </div>
  );
}

async function place(anchor: HTMLElement, element: HTMLElement): Promise<void> {
  const { x, y } = await computePosition(anchor, element, {
    strategy: "fixed",
    placement: "bottom-start",
    middleware: [
      offset(4),
      flip({ padding: MARGIN }),
      shift({ padding: MARGIN }),
      size({
        padding: MARGIN,
        apply({ availableHeight, rects }) {
          element.style.maxHeight = `${Math.min(Math.max(MIN_HEIGHT, availableHeight), MAX_HEIGHT)}px`;
          element.style.width = `${rects.reference.width}px`;
        },
      }),
    ],
  });
  element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
}
