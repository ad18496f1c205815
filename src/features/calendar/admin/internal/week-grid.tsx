import { clockOf } from "../day-time.ts";
import type { BoardDay } from "./board.ts";
import type { DropTarget } from "./drop-target.ts";
import { EntryChip, type Handling } from "./entry-chip.tsx";
import { longDay, stretchWords, weekdayName } from "./words.ts";

/** Hours that are always shown, as far as there is nothing earlier or later. */
const FIRST_HOUR = 7;
const LAST_HOUR = 19;

const hourOf = (minute: number) => Math.floor(minute / 60);

type Props = { board: BoardDay[]; handling: Handling; target: DropTarget };

/** A week: a column for each day, a row for each hour. */
export function WeekGrid({ board, handling, target }: Props) {
  const hours = board.flatMap(({ placed }) => placed.map(({ minute }) => hourOf(minute)));
  const first = Math.min(FIRST_HOUR, ...hours);
  const rows = Array.from({ length: Math.max(LAST_HOUR, ...hours) - first + 1 }, (_, index) => first + index);
  return (
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
        {rows.map((hour) => (
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
  );
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
