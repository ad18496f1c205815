import { Popover } from "@base-ui/react/popover";
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide";
import { type ReactNode, useId, useRef, useState } from "react";
import { DayPicker } from "react-day-picker";
import { Icon } from "../icon.tsx";
import { AdminIconButton } from "./controls.tsx";
import { POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "./dialog.tsx";
import { type Day, MIN_YEAR } from "./typed-time.ts";

/** A text being typed, the value before it, and the value it was parsed to. Another value discards the text. */
type Typed<Value> = { text: string; before: Value; value: Value };

/** The text of a field with a parsed value. It is not reformatted while the user types. */
export function useTypedText<Value>(value: Value, shown: string) {
  const [typed, setTyped] = useState<Typed<Value> | null>(null);
  return {
    text: typed && typed.value === value ? typed.text : shown,
    isTyping: typed !== null,
    before: typed ? typed.before : value,
    type: (text: string, next: Value) => setTyped({ text, before: typed ? typed.before : value, value: next }),
    end: () => setTyped(null),
  };
}

type Props = {
  label: string;
  /** Puts the label in front of a field of the height of list filters. */
  isInLine?: boolean;
  name?: string | undefined;
  text: string;
  placeholder: string;
  /** The name of the button that opens the calendar. */
  choose: string;
  disabled?: boolean;
  required?: boolean | undefined;
  problem: string | undefined;
  hint?: string | undefined;
  /** A permanent note below the field, such as its time zone. */
  note?: ReactNode;
  className?: string;
  onText: (text: string) => void;
  onBlur: () => void;
  popupLabel: string;
  /** The content of the popup, which starts with a `CalendarGrid`. */
  popup: (close: () => void) => ReactNode;
  children?: ReactNode;
};

/** A text field with a button that opens a calendar. */
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
                  initialFocus={() => opened.current?.querySelector<HTMLElement>("td button[tabindex='0']") ?? true}
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

type GridProps = {
  chosen: Day | null;
  today: Day;
  onChoose: (day: Day) => void;
};

const dateOf = ({ year, month, day }: Day) => new Date(year, month - 1, day);
const dayOf = (date: Date): Day => ({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });

const [FIRST_MONTH, LAST_MONTH] = [
  dateOf({ year: MIN_YEAR, month: 1, day: 1 }),
  dateOf({ year: 9999, month: 12, day: 1 }),
];

const FULL = new Intl.DateTimeFormat("en-US", { dateStyle: "full" });

/** Without the library's ordinal, "24th": a name must contain what is visible, for voice control. */
const labelDayButton = (date: Date, { selected, today }: { selected?: boolean; today?: boolean }) =>
  `${today ? "Today, " : ""}${FULL.format(date)}${selected ? ", selected" : ""}`;

const Chevron = ({ orientation }: { orientation?: string }) => (
  <Icon icon={orientation === "left" ? ChevronLeft : ChevronRight} size={18} />
);

const TURN =
  "inline-flex size-9 items-center justify-center text-muted hover:bg-surface hover:text-ink pointer-coarse:size-11";

const LOOK = {
  month: "grid grid-cols-[auto_1fr_auto] items-center",
  month_caption: "text-center text-sm font-semibold",
  button_previous: TURN,
  button_next: TURN,
  month_grid: "col-span-3 mt-1 w-full border-collapse",
  weekday: "py-1 text-xs font-medium text-muted",
  day: "p-0 text-center not-aria-selected:[&>button]:hover:bg-surface",
  day_button: "inline-flex size-9 items-center justify-center text-sm tabular-nums pointer-coarse:size-11",
  selected: "[&>button]:bg-ink [&>button]:font-semibold [&>button]:text-paper",
  today: "not-aria-selected:[&>button]:font-bold not-aria-selected:[&>button]:underline [&>button]:underline-offset-4",
  outside: "not-aria-selected:[&>button]:text-faint",
};

/** A month grid. Arrows, Home, End, Page Up and Page Down move the focus. */
export function CalendarGrid({ chosen, today, onChoose }: GridProps) {
  const [month, setMonth] = useState(() => dateOf(chosen ?? today));
  return (
    <DayPicker
      mode="single"
      required
      selected={chosen ? dateOf(chosen) : undefined}
      today={dateOf(today)}
      month={month}
      onMonthChange={setMonth}
      startMonth={FIRST_MONTH}
      endMonth={LAST_MONTH}
      weekStartsOn={1}
      showOutsideDays
      navLayout="around"
      classNames={LOOK}
      components={{ Chevron }}
      labels={{ labelDayButton }}
      onSelect={(date) => {
        setMonth(date);
        onChoose(dayOf(date));
      }}
    />
  );
}
