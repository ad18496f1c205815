import { Popover } from "@base-ui/react/popover";
import { CalendarDays } from "lucide";
import { type ReactNode, useId, useRef, useState } from "react";
import { Icon } from "../icon.tsx";
import { AdminIconButton } from "./controls.tsx";
import { POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "./popup.ts";

/** A text that is being typed, the value before it, and the one it stands for: another one replaces it. */
type Typed<Value> = { text: string; before: Value; value: Value };

/** The text of a field whose value is read from it: as long as it is typed, it stays as it is. */
export function useTypedText<Value>(value: Value, shown: string) {
  const [typed, setTyped] = useState<Typed<Value> | null>(null);
  return {
    text: typed && typed.value === value ? typed.text : shown,
    isTyping: typed !== null,
    /** The value when typing began. */
    before: typed ? typed.before : value,
    type: (text: string, next: Value) => setTyped({ text, before: typed ? typed.before : value, value: next }),
    end: () => setTyped(null),
  };
}

type Props = {
  label: string;
  /** The label stands before the field, which is as low as a list's filters are. */
  isInLine?: boolean;
  name?: string | undefined;
  text: string;
  placeholder: string;
  /** The name of the button that opens the calendar. */
  choose: string;
  disabled?: boolean;
  required?: boolean | undefined;
  /** What is wrong, as a sentence. */
  problem: string | undefined;
  hint?: string | undefined;
  /** What is always said below the field, such as its time zone. */
  note?: ReactNode;
  className?: string;
  onText: (text: string) => void;
  onBlur: () => void;
  /** The name of the popup. */
  popupLabel: string;
  /** The content of the popup, which starts with a `CalendarGrid`. */
  popup: (close: () => void) => ReactNode;
  /** Below all that. */
  children?: ReactNode;
};

/** The frame of fields whose value is typed or chosen from a calendar. */
export function CalendarField(props: Props) {
  const { label, isInLine = false, problem, hint, note, disabled = false, className = "", popup, children } = props;
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const opened = useRef<HTMLDivElement>(null);
  const container = usePopupContainer();
  const [isOpen, setIsOpen] = useState(false);
  const notes = [note !== undefined && `${id}-note`, hint && `${id}-hint`, problem && `${id}-error`];
  return (
    <div className={className}>
      <div className={isInLine ? "flex items-center gap-2" : ""}>
        <label
          id={`${id}-label`}
          htmlFor={id}
          className={isInLine ? "text-sm text-muted max-md:w-10" : "mb-1.5 block text-sm font-semibold"}
        >
          {label}
        </label>
        <div
          ref={field}
          className={`flex min-w-0 items-center border bg-paper focus-within:border-ink ${isInLine ? "flex-1" : ""} ${problem ? "border-down" : "border-faint"}`}
        >
          <input
            id={id}
            name={props.name}
            autoComplete="off"
            spellCheck={false}
            placeholder={props.placeholder}
            disabled={disabled}
            required={props.required}
            aria-invalid={problem ? true : undefined}
            aria-describedby={notes.filter(Boolean).join(" ") || undefined}
            value={props.text}
            onChange={({ target }) => props.onText(target.value)}
            onBlur={props.onBlur}
            className={`min-w-0 grow bg-transparent tabular-nums placeholder:text-faint disabled:opacity-60 ${isInLine ? "w-28 px-2 py-1.5 text-sm" : "px-3.5 py-2.5 text-base"}`}
          />
          <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
            <Popover.Trigger
              render={<AdminIconButton label={props.choose} />}
              aria-describedby={`${id}-label`}
              disabled={disabled}
              className={isInLine ? "-my-1" : "mr-1"}
            >
              <Icon icon={CalendarDays} size={18} />
            </Popover.Trigger>
            <Popover.Portal container={container}>
              <Popover.Positioner {...POPUP_POSITION} anchor={field}>
                <Popover.Popup
                  ref={opened}
                  aria-label={props.popupLabel}
                  initialFocus={() => opened.current?.querySelector<HTMLElement>("[data-day][tabindex='0']") ?? true}
                  className={`${POPUP_LOOK} p-3`}
                >
                  {popup(() => setIsOpen(false))}
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
        </div>
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} className="meta mt-1.5">
          {note}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="meta mt-1">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-down">
          {problem}
        </p>
      )}
      {children}
    </div>
  );
}
