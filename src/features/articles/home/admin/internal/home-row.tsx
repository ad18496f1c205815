import { ArrowDown, ArrowUp, CalendarArrowDown, Clock, GripVertical, X } from "lucide";
import type { DragEvent } from "react";
import { Link } from "react-router";
import { FROM_LIST } from "#features/articles/admin/article-handover.tsx";
import { adminUrl } from "#shared/urls.ts";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import type { HomeEntry } from "../../schema.ts";

/** A time in the newsroom's zone, for a line: 'Tue, Nov 24, 09:00'. */
export const endWords = (iso: string, zone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    ...({ weekday: "short", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const),
    hourCycle: "h23",
    timeZone: zone,
  }).format(Date.parse(iso));

type Props = {
  entry: HomeEntry;
  /** From 1; null for what is not arranged. */
  position: number | null;
  isLast: boolean;
  isShown: boolean;
  /** A section further up shows it. */
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

/** An article of a list of the home page, with what can be done with it. */
export function HomeRow({ entry, position, isLast, isShown, isShownAbove, zone, drop, ...does }: Props) {
  const { id, title, category } = entry;
  const isArranged = position !== null;
  // At an end the button stays, so that it keeps the focus, but does nothing.
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
      <span className="w-6 shrink-0 text-right font-semibold tabular-nums">{position}</span>
      <Link
        to={adminUrl.article(id)}
        state={FROM_LIST}
        draggable={false}
        className="min-w-0 grow basis-48 text-[0.9375rem] font-semibold wrap-anywhere link-quiet"
      >
        {title}
        <span className="meta block font-normal">{noteOf(entry, { category, zone, isShownAbove })}</span>
      </Link>
      <span className="flex">
        <AdminIconButton
          label={isArranged ? `Move up: ${title}` : `Arrange: ${title}`}
          data-does="up"
          aria-disabled={position === 1}
          className={end}
          onClick={does.onUp}
        >
          <Icon icon={ArrowUp} size={17} />
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
            <AdminIconButton label={`By its date again: ${title}`} onClick={does.onByDate}>
              <Icon icon={CalendarArrowDown} size={17} />
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

/** Of what readers do not see: in which state it is. */
function stateOf({ status, published_date: date }: HomeEntry): string {
  if (status === "draft") return "Draft: readers do not see it";
  if (status === "ready") return "Ready: readers do not see it";
  return date !== null && Date.parse(date) > Date.now() ? "Scheduled" : "";
}

/** What to know of an entry, in a line. */
function noteOf(entry: HomeEntry, { category, zone, isShownAbove }: Notes): string {
  const state = stateOf(entry);
  const end = entry.ends_at && `${entry.place === "ended" ? "Ended" : "Until"} ${endWords(entry.ends_at, zone)}`;
  const above = isShownAbove ? "Stands among the lead stories" : "";
  return [category, state, above, end].filter(Boolean).join(" · ");
}
