import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { articles, listsChanged, readArticle } from "#features/articles/admin/calls.ts";
import type { DeskEndpoints } from "#features/articles/desk/endpoints.ts";
import { issuesChanged } from "#features/newsletter/issues/admin/calls.ts";
import type { IssueEndpoints } from "#features/newsletter/issues/endpoints.ts";
import { callsUnder } from "#shared/api-query.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { isoDate } from "#shared/time.ts";
import { ownVersions } from "#ui/admin/own-versions.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { type Failure, useTurns } from "#ui/admin/use-call.ts";
import type { BudgetEndpoints } from "../budget/endpoints.ts";
import type { CalendarEndpoints } from "../endpoints.ts";
import {
  addDays,
  clockOf,
  type DayTime,
  dayTime,
  type Item,
  isMovable,
  longDay,
  type View,
  whenWords,
  whyFixed,
} from "./items.ts";

const calendar = editorClientOf<CalendarEndpoints>();
const desk = editorClientOf<DeskEndpoints>();
const budget = editorClientOf<BudgetEndpoints>();
const issues = editorClientOf<IssueEndpoints>();

const ifSeen = (etag: string | null) => (etag === null ? {} : { ifMatch: etag });

export const calendarBetween = (from: number, to: number) =>
  calendar.query("GET /calendar", { query: { from: isoDate(from), to: isoDate(to) } });

export const unscheduledDrafts = (count: number) =>
  articles.list("GET /articles", { query: { status: "draft", sort: "updated" } })(1, count);

/**
 * Moves an item to an instant if it is still at the displayed version; a draft from its newest version. Resolves with
 * the resulting version (ETag). Throws `ApiError` (409 after another change) or `NetworkError`, as does `moveBack`.
 */
export async function moveTo(api: EditorApi, item: Item, at: number): Promise<string | null> {
  const seen = item.kind === "draft" ? (await readArticle(api, item.id)).etag : item.etag;
  return moverOf(item)(api, { id: item.id, etag: seen }, at);
}

const moverOf = ({ kind }: Item) => (kind === "issue" ? sendIssueAt : kind === "story" ? dueAt : publishAt);

async function dueAt(api: EditorApi, { id, etag }: Seen, at: number): Promise<string | null> {
  const call = { params: { id }, body: { due: isoDate(at) }, ...ifSeen(etag) };
  return (await budget.send(api, "PUT /budget/:id", call)).body.etag;
}

type Seen = { id: number; etag: string | null };

async function publishAt(api: EditorApi, { id, etag }: Seen, at: number): Promise<string | null> {
  const call = { params: { id }, body: { at: isoDate(at) }, ...ifSeen(etag) };
  return (await desk.send(api, "POST /articles/:id/publish", call)).etag;
}

async function sendIssueAt(api: EditorApi, { id, etag }: Seen, at: number): Promise<string | null> {
  await issues.send(api, "POST /newsletter/issues/:id/send", {
    params: { id },
    body: { at: isoDate(at) },
    ...ifSeen(etag),
  });
  return etag;
}

/** Moves an item back to its `instant`, or makes it a draft again if it has none. Resolves like `moveTo`. */
export async function moveBack(api: EditorApi, item: Item): Promise<string | null> {
  const { id, etag, instant } = item;
  if (instant !== null) return moverOf(item)(api, { id, etag }, instant);
  return (await desk.send(api, "POST /articles/:id/unpublish", { params: { id }, ...ifSeen(etag) })).etag;
}

/** Refetches the calendar and resolves when it has arrived; the lists of articles and issues and the budget follow. */
export async function calendarChanged(client: QueryClient): Promise<void> {
  listsChanged(client);
  issuesChanged(client);
  void client.invalidateQueries(callsUnder(budget.url("GET /budget")));
  await client.invalidateQueries(callsUnder(calendarBetween(0, 0).queryKey[0].replace(/\?.*/, "")));
}

export type Shifted = { item: Item; instant: number };

const FAILURE = { title: "Error moving", fallback: "Could not move it" };
const UNDO_FAILURE = { title: "Error undoing the move", fallback: "Could not undo the move" };

/**
 * Moves items optimistically, stores the moves one after another, and offers undo in a toast. `zone` is the
 * newsroom's.
 */
export function useMoving(zone: string) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { inTurn } = useTurns();
  const [versions] = useState(ownVersions);
  const [moving, setMoving] = useState<readonly Shifted[]>([]);

  /** Changes an item at its newest version, after earlier changes are stored. */
  const change = (item: Item, job: (item: Item) => Promise<string | null>, failure: Failure) =>
    inTurn(
      async () => {
        const etag = versions.newestOf(item);
        versions.note({ ...item, etag }, await job({ ...item, etag }));
      },
      failure,
      item.key,
    );

  /** `item` is as it was before the move, at the version after it. */
  async function undo(item: Item): Promise<void> {
    await change(
      item,
      async (newest) => {
        if (item.instant !== null && item.instant <= Date.now()) {
          show({ title: "Not undone", description: "Its previous time has passed.", variant: "destructive" });
          return newest.etag;
        }
        const etag = await moveBack(api, newest);
        show({ title: "Move undone" });
        return etag;
      },
      UNDO_FAILURE,
    );
    await calendarChanged(client);
  }

  /** Moves an item to a time (epoch milliseconds); resolves when the calendar shows the stored time. */
  async function move(item: Item, at: number): Promise<void> {
    if (at === item.instant) return;
    if (!isMovable(item)) return show({ title: "It cannot be moved", description: whyFixed(item) });
    if (at <= Date.now()) {
      const description = `${whenWords(dayTime(at, zone))} has passed. Choose a later time.`;
      return show({ title: "This time is in the past", description, variant: "destructive" });
    }
    const shifted = { item, instant: at };
    setMoving((before) => [...before.filter((one) => one.item.key !== item.key), shifted]);
    await change(
      item,
      async (newest) => {
        const etag = await moveTo(api, newest, at);
        show({
          title: item.kind === "draft" ? "Article scheduled" : "Moved",
          description: `“${item.title}”: ${whenWords(dayTime(at, zone))}`,
          action: { label: "Undo", run: () => void undo({ ...item, etag }) },
        });
        return etag;
      },
      FAILURE,
    );
    await calendarChanged(client);
    setMoving((before) => before.filter((one) => one !== shifted));
  }
  return { move, moving };
}

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
    if (grabbed) hold(null, grabbed.item, `“${grabbed.item.title}” was not moved.`);
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
