import { Popover } from "@base-ui/react/popover";
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { asUtc, DAY, utcWall, type WallTime } from "#shared/time.ts";
import { Icon } from "../icon.tsx";
import { AdminIconButton } from "./controls.tsx";
import { POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "./dialog.tsx";

/** Calendar arithmetic and keyboard movement. Pure. */

export type Day = Pick<WallTime, "year" | "month" | "day">;

/** Earlier years are typing errors, such as 0026 for 2026. */
export const MIN_YEAR = 1000;
const MAX_YEAR = 9999;

const noon = (day: Day): number => asUtc({ ...day, hour: 12, minute: 0 });

/** Whether the date exists: 31 Nov does not. */
export function isReal(day: Day): boolean {
  const found = utcWall(noon(day));
  return found.month === day.month && found.day === day.day;
}

export function addDays(day: Day, days: number): Day {
  const { year, month, day: date } = utcWall(noon(day) + days * DAY);
  return { year, month, day: date };
}

const daysIn = (year: number, month: number): number => addDays({ year, month: month + 1, day: 1 }, -1).day;

/** Adds months. A date that the target month lacks becomes the last day of that month. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const count = year * 12 + month - 1 + months;
  const to = { year: Math.floor(count / 12), month: (count % 12) + 1 };
  return { ...to, day: Math.min(day, daysIn(to.year, to.month)) };
}

/** Monday is 0, Sunday is 6. */
export const weekdayOf = (day: Day): number => (new Date(noon(day)).getUTCDay() + 6) % 7;

export const isSameDay = (left: Day, right: Day): boolean =>
  left.year === right.year && left.month === right.month && left.day === right.day;

/** The weeks of a month from Monday to Sunday, filled up with days of the neighbouring months. */
export function weeksOf({ year, month }: Pick<Day, "year" | "month">): Day[][] {
  const first = { year, month, day: 1 };
  const start = addDays(first, -weekdayOf(first));
  const weeks = Math.ceil((weekdayOf(first) + daysIn(year, month)) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(start, week * 7 + weekday)),
  );
}

/** The day that a key moves to (WAI-ARIA APG, Date Picker Dialog); null for any other key. */
export function dayByKey(key: string, isShift: boolean, day: Day): Day | null {
  const weekday = weekdayOf(day);
  const moves: Record<string, Day> = {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    Home: addDays(day, -weekday),
    End: addDays(day, 6 - weekday),
    PageUp: addMonths(day, isShift ? -12 : -1),
    PageDown: addMonths(day, isShift ? 12 : 1),
  };
  const to = moves[key];
  return to && to.year >= MIN_YEAR && to.year <= MAX_YEAR ? to : null;
}

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

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const UTC = { timeZone: "UTC" } as const;
const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", ...UTC });
const FULL = new Intl.DateTimeFormat("en-US", { dateStyle: "full", ...UTC });

const dateOf = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);

type GridProps = {
  chosen: Day | null;
  today: Day;
  onChoose: (day: Day) => void;
};

/** A month grid. Arrows, Home, End, Page Up and Page Down move the focus. */
export function CalendarGrid({ chosen, today, onChoose }: GridProps) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(chosen ?? today);
  // Only keys move the focus into the grid; the month buttons keep it.
  const [hasFocus, setHasFocus] = useState(false);
  const key = dateOf(at);
  useEffect(() => {
    if (hasFocus) grid.current?.querySelector<HTMLElement>(`[data-day="${key}"]`)?.focus();
  }, [key, hasFocus]);
  function turn(months: number) {
    setHasFocus(false);
    setAt(addMonths(at, months));
  }
  function onKeyDown(event: KeyboardEvent) {
    const to = dayByKey(event.key, event.shiftKey, at);
    if (!to) return;
    event.preventDefault();
    setHasFocus(true);
    setAt(to);
  }
  return (
    <div>
      <div className="flex items-center justify-between">
        <AdminIconButton label="Previous month" onClick={() => turn(-1)}>
          <Icon icon={ChevronLeft} size={18} />
        </AdminIconButton>
        <p id={id} aria-live="polite" className="text-sm font-semibold">
          {MONTH.format(dateOf(at))}
        </p>
        <AdminIconButton label="Next month" onClick={() => turn(1)}>
          <Icon icon={ChevronRight} size={18} />
        </AdminIconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days is one control */}
      <table ref={grid} role="grid" aria-labelledby={id} onKeyDown={onKeyDown} className="mt-1 w-full border-collapse">
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday} className="py-1 text-xs font-medium text-muted">
                {weekday.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={dateOf(week[0] ?? at)}>
              {week.map((day) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell
                <td
                  key={dateOf(day)}
                  aria-selected={chosen !== null && isSameDay(day, chosen)}
                  className="p-0 text-center"
                >
                  <button
                    type="button"
                    data-day={dateOf(day)}
                    tabIndex={isSameDay(day, at) ? 0 : -1}
                    aria-label={FULL.format(dateOf(day))}
                    aria-current={isSameDay(day, today) ? "date" : undefined}
                    onClick={() => {
                      setHasFocus(true);
                      setAt(day);
                      onChoose(day);
                    }}
                    className={`inline-flex size-9 items-center justify-center text-sm tabular-nums pointer-coarse:size-11 ${lookOf(day, { at, chosen, today })}`}
                  >
                    {day.day}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function lookOf(day: Day, { at, chosen, today }: { at: Day; chosen: Day | null; today: Day }): string {
  if (chosen && isSameDay(day, chosen)) return "bg-ink font-semibold text-paper";
  const isToday = isSameDay(day, today) ? "font-bold underline underline-offset-4 " : "";
  return `${isToday}hover:bg-surface ${day.month === at.month ? "" : "text-faint"}`;
}
