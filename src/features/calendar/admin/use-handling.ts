import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { addDays, clockOf, type Day, type DayTime, dayTime, longDay, type View, whenWords } from "./days.ts";
import { type Item, isMovable, whyFixed } from "./items.ts";

type Grabbed = { item: Item; wall: DayTime };

export const handleId = (item: Item): string => `move-${item.key}`;

const LAST_MINUTE = 24 * 60 - 1;
const MINUTES = 30;

/** The distance that a key carries an item, in days and minutes. */
function stepOf(key: string, view: View): { days: number; minutes: number } | undefined {
  const upDown = view === "week" ? { days: 0, minutes: MINUTES } : { days: 7, minutes: 0 };
  switch (key) {
    case "ArrowLeft":
      return { days: -1, minutes: 0 };
    case "ArrowRight":
      return { days: 1, minutes: 0 };
    case "ArrowUp":
      return { days: -upDown.days, minutes: -upDown.minutes };
    case "ArrowDown":
      return upDown;
    case "PageUp":
      return { days: -7, minutes: 0 };
    case "PageDown":
      return { days: 7, minutes: 0 };
    default:
      return undefined;
  }
}

type GrabOptions = {
  view: View;
  startOf: (item: Item) => DayTime;
  onMove: (item: Item, to: DayTime) => Promise<void>;
  /** Scrolls to the day that an item was carried to. */
  onReach: (wall: DayTime) => void;
};

/** Moves an item by keys: Space or Enter grabs and drops, arrows move, Escape cancels. */
export function useGrab({ view, startOf, onMove, onReach }: GrabOptions) {
  const [grabbed, setGrabbed] = useState<Grabbed | null>(null);
  const [news, setNews] = useState("");
  // Each cell renders a new control element, so the focus is restored after a render removed the old one.
  const carried = useRef<Item | null>(null);
  useLayoutEffect(() => {
    if (!carried.current) return;
    if (document.activeElement === document.body) document.getElementById(handleId(carried.current))?.focus();
    else if (document.activeElement?.id !== handleId(carried.current)) carried.current = null;
  });
  function hold(next: Grabbed | null, item: Item, said: string) {
    carried.current = item;
    setGrabbed(next);
    setNews(said);
  }
  function grab(item: Item) {
    const wall = startOf(item);
    const words = `${longDay(wall.day)}, ${clockOf(wall.minute)}`;
    hold(
      { item, wall },
      item,
      `“${item.title}” grabbed, ${words}. Arrow keys move it, Enter drops it, Escape cancels.`,
    );
    onReach(wall);
  }
  function cancel() {
    if (grabbed) hold(null, grabbed.item, `“${grabbed.item.title}” is where it was.`);
  }
  async function drop({ item, wall }: Grabbed) {
    hold(null, item, `“${item.title}” dropped on ${whenWords(wall)}.`);
    await onMove(item, wall);
  }
  function onKeyDown(item: Item, event: KeyboardEvent) {
    const isGrabbed = grabbed?.item.key === item.key;
    const isDrop = event.key === "Enter" || event.key === " ";
    const step = stepOf(event.key, view);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isDrop && !event.repeat) {
      event.preventDefault();
      if (isGrabbed && grabbed) void drop(grabbed);
      else grab(item);
    } else if (!isGrabbed || !grabbed) return;
    else if (event.key === "Tab") cancel();
    else if (event.key === "Escape") {
      event.preventDefault();
      cancel();
    } else if (step) {
      event.preventDefault();
      const { day, minute } = grabbed.wall;
      const wall = {
        day: addDays(day, step.days),
        minute: Math.min(LAST_MINUTE, Math.max(0, minute + step.minutes)),
      };
      hold({ item, wall }, item, whenWords(wall));
      onReach(wall);
    }
  }
  return { grabbed, news, onKeyDown, cancel };
}

type DropOptions = {
  zone: string;
  onDrop: (item: Item, to: DayTime) => void;
  onRefused: (reason: string) => void;
};

/** Drags items by pointer onto cells, each with a day and a rule for the minute. */
export function useDropTarget({ zone, onDrop, onRefused }: DropOptions) {
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
  /** The handlers of a cell. `minuteFor` receives the item's minute of the day, if it has one. */
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
