import { CalendarClock } from "lucide";
import { FROM_LIST } from "#features/articles/admin/article-handover.tsx";
import { PlaceLink } from "#ui/admin/address.tsx";
import { buttonLook } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import { clockOf } from "../day-time.ts";
import type { BoardDay, Placed } from "./board.ts";
import { type Handling, KindIcon, MoveHandle } from "./entry-chip.tsx";
import { isMovable, screenOf, wordsOf } from "./items.ts";
import { longDay, stretchWords, whenWords } from "./words.ts";

type Props = { board: BoardDay[]; handling: Handling };

/** The calendar on a phone: its days one below the other, without those that have nothing to say. */
export function Agenda({ board, handling }: Props) {
  const days = board.filter(({ placed, isEmpty, isToday }) => placed.length > 0 || isEmpty || isToday);
  return (
    <div className="space-y-6">
      {days.length === 0 && <p className="text-[0.9375rem] text-muted">Nothing is planned or published here.</p>}
      {days.map(({ day, placed, isToday, isEmpty, gaps }) => (
        <section key={day} aria-label={longDay(day)}>
          <h3
            aria-current={isToday ? "date" : undefined}
            className="border-b border-rule pb-1.5 text-[0.9375rem] font-semibold aria-[current]:border-accent aria-[current]:text-accent"
          >
            {longDay(day)}
            {isToday && ", today"}
          </h3>
          {isEmpty && <p className="calendar-missing mt-2">No new article</p>}
          {!isEmpty && placed.length === 0 && <p className="meta mt-2">Nothing today.</p>}
          <ul>
            {placed.map((each) => (
              <AgendaItem key={each.item.key} placed={each} handling={handling} />
            ))}
          </ul>
          {gaps.map(({ from, to }) => (
            <p key={from} className="calendar-missing mt-2">
              {clockOf(from)} to {clockOf(to)}: {stretchWords(to - from)} without a new article
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}

function AgendaItem({ placed, handling }: { placed: Placed; handling: Handling }) {
  const { item, minute } = placed;
  return (
    <li className="flex items-center gap-3 border-b border-rule py-1">
      <PlaceLink to={screenOf(item)} state={FROM_LIST} className="flex min-h-11 min-w-0 grow items-center gap-3">
        <span className="w-11 shrink-0 text-sm text-muted tabular-nums">{clockOf(minute)}</span>
        <span className="min-w-0">
          <span className="block text-[0.9375rem] font-semibold wrap-anywhere">{item.title}</span>
          <span className="meta flex items-center gap-1">
            <KindIcon item={item} />
            {wordsOf(item)}
          </span>
        </span>
      </PlaceLink>
      {isMovable(item) && (
        <MoveHandle
          item={item}
          when={whenWords(placed)}
          handling={handling}
          className={`${buttonLook("quiet")} px-2.5`}
        >
          <Icon icon={CalendarClock} size={18} />
        </MoveHandle>
      )}
    </li>
  );
}
