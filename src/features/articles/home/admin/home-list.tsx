import { Clock, GripVertical, Pin, PinOff, Plus, X } from "lucide";
import { Link } from "react-router";
import { Thumbnail } from "#features/articles/admin/row-actions.tsx";
import { adminUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useDragging } from "#ui/admin/dragging.ts";
import { tableTime } from "#ui/admin/local-time.ts";
import { MoveButtons, RowButton, type RowControl, useRowChanges } from "#ui/admin/ordered-rows.tsx";
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
  const rows = useRowChanges();
  const { arranged, byDate, ended } = partsOf(entries);
  function place(entry: HomeEntry, at: number, control?: RowControl) {
    const next = placedAt(entries, entry.id, at);
    const to = partsOf(next).arranged.findIndex(({ id }) => id === entry.id);
    if (entry.place === "arranged" && arranged[to]?.id === entry.id) return;
    rows.change(
      () => void order.arrange(list, next, "Home page arranged"),
      `“${entry.title}” is now ${to + 1} of ${partsOf(next).arranged.length}.`,
      control && { row: entry.id, control },
    );
  }
  /** The new index of a story dropped before the one at `at`, after it has left its own. */
  function landing(id: number, at: number): number {
    const from = arranged.findIndex((entry) => entry.id === id);
    return from >= 0 && from < at ? at - 1 : at;
  }
  const drag = useDragging<HomeEntry, number>({
    onDrop: (entry, at) => place(entry, landing(entry.id, at)),
    onOver: ({ id }, at) => onPreview(at === null ? null : placedAt(entries, id, landing(id, at))),
  });
  const row = (entry: HomeEntry, index: number) => (
    <HomeRow
      key={entry.id}
      entry={entry}
      position={entry.place === "arranged" ? index + 1 : null}
      isLast={index === arranged.length - 1}
      isShown={shown.has(entry.id)}
      isShownAbove={shownAbove.has(entry.id)}
      zone={zone}
      // Stories by date can't be reordered, so only the end of the pinned ones is a place for others.
      drag={drag(
        entry.place === "arranged"
          ? { item: entry, place: index }
          : { item: entry, place: arranged.length, mark: () => null },
      )}
      idOf={(control) => rows.idOf(entry.id, control)}
      onMove={(by, control) => place(entry, entry.place === "arranged" ? index + by : arranged.length, control)}
      onEnd={() => onEnd(entry)}
      onByDate={() => void order.arrange(list, byDateAgain(entries, entry.id), "Unpinned")}
      onRemove={() => void order.remove(list, entry)}
    />
  );
  return (
    <section aria-labelledby={`home-${list}`}>
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
        <li className="home-end meta" {...drag({ place: arranged.length })}>
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
      {rows.status}
    </section>
  );
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
  drag: object;
  idOf: (control: RowControl) => string;
  onMove: (by: 1 | -1, control: RowControl) => void;
  onEnd: () => void;
  onByDate: () => void;
  onRemove: () => void;
};

export function HomeRow({ entry, position, isLast, isShown, isShownAbove, zone, drag, ...does }: RowProps) {
  const { id, title, category, image_url } = entry;
  const isArranged = position !== null;
  return (
    <li data-article={id} data-shown={isShown || undefined} className="home-row" {...drag}>
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
        {isArranged ? (
          <>
            <MoveButtons idOf={does.idOf} name={title} isFirst={position === 1} isLast={isLast} onMove={does.onMove} />
            <RowButton label={`End time: ${title}`} icon={Clock} onClick={does.onEnd} />
            <RowButton label={`Unpin: ${title}`} icon={PinOff} onClick={does.onByDate} />
          </>
        ) : (
          <RowButton id={does.idOf("up")} label={`Pin: ${title}`} icon={Pin} onClick={() => does.onMove(1, "up")} />
        )}
        <RowButton label={`Remove: ${title}`} icon={X} onClick={does.onRemove} />
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
