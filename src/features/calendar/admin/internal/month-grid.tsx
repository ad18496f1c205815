import { Link } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import type { BoardDay } from "./board.ts";
import type { DropTarget } from "./drop-target.ts";
import { EntryChip, type Handling } from "./entry-chip.tsx";
import { longDay, weekdayName } from "./words.ts";

/** Items of a day that are shown; the week shows all. */
const MAX_SHOWN = 4;
/** When something happens that had no time yet: nine o'clock. */
const MORNING = 9 * 60;

type Props = { board: BoardDay[]; month: string; handling: Handling; target: DropTarget };

/** A month in whole weeks. `month` as 'YYYY-MM'. */
export function MonthGrid({ board, month, handling, target }: Props) {
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
              <DayCell
                key={day.day}
                day={day}
                isOutside={!day.day.startsWith(month)}
                handling={handling}
                target={target}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = { day: BoardDay; isOutside: boolean; handling: Handling; target: DropTarget };

function DayCell({ day: { day, placed, isToday, isEmpty }, isOutside, handling, target }: CellProps) {
  // What keys carry is always seen.
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
      {...target.on(day, (minute) => minute ?? MORNING)}
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
