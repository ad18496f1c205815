import { CalendarClock, GripVertical, Mail, RefreshCw } from "lucide";
import { Fragment, type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { storyOfRow } from "#features/articles/admin/row-actions.tsx";
import { useNow } from "#shared/site-context.tsx";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { PlaceLink } from "#ui/admin/address.tsx";
import { buttonLook } from "#ui/admin/controls.tsx";
import type { Dragging } from "#ui/admin/dragging.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { pastWords } from "#ui/admin/past-time.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { FROM_LIST } from "#ui/admin/room-handover.tsx";
import { StoryMark, StoryState } from "#ui/admin/story-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { handleId, unscheduledDrafts } from "./handling.ts";
import {
  type BoardDay,
  clockOf,
  type Day,
  draftItem,
  type Item,
  isMovable,
  keyOfDraft,
  longDay,
  type Placed,
  screenOf,
  stretchWords,
  whenWords,
  whyFixed,
  wordsOf,
} from "./items.ts";

/** The screen's actions on items, by pointer and keyboard. */
export type Handling = {
  grabbedKey: string | null;
  onKeyDown: (item: Item, event: KeyboardEvent) => void;
  onAsk: (item: Item) => void;
  drag: Dragging<Item, Cell>;
  /** Returns whether an item can be dragged, and says why not. */
  canDrag: (item: Item) => boolean;
};

/** Where an item can be dropped: a day, and the minute of the day for an item that is at another one, if at any. */
export type Cell = { day: Day; minuteFor: (minute: number | undefined) => number };

type HandleProps = { item: Item; when: string; handling: Handling; children: React.ReactNode; className?: string };

/** The control that moves an item: by keys directly, by a click or tap in a dialog. */
function MoveHandle({ item, when, handling, children, className = "" }: HandleProps) {
  return (
    <button
      type="button"
      id={handleId(item)}
      aria-label={`Move “${item.title}”, ${when}`}
      aria-pressed={handling.grabbedKey === item.key}
      title="Drag, or click to choose a time. With the keyboard: press Space, then the arrow keys."
      onKeyDown={(event) => handling.onKeyDown(item, event)}
      // In some browsers the space bar clicks on release.
      onKeyUp={(event) => event.key === " " && event.preventDefault()}
      onClick={() => handling.onAsk(item)}
      className={className}
    >
      {children}
    </button>
  );
}

export function EntryChip({ placed, handling }: { placed: Placed; handling: Handling }) {
  const { item, minute } = placed;
  const canMove = isMovable(item);
  return (
    <div
      className="calendar-entry group"
      data-kind={item.kind}
      data-state={item.state}
      data-grabbed={handling.grabbedKey === item.key || undefined}
      {...handling.drag({ item, canDrag: () => handling.canDrag(item) })}
    >
      <PlaceLink
        to={screenOf(item)}
        state={FROM_LIST}
        draggable={false}
        title={canMove ? `${wordsOf(item)}: ${item.title}` : `${wordsOf(item)}: ${item.title}. ${whyFixed(item)}`}
        className="min-w-0 grow link-quiet"
      >
        <span className="flex items-center gap-1 text-xs text-muted tabular-nums">
          {clockOf(minute)}
          <KindIcon item={item} />
          <span className="sr-only">{wordsOf(item)}: </span>
        </span>
        <span className="line-clamp-2 text-[0.8125rem] leading-snug font-semibold wrap-anywhere">{item.title}</span>
      </PlaceLink>
      {canMove && (
        <MoveHandle item={item} when={whenWords(placed)} handling={handling} className="calendar-handle">
          <Icon icon={GripVertical} size={15} />
        </MoveHandle>
      )}
    </div>
  );
}

/** The mark of the state, and of what is no article. */
function KindIcon({ item }: { item: Item }) {
  return (
    <>
      {item.story && <StoryMark state={item.story.state} />}
      <OtherKind item={item} />
    </>
  );
}

function OtherKind({ item }: { item: Item }) {
  if (item.kind === "issue" || item.kind === "digest") return <Icon icon={Mail} size={13} className="shrink-0" />;
  return item.kind === "update" ? <Icon icon={RefreshCw} size={12} className="shrink-0" /> : null;
}

type AgendaProps = { board: BoardDay[]; handling: Handling };

export function Agenda({ board, handling }: AgendaProps) {
  const days = board.filter(({ placed, isEmpty, isToday }) => placed.length > 0 || isEmpty || isToday);
  const list = useRef<HTMLDivElement>(null);
  // Days before today are above the screen when the calendar opens.
  useLayoutEffect(() => {
    const today = list.current?.querySelector("h3[aria-current]")?.closest("section");
    if (today?.previousElementSibling) today.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div ref={list} className="space-y-6">
      {days.length === 0 && <p className="text-[0.9375rem] text-muted">Nothing is scheduled or published here.</p>}
      {days.map(({ day, placed, isToday, isEmpty, gaps, now }) => (
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
            {placed.map((each, at) => (
              <Fragment key={each.item.key}>
                {now !== null && each.minute > now && (placed[at - 1]?.minute ?? 0) <= now && <NowLine minute={now} />}
                <AgendaItem placed={each} handling={handling} />
              </Fragment>
            ))}
            {now !== null && placed.length > 0 && placed.every(({ minute }) => minute <= now) && (
              <NowLine minute={now} />
            )}
          </ul>
          {gaps.map(({ from, to }) => (
            <p key={from} className="calendar-missing mt-2">
              {clockOf(from)} to {clockOf(to)}: No new article for {stretchWords(to - from)}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}

const NowLine = ({ minute }: { minute: number }) => (
  <li className="flex items-center gap-2 py-1 text-xs font-semibold text-accent tabular-nums after:h-0.5 after:grow after:bg-accent">
    Now, {clockOf(minute)}
  </li>
);

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

const MAX_DRAFTS = 30;

/** Drafts to schedule, last edited first. `moving` contains those being moved. */
export function Unscheduled({ handling, moving }: { handling: Handling; moving: readonly string[] }) {
  const may = useMay();
  const now = useNow();
  const { data, error, refetch } = useApi(unscheduledDrafts(MAX_DRAFTS));
  const drafts = data?.items.filter(({ id }) => !moving.includes(keyOfDraft(id)));
  return (
    <section aria-labelledby="unscheduled" className="calendar-drafts">
      <h3 id="unscheduled" className="mb-2 text-[0.9375rem] font-semibold">
        Unscheduled
      </h3>
      {error && !data && <FailedNote onRetry={() => void refetch()}>Could not fetch the drafts</FailedNote>}
      {!data && !error && <SkeletonLines lines={6} />}
      {data?.total === 0 && (
        <>
          <p className="meta mb-3">No drafts to schedule. Drag one from here to a day.</p>
          <Link to={adminUrl.article("new")} className={buttonLook("plain")}>
            Write an article
          </Link>
        </>
      )}
      <ul className="space-y-1.5">
        {drafts?.map((draft) => {
          const { id, title, category, last_edited } = draft;
          const story = storyOfRow(draft, now);
          const item = draftItem({ id, title, story }, may);
          const canMove = isMovable(item);
          return (
            <li
              key={id}
              className="calendar-entry items-center"
              data-kind="draft"
              {...(canMove && handling.drag({ item }))}
            >
              <Link to={screenOf(item)} state={FROM_LIST} draggable={false} className="min-w-0 grow link-quiet">
                <span className="line-clamp-2 text-[0.8125rem] leading-snug font-semibold wrap-anywhere">{title}</span>
                <StoryState story={story} className="mt-0.5 text-xs" />
                <span className="meta block text-xs">
                  {category} <span aria-hidden="true">·</span> {last_edited ? pastWords(last_edited, now) : "N/A"}
                </span>
              </Link>
              {canMove && (
                <MoveHandle item={item} when="a draft" handling={handling} className={`${buttonLook("quiet")} px-2`}>
                  <Icon icon={CalendarClock} size={17} />
                </MoveHandle>
              )}
            </li>
          );
        })}
      </ul>
      {data && data.total > MAX_DRAFTS && (
        <p className="meta mt-2">
          The {MAX_DRAFTS} edited last.{" "}
          <Link to={`${pageUrl.admin()}?status=draft`} className="underline hover:text-ink">
            All {data.total} drafts
          </Link>
        </p>
      )}
    </section>
  );
}
