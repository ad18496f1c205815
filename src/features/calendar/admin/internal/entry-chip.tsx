import { GripVertical, Mail, RefreshCw } from "lucide";
import type { DragEvent, KeyboardEvent } from "react";
import { FROM_LIST } from "#features/articles/admin/article-handover.tsx";
import { PlaceLink } from "#ui/admin/address.tsx";
import { Icon } from "#ui/icon.tsx";
import { clockOf } from "../day-time.ts";
import type { Placed } from "./board.ts";
import { type Item, isMovable, screenOf, whyFixed, wordsOf } from "./items.ts";
import { handleId } from "./use-grab.ts";
import { whenWords } from "./words.ts";

/** What the screen does with items, by pointer and by keys. */
export type Handling = {
  /** The item that keys carry. */
  grabbedKey: string | null;
  onKeyDown: (item: Item, event: KeyboardEvent) => void;
  /** Asks where to. */
  onAsk: (item: Item) => void;
  onDragStart: (item: Item, event: DragEvent) => void;
  onDragEnd: () => void;
};

type HandleProps = { item: Item; when: string; handling: Handling; children: React.ReactNode; className?: string };

/** The control that moves an item: by keys in place, by a click or a tap in a dialog. */
export function MoveHandle({ item, when, handling, children, className = "" }: HandleProps) {
  return (
    <button
      type="button"
      id={handleId(item)}
      aria-label={`Move “${item.title}”, ${when}`}
      aria-pressed={handling.grabbedKey === item.key}
      title="Drag, or click to choose a time. Keys: Space, then arrows."
      onKeyDown={(event) => handling.onKeyDown(item, event)}
      // In some browsers the space bar clicks when it is let go.
      onKeyUp={(event) => event.key === " " && event.preventDefault()}
      onClick={() => handling.onAsk(item)}
      className={className}
    >
      {children}
    </button>
  );
}

/** An item of the calendar: its time and title, which open it, and what moves it. */
export function EntryChip({ placed, handling }: { placed: Placed; handling: Handling }) {
  const { item, minute } = placed;
  const canMove = isMovable(item);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging has its keys at the handle
    <div
      className="calendar-entry group"
      data-kind={item.kind}
      data-state={item.state}
      data-grabbed={handling.grabbedKey === item.key || undefined}
      draggable
      onDragStart={(event) => handling.onDragStart(item, event)}
      onDragEnd={handling.onDragEnd}
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

export function KindIcon({ item }: { item: Item }) {
  if (item.kind === "issue" || item.kind === "digest") return <Icon icon={Mail} size={13} className="shrink-0" />;
  return item.kind === "update" ? <Icon icon={RefreshCw} size={12} className="shrink-0" /> : null;
}
