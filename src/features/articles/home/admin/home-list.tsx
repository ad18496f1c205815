import { ArrowDown, ArrowUp, Clock, GripVertical, Pin, PinOff, Plus, X } from "lucide";
import { type DragEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { Thumbnail } from "#features/articles/admin/row-actions.tsx";
import { adminUrl } from "#shared/urls.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { tableTime } from "#ui/admin/local-time.ts";
import { FROM_LIST } from "#ui/admin/room-handover.tsx";
import { Icon } from "#ui/icon.tsx";
import type { HomeEntry } from "../endpoints.ts";
import type { HomeList as ListName } from "../rules.ts";
import { byDateAgain, type Order, partsOf, placedAt } from "./use-order.ts";

type Props = {
  list: ListName;
  title: string;
  hint: string;
  entries: HomeEntry[];
  shown: ReadonlySet<number>;
  shownAbove: ReadonlySet<number>;
  zone: string;
  order: Order;
  onAdd: () => void;
  onEnd: (entry: HomeEntry) => void;
  /** The list as it would be after dropping; null while nothing is dragged over it. */
  onPreview: (entries: HomeEntry[] | null) => void;
};

export function HomeList(props: Props) {
  const { list, title, hint, entries, shown, shownAbove, zone, order, onAdd, onEnd, onPreview } = props;
  const section = useRef<HTMLElement>(null);
  const [news, setNews] = useState("");
  const { arranged, byDate, ended } = partsOf(entries);
  /** Restores the focus of a moved story, which the browser drops. */
  const focus = (id: number, name: string) =>
    section.current?.querySelector<HTMLElement>(`[data-article="${id}"] [data-does="${name}"]`)?.focus();
  function place(entry: HomeEntry, at: number, button?: string) {
    const next = placedAt(entries, entry.id, at);
    const to = partsOf(next).arranged.findIndex(({ id }) => id === entry.id);
    if (entry.place === "arranged" && arranged[to]?.id === entry.id) return;
    const said = `“${entry.title}” is now ${to + 1} of ${partsOf(next).arranged.length}.`;
    flushSync(() => {
      setNews(said);
      void order.arrange(list, next, "Home page arranged");
    });
    if (button) focus(entry.id, button);
  }
  const drag = useStoryDrag(entries, place, onPreview);
  const row = (entry: HomeEntry, index: number) => (
    <HomeRow
      key={entry.id}
      entry={entry}
      position={entry.place === "arranged" ? index + 1 : null}
      isLast={index === arranged.length - 1}
      isShown={shown.has(entry.id)}
      isShownAbove={shownAbove.has(entry.id)}
      zone={zone}
      // Stories by date can't be reordered, so only the end of the pinned ones is a drop target.
      drop={
        entry.place === "arranged" ? drag.dropOn(index) : { ...drag.dropOn(arranged.length), "data-over": undefined }
      }
      onDragStart={(event) => drag.start(entry, event)}
      onDragEnd={drag.end}
      onUp={() => place(entry, entry.place === "arranged" ? index - 1 : arranged.length, "up")}
      onDown={() => place(entry, index + 1, "down")}
      onEnd={() => onEnd(entry)}
      onByDate={() => void order.arrange(list, byDateAgain(entries, entry.id), "Unpinned")}
      onRemove={() => void order.remove(list, entry)}
    />
  );
  return (
    <section ref={section} aria-labelledby={`home-${list}`}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <h2 id={`home-${list}`} className="headline-sm font-semibold">
          {title}
        </h2>
        <AdminButton onClick={onAdd}>
          <Icon icon={Plus} size={16} />
          Add<span className="sr-only"> to {title}</span>
        </AdminButton>
      </div>
      <p className="meta mb-3">{hint}</p>
      <h3 className="home-part">Pinned</h3>
      <ol>
        {arranged.map(row)}
        <li className="home-end meta" {...drag.dropOn(arranged.length)}>
          {arranged.length === 0 ? "Newest first. Drag a story here to pin it." : ""}
        </li>
      </ol>
      <h3 className="home-part">Newest first</h3>
      {byDate.length === 0 && <p className="meta py-2">None.</p>}
      <ol>{byDate.map(row)}</ol>
      {ended.length > 0 && (
        <>
          <h3 className="home-part">Ended</h3>
          <ol>{ended.map(row)}</ol>
        </>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </section>
  );
}

/** Drag and drop of a story to a place among the pinned ones. */
function useStoryDrag(
  entries: HomeEntry[],
  place: (entry: HomeEntry, at: number) => void,
  onPreview: Props["onPreview"],
) {
  const dragged = useRef<HomeEntry | null>(null);
  const [over, setOver] = useState<number | null>(null);
  /** The new index of a story dropped before the one at `at`, after it has left its own. */
  function landing(id: number, at: number): number {
    const from = partsOf(entries).arranged.findIndex((entry) => entry.id === id);
    return from >= 0 && from < at ? at - 1 : at;
  }
  function start(entry: HomeEntry, event: DragEvent) {
    dragged.current = entry;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", entry.title);
  }
  function end() {
    dragged.current = null;
    setOver(null);
    onPreview(null);
  }
  const dropOn = (at: number) => ({
    "data-over": over === at || undefined,
    onDragOver(event: DragEvent) {
      if (!dragged.current) return;
      event.preventDefault();
      if (over === at) return;
      setOver(at);
      onPreview(placedAt(entries, dragged.current.id, landing(dragged.current.id, at)));
    },
    onDrop(event: DragEvent) {
      const entry = dragged.current;
      event.preventDefault();
      end();
      if (entry) place(entry, landing(entry.id, at));
    },
  });
  return { start, end, dropOn };
}

/** A time in the newsroom's zone: 'Tue, Nov 24, 09:00'. */
export const endWords = (iso: string, zone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    ...({ weekday: "short", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const),
    hourCycle: "h23",
    timeZone: zone,
  }).format(Date.parse(iso));

type RowProps = {
  entry: HomeEntry;
  position: number | null;
  isLast: boolean;
  isShown: boolean;
  isShownAbove: boolean;
  zone: string;
  drop: object;
  onDragStart: (event: DragEvent) => void;
  onDragEnd: () => void;
  onUp: () => void;
  onDown: () => void;
  onEnd: () => void;
  onByDate: () => void;
  onRemove: () => void;
};

export function HomeRow({ entry, position, isLast, isShown, isShownAbove, zone, drop, ...does }: RowProps) {
  const { id, title, category, image_url } = entry;
  const isArranged = position !== null;
  // At an end the button stays focusable, but does nothing.
  const end = "aria-disabled:opacity-40";
  return (
    <li
      data-article={id}
      data-shown={isShown || undefined}
      className="home-row"
      draggable
      onDragStart={does.onDragStart}
      onDragEnd={does.onDragEnd}
      {...drop}
    >
      <Icon icon={GripVertical} size={16} className="shrink-0 text-faint" />
      {isArranged && <span className="w-5 shrink-0 text-right font-semibold tabular-nums">{position}</span>}
      <Thumbnail src={image_url} />
      <Link
        to={adminUrl.article(id)}
        state={FROM_LIST}
        draggable={false}
        className="min-w-0 grow basis-40 text-[0.9375rem] font-semibold wrap-anywhere link-quiet"
      >
        {title}
        <span className="meta block font-normal">{noteOf(entry, { category, zone, isShownAbove })}</span>
      </Link>
      <span className="flex">
        <AdminIconButton
          label={isArranged ? `Move up: ${title}` : `Pin: ${title}`}
          data-does="up"
          aria-disabled={position === 1}
          className={end}
          onClick={does.onUp}
        >
          <Icon icon={isArranged ? ArrowUp : Pin} size={17} />
        </AdminIconButton>
        {isArranged && (
          <>
            <AdminIconButton
              label={`Move down: ${title}`}
              data-does="down"
              aria-disabled={isLast}
              className={end}
              onClick={does.onDown}
            >
              <Icon icon={ArrowDown} size={17} />
            </AdminIconButton>
            <AdminIconButton label={`End time: ${title}`} onClick={does.onEnd}>
              <Icon icon={Clock} size={17} />
            </AdminIconButton>
            <AdminIconButton label={`Unpin: ${title}`} onClick={does.onByDate}>
              <Icon icon={PinOff} size={17} />
            </AdminIconButton>
          </>
        )}
        <AdminIconButton label={`Remove: ${title}`} onClick={does.onRemove}>
          <Icon icon={X} size={17} />
        </AdminIconButton>
      </span>
    </li>
  );
}

type Notes = { category: string; zone: string; isShownAbove: boolean };

function stateOf({ status, published_date: date }: HomeEntry): string {
  if (status === "draft") return "Draft: readers do not see it";
  if (status === "ready") return "Ready: readers do not see it";
  return date !== null && Date.parse(date) > Date.now() ? "Scheduled" : "";
}

function noteOf(entry: HomeEntry, { category, zone, isShownAbove }: Notes): string {
  const state = stateOf(entry);
  const end = entry.ends_at && `${entry.place === "ended" ? "Ended" : "Until"} ${endWords(entry.ends_at, zone)}`;
  const above = isShownAbove ? "Already a lead story" : "";
  const { place, published_date } = entry;
  const date = place === "by_date" && published_date ? tableTime(published_date, zone) : "";
  return [category, date, state, above, end].filter(Boolean).join(" · ");
}
