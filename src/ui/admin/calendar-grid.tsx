import { ChevronLeft, ChevronRight } from "lucide";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../icon.tsx";
import { addMonths, type Day, dayByKey, isSameDay, weeksOf } from "./calendar-days.ts";
import { AdminIconButton } from "./controls.tsx";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const UTC = { timeZone: "UTC" } as const;
const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", ...UTC });
const FULL = new Intl.DateTimeFormat("en-US", { dateStyle: "full", ...UTC });

const dateOf = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);

type Props = {
  /** What is chosen; null for nothing yet. */
  chosen: Day | null;
  today: Day;
  onChoose: (day: Day) => void;
};

/** A month to choose a day from: the arrows, Home, End, Page Up and Page Down move the focus among its days. */
export function CalendarGrid({ chosen, today, onChoose }: Props) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(chosen ?? today);
  // The focus is where the keys are, not where a button of the head has turned the page.
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
