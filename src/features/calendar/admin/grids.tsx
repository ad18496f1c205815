import { type RefObject, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import { EntryChip, type Handling } from "./entries.tsx";
import { type BoardDay, clockOf, type Day, longDay, stretchWords, weekdayName } from "./items.ts";

const MAX_SHOWN = 4;
const MORNING = 9 * 60;

type MonthProps = { board: BoardDay[]; month: string; handling: Handling };

/** A month in whole weeks. `month` as 'YYYY-MM'. */
export function MonthGrid({ board, month, handling }: MonthProps) {
  const weeks = Array.from({ length: board.length / 7 }, (_, index) => board.slice(7 * index, 7 * index + 7));
  return (
    <table className="calendar-grid">
      <caption className="sr-only">The month by days</caption>
      <thead>
        <tr>
          {weeks[0]?.map(({ day }) => (
            <th key={day} scope="col">
              {weekdayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((day) => (
              <DayCell key={day.day} day={day} isOutside={!day.day.startsWith(month)} handling={handling} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayProps = { day: BoardDay; isOutside: boolean; handling: Handling };

function DayCell({ day: { day, placed, isToday, isEmpty }, isOutside, handling }: DayProps) {
  // An item carried by keys is always visible.
  const carried = placed.filter(({ item }) => item.key === handling.grabbedKey);
  const rest = placed.filter(({ item }) => item.key !== handling.grabbedKey);
  const fits = placed.length <= MAX_SHOWN ? MAX_SHOWN : MAX_SHOWN - 1;
  const shown = [...carried, ...rest.slice(0, fits - carried.length)].toSorted((a, b) => a.minute - b.minute);
  return (
    <td
      className="h-28"
      data-outside={isOutside || undefined}
      data-empty={isEmpty || undefined}
      data-today={isToday || undefined}
      {...handling.drag({ place: { day, minuteFor: (minute) => minute ?? MORNING } })}
    >
      <Link
        to={weekOf(day)}
        aria-label={longDay(day)}
        aria-current={isToday ? "date" : undefined}
        className="calendar-day link-quiet tabular-nums"
      >
        {Number(day.slice(8))}
      </Link>
      {isEmpty && <span className="calendar-missing">No new article</span>}
      {shown.map((each) => (
        <EntryChip key={each.item.key} placed={each} handling={handling} />
      ))}
      {shown.length < placed.length && (
        <Link to={weekOf(day)} className="meta inline-flex min-h-6 items-center underline hover:text-ink">
          {placed.length - shown.length} more
        </Link>
      )}
    </td>
  );
}

const weekOf = (day: string) => `${adminUrl.calendar()}?view=week&date=${day}`;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MORNING_HOUR = 7;

const hourOf = (minute: number) => Math.floor(minute / 60);

type WeekProps = { board: BoardDay[]; handling: Handling };

/** Hours that are in view on a small laptop, and those before the current one. */
const SHOWN_HOURS = 8;
const HOURS_BEFORE = 3;

/** The first hour in view: the morning's, or later if the current hour (`now`) would not be in view. */
export const firstHourOf = (now: number | null, morning: number): number =>
  now === null || now < morning + SHOWN_HOURS ? morning : now - HOURS_BEFORE;

/** A week with a column per day and a row per hour. It scrolls in its own box, so that days and drafts stay in view. */
export function WeekGrid({ board, handling }: WeekProps) {
  const box = useRef<HTMLElement>(null);
  // In the current week, past days may be scrolled out of view, but not the current hour.
  const today = board.findIndex(({ isToday }) => isToday);
  const hours = board.slice(Math.max(0, today)).flatMap(({ placed }) => placed.map(({ minute }) => hourOf(minute)));
  const { now = null } = board[today] ?? {};
  useFirstHour(box, board[0]?.day, firstHourOf(now === null ? null : hourOf(now), Math.min(MORNING_HOUR, ...hours)));
  return (
    <section
      ref={box}
      aria-label="The week by hours"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it, and an empty week has nothing else to focus
      tabIndex={0}
      className="calendar-week"
    >
      <table className="calendar-grid">
        <caption className="sr-only">The week by hours</caption>
        <thead>
          <tr>
            <th scope="col" className="w-14">
              <span className="sr-only">Hour</span>
            </th>
            {board.map(({ day, isToday, isEmpty }) => (
              <th key={day} scope="col" aria-label={longDay(day)} aria-current={isToday ? "date" : undefined}>
                <span className="calendar-day">
                  {weekdayName(day)} <span className="tabular-nums">{Number(day.slice(8))}</span>
                </span>
                <span className="calendar-missing min-h-5">{isEmpty && "No new article"}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {HOURS.map((hour) => (
            <tr key={hour}>
              <th scope="row" className="text-right tabular-nums">
                {clockOf(hour * 60)}
              </th>
              {board.map((day) => (
                <HourCell key={day.day} day={day} hour={hour} handling={handling} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Scrolls to an hour when a week opens; later only to an hour before the morning, which would be hidden. */
function useFirstHour(box: RefObject<HTMLElement | null>, week: Day | undefined, hour: number): void {
  const shown = useRef<Day>(undefined);
  useLayoutEffect(() => {
    const rows = box.current?.querySelectorAll<HTMLElement>("tbody tr");
    const row = rows?.[hour];
    const isNeeded = shown.current === undefined || (hour < MORNING_HOUR && shown.current !== week);
    if (!box.current || !rows?.[0] || !row || !isNeeded) return;
    box.current.scrollTop = row.offsetTop - rows[0].offsetTop;
    shown.current = week;
  }, [box, week, hour]);
}

type HourProps = { day: BoardDay; hour: number; handling: Handling };

function HourCell({ day: { day, placed, gaps, isEmpty, isToday, now }, hour, handling }: HourProps) {
  const here = placed.filter(({ minute }) => hourOf(minute) === hour);
  const gap = gaps.find(({ from, to }) => from < (hour + 1) * 60 && to > hour * 60);
  const isBeginning = gap !== undefined && hourOf(gap.from) === hour;
  return (
    <td
      data-gap={(gap !== undefined && here.length === 0) || undefined}
      data-empty={isEmpty || undefined}
      data-today={isToday || undefined}
      className="relative"
      {...handling.drag({ place: { day, minuteFor: (minute) => hour * 60 + ((minute ?? 0) % 60) } })}
    >
      {now !== null && hourOf(now) === hour && (
        <span className="calendar-now" style={{ top: `${((now % 60) * 100) / 60}%` }}>
          <span className="sr-only">Now, {clockOf(now)}</span>
        </span>
      )}
      {here.map((each) => (
        <EntryChip key={each.item.key} placed={each} handling={handling} />
      ))}
      {isBeginning && (
        <span className="calendar-missing">
          No new article for <span className="whitespace-nowrap">{stretchWords(gap.to - gap.from)}</span>
        </span>
      )}
    </td>
  );
}
