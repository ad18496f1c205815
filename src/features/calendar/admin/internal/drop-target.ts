import { type DragEvent, useRef, useState } from "react";
import type { Day, DayTime } from "../day-time.ts";
import { dayTime } from "../day-time.ts";
import { type Item, isMovable, whyFixed } from "./items.ts";

type Options = {
  zone: string;
  onDrop: (item: Item, to: DayTime) => void;
  /** Somebody tried to drag what cannot be moved. */
  onRefused: (reason: string) => void;
};

/** Dragging items by pointer onto cells, each of which knows its day and how it sets the minute. */
export function useDropTarget({ zone, onDrop, onRefused }: Options) {
  const dragged = useRef<Item | null>(null);
  const [over, setOver] = useState<string | null>(null);
  function onDragStart(item: Item, event: DragEvent) {
    if (!isMovable(item)) {
      event.preventDefault();
      return onRefused(whyFixed(item));
    }
    dragged.current = item;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", item.title);
  }
  function onDragEnd() {
    dragged.current = null;
    setOver(null);
  }
  /** The handlers of a cell. `minuteFor` gets the item's minute of the day, if it has one. */
  function on(day: Day, minuteFor: (minute: number | undefined) => number, part?: number) {
    const name = `${day} ${part ?? ""}`;
    return {
      "data-over": over === name || undefined,
      onDragOver(event: DragEvent) {
        if (!dragged.current) return;
        event.preventDefault();
        if (over !== name) setOver(name);
      },
      onDrop(event: DragEvent) {
        const item = dragged.current;
        if (!item) return;
        event.preventDefault();
        onDragEnd();
        const minute = item.instant === null ? undefined : dayTime(item.instant, zone).minute;
        onDrop(item, { day, minute: minuteFor(minute) });
      },
    };
  }
  return { on, onDragStart, onDragEnd };
}
export type DropTarget = ReturnType<typeof useDropTarget>;
