import { type RefObject, useLayoutEffect, useRef } from "react";
import { clockOf, type Day } from "../day-time.ts";
import type { BoardDay } from "./board.ts";
import type { DropTarget } from "./drop-target.ts";
import { EntryChip, type Handling } from "./entry-chip.tsx";
import { longDay, stretchWords, weekdayName } from "./words.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The first hour in view, unless the week has something earlier. */
const MORNING_HOUR = 7;

const hourOf = (minute: number) => Math.floor(minute / 60);

type Props = { board: BoardDay[]; handling: Handling; target: DropTarget };

/** A week: a column for each day, a row for each hour. It scrolls by itself, so that its days and the drafts stay in view. */
export function WeekGrid({ board, handling, target }: Props) {
  const box = useRef<HTMLElement>(null);
  const hours = board.flatMap(({ placed }) => placed.map(({ minute }) => hourOf(minute)));
  useFirstHour(box, board[0]?.day, Math.min(MORNING_HOUR, ...hours));
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
                <HourCell key={day.day} day={day} hour={hour} handling={handling} target={target} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Scrolls to an hour as a week opens; later only to one before the morning, which would be out of sight. */
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

type CellProps = { day: BoardDay; hour: number; handling: Handling; target: DropTarget };

function HourCell({ day: { day, placed, gaps, isEmpty, isToday }, hour, handling, target }: CellProps) {
  const here = placed.filter(({ minute }) => hourOf(minute) === hour);
  const gap = gaps.find(({ from, to }) => from < (hour + 1) * 60 && to > hour * 60);
  const isBeginning = gap !== undefined && hourOf(gap.from) === hour;
  return (
    <td
      data-gap={(gap !== undefined && here.length === 0) || undefined}
      data-empty={isEmpty || undefined}
      data-today={isToday || undefined}
      {...target.on(day, (minute) => hour * 60 + ((minute ?? 0) % 60), hour)}
    >
      {here.map((each) => (
        <EntryChip key={each.item.key} placed={each} handling={handling} />
      ))}
      {isBeginning && <span className="calendar-missing">{stretchWords(gap.to - gap.from)} without a new article</span>}
    </td>
  );
}
