import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide";
import { type FormEvent, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { newsroomSettings } from "#features/settings/calls.ts";
import { useNow } from "#shared/site-context.tsx";
import { zoneWords } from "#shared/time.ts";
import { useApi } from "#shared/use-api.ts";
import { currentQuery, knownOf, useAddressQuery, useIsOpenPlace } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { problemAhead } from "#ui/admin/date-values.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useDragging } from "#ui/admin/dragging.ts";
import { FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { CalendarEntry } from "../endpoints.ts";
import { Agenda, type Cell, type Handling, Unscheduled } from "./entries.tsx";
import { MonthGrid, WeekGrid } from "./grids.tsx";
import { calendarBetween, calendarChanged, type Shifted, useGrab, useMoving } from "./handling.ts";
import {
  addDays,
  boardOf,
  type Day,
  type DayTime,
  dayTime,
  type Item,
  instantAt,
  isDay,
  isMovable,
  isWorkingDay,
  itemOf,
  periodWords,
  shownDays,
  stepped,
  type View,
  whyFixed,
} from "./items.ts";

const NARROW = "(width < 60rem)";

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);

export const CalendarScreen = () => (
  <>
    <ScreenHead title="Calendar" />
    <NewsroomCalendar />
  </>
);

function NewsroomCalendar() {
  const settings = useApi(newsroomSettings());
  useFailureToast(settings.error, "Error fetching the settings", "Could not fetch the newsroom’s time zone");
  if (settings.data) return <ZonedCalendar zone={settings.data.time_zone} />;
  if (settings.error)
    return <FailedNote onRetry={() => void settings.refetch()}>Could not fetch the newsroom’s time zone</FailedNote>;
  return <CalendarSkeleton />;
}

const CalendarSkeleton = () => (
  <div aria-busy="true">
    <Skeleton className="mb-5 h-10 w-64" />
    <Skeleton className="h-96 w-full" />
  </div>
);

/** The view and day of an address; by default the current week. */
function shownIn(search: URLSearchParams, today: Day): { view: View; day: Day } {
  const given = search.get("date") ?? "";
  const view: View = knownOf(["week", "month"], search.get("view")) ?? "week";
  const day = isDay(given) && given > "1970-01-31" && given < "9999-01-01" ? given : today;
  return { view, day };
}

/** The view of the address and its setters, which start from the current address: rendering follows a click with a delay. */
function useAddress(today: Day) {
  const [search, change] = useAddressQuery();
  const now = () => shownIn(currentQuery(), today);
  return {
    ...shownIn(search, today),
    change,
    showAs: (view: View) => change({ view, date: now().day }),
    showToday: () => change({ view: now().view, date: today }),
    step(by: 1 | -1) {
      const { view, day } = now();
      change({ view, date: stepped(view, day, by) });
    },
  };
}

function useCalendar(zone: string, days: readonly Day[]) {
  const client = useQueryClient();
  const isOpen = useIsOpenPlace();
  const [from, to] = [days[0] ?? "", addDays(days.at(-1) ?? "", 1)].map((day) => instantAt({ day, minute: 0 }, zone));
  const read = useApi(calendarBetween(from ?? 0, to ?? 0), { placeholderData: keepPreviousData });
  useFailureToast(read.error, "Error fetching the calendar", "Could not fetch the calendar");
  // Stays mounted in other tabs, where articles may be scheduled.
  useEffect(() => {
    if (isOpen) void calendarChanged(client);
  }, [isOpen, client]);
  return read;
}

function shiftedItems(items: Item[], shifted: readonly Shifted[]): Item[] {
  const moved = shifted.map(({ item, instant }) => ({ ...item, instant }));
  const keys = new Set(moved.map(({ key }) => key));
  return [...items.filter(({ key }) => !keys.has(key)), ...moved];
}

function useItems(entries: CalendarEntry[] = []): Item[] {
  const may = useMay();
  return entries.map((entry) => itemOf(entry, may));
}

/** Dragging of items onto cells. The cell decides on the minute. */
function useItemDragging(zone: string, move: (item: Item, at: number) => Promise<void>) {
  const show = useToast();
  const drag = useDragging<Item, Cell>({
    onDrop(item, { day, minuteFor }) {
      const minute = item.instant === null ? undefined : dayTime(item.instant, zone).minute;
      void move(item, instantAt({ day, minute: minuteFor(minute) }, zone));
    },
  });
  function canDrag(item: Item): boolean {
    const canMove = isMovable(item);
    if (!canMove) show({ title: "It cannot be moved", description: whyFixed(item) });
    return canMove;
  }
  return { drag, canDrag };
}

const MORNING = 9 * 60;

function ZonedCalendar({ zone }: { zone: string }) {
  const now = useNow();
  const today = dayTime(now, zone).day;
  const { view, day, change, showAs, showToday, step } = useAddress(today);
  const days = useMemo(() => shownDays(view, day), [view, day]);
  const read = useCalendar(zone, days);
  const isNarrow = useIsNarrow();
  const [asked, setAsked] = useState<Item | null>(null);
  const { move, moving } = useMoving(zone);
  const startOf = ({ instant }: Item): DayTime => {
    if (instant !== null) return dayTime(instant, zone);
    return { day: days.find((each) => each > today && isWorkingDay(each)) ?? addDays(today, 1), minute: MORNING };
  };
  const grab = useGrab({
    view,
    startOf,
    onMove: (item, to) => move(item, instantAt(to, zone)),
    onReach: (wall) => days.includes(wall.day) || change({ date: wall.day }, { replace: true }),
  });
  const dragging = useItemDragging(zone, move);
  const handling: Handling = {
    grabbedKey: grab.grabbed?.item.key ?? null,
    onKeyDown: grab.onKeyDown,
    onAsk: setAsked,
    ...dragging,
  };
  const carried = grab.grabbed && { item: grab.grabbed.item, instant: instantAt(grab.grabbed.wall, zone) };
  // The dragged item may still be moving from an earlier drop.
  const shifted = carried ? [...moving.filter(({ item }) => item.key !== carried.item.key), carried] : moving;
  const items = shiftedItems(useItems(read.data?.entries), shifted);
  const completeUntil = read.data ? Date.parse(read.data.complete_until) : 0;
  const board = boardOf({ days, items, zone, now, completeUntil });
  const isCut =
    read.data !== undefined && completeUntil < instantAt({ day: addDays(days.at(-1) ?? day, 1), minute: 0 }, zone);
  return (
    <div onPointerDownCapture={grab.cancel}>
      <CalendarBar
        view={view}
        period={periodWords(view, day, days)}
        zone={zoneWords(zone, now)}
        onView={showAs}
        onStep={step}
        onToday={showToday}
      />
      {isCut && !read.isPlaceholderData && <p className="meta mb-3">There are too many items to show.</p>}
      <div className="grid gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_12rem] xl:grid-cols-[minmax(0,1fr)_15rem]">
        <div aria-busy={read.isFetching} className={read.isPlaceholderData ? "opacity-60" : ""}>
          {read.error && !read.data && (
            <FailedNote isAnnounced onRetry={() => void read.refetch()}>
              Could not fetch the calendar
            </FailedNote>
          )}
          {!read.data && !read.error && <Skeleton className="h-96 w-full" />}
          {read.data && isNarrow && <Agenda board={board} handling={handling} />}
          {read.data && !isNarrow && view === "week" && <WeekGrid board={board} handling={handling} />}
          {read.data && !isNarrow && view === "month" && (
            <MonthGrid board={board} month={day.slice(0, 7)} handling={handling} />
          )}
        </div>
        <Unscheduled handling={handling} moving={shifted.map(({ item }) => item.key)} />
      </div>
      <p role="status" aria-live="assertive" className="sr-only">
        {grab.news}
      </p>
      {asked && (
        <MoveDialog
          item={asked}
          start={instantAt(startOf(asked), zone)}
          zone={zone}
          onClose={() => setAsked(null)}
          onMove={(at) => {
            setAsked(null);
            void move(asked, at);
          }}
        />
      )}
    </div>
  );
}

const VIEWS: { view: View; label: string }[] = [
  { view: "week", label: "Week" },
  { view: "month", label: "Month" },
];

type BarProps = {
  view: View;
  period: string;
  zone: string;
  onView: (view: View) => void;
  onStep: (by: 1 | -1) => void;
  onToday: () => void;
};

export function CalendarBar({ view, period, zone, onView, onStep, onToday }: BarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex items-center">
        <AdminIconButton label={`Previous ${view}`} onClick={() => onStep(-1)} className="-ml-2">
          <Icon icon={ChevronLeft} size={20} />
        </AdminIconButton>
        <AdminIconButton label={`Next ${view}`} onClick={() => onStep(1)}>
          <Icon icon={ChevronRight} size={20} />
        </AdminIconButton>
      </div>
      <h2 aria-live="polite" className="text-lg font-semibold tabular-nums">
        {period}
      </h2>
      <AdminButton onClick={onToday}>Today</AdminButton>
      <p className="meta max-sm:order-last max-sm:w-full sm:ml-auto">Times of the newsroom: {zone}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons of one choice, not a fieldset */}
      <div role="group" aria-label="View" className="flex">
        {VIEWS.map(({ view: each, label }) => (
          <AdminButton
            key={each}
            variant={each === view ? "primary" : "plain"}
            aria-pressed={each === view}
            onClick={() => onView(each)}
            className="not-first:-ml-px"
          >
            {label}
          </AdminButton>
        ))}
      </div>
    </div>
  );
}

type DialogProps = {
  item: Item;
  start: number;
  zone: string;
  onMove: (at: number) => void;
  onClose: () => void;
};

function MoveDialog({ item, start, zone, onMove, onClose }: DialogProps) {
  const [value, setValue] = useState<string | null>(() => new Date(start).toISOString());
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemAhead(value, Date.now());
    if (value === null || problem) return setError(problem);
    onMove(Date.parse(value));
  }
  return (
    <Dialog title={item.kind === "draft" ? "Schedule this article" : "Move to…"} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-2 space-y-4">
        <p className="text-[0.9375rem] text-muted wrap-anywhere">“{item.title}”</p>
        <DateTimeField
          label="Date and time"
          value={value}
          zone={zone}
          error={error}
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            {item.kind === "draft" ? "Schedule" : "Move"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
