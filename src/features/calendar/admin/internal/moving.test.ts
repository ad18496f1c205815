import type { DragEvent } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { apiError } from "#test/support/api-error.ts";
import { useDropTarget, useMoving } from "../handling.ts";
import { type DayTime, type Item, instantAt } from "../items.ts";

const ZONE = "Africa/Nairobi";
const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 60 * 60_000;
const item = (change: Partial<Item> = {}): Item => ({
  key: "article-3",
  kind: "article",
  id: 3,
  title: "Title",
  instant: NOW + HOUR,
  state: "scheduled",
  etag: '"1-a"',
  isOthers: false,
  isReadOnly: false,
  ...change,
});

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

describe("moving items", () => {
  /** A server that counts its versions, unless it rejects the change. */
  const start = (isRefused: (url: string) => boolean = () => false) => {
    let version = 1;
    const noted = noteCalls(({ url }) => {
      if (isRefused(url)) throw apiError("stale_version", "It was changed meanwhile.");
      version += 1;
      return { etag: `"${version}-x"` };
    });
    const { move } = hookResult(() => useMoving(ZONE), { api: noted.api });
    const sent = () => noted.calls.map(({ url, ifMatch }) => [/(\d+)/.exec(url)?.[1], ifMatch]);
    return { ...noted, move, sent };
  };

  test("each move of one that is still shown as it was begins where the one before it ended", async () => {
    const { move, sent, calls } = start();
    await Promise.all([2, 3, 4].map((hours) => move(item(), NOW + hours * HOUR)));
    expect(sent()).toEqual([
      ["3", '"1-a"'],
      ["3", '"2-x"'],
      ["3", '"3-x"'],
    ]);
    expect(calls.map(({ body }) => body)).toEqual(
      [2, 3, 4].map((hours) => ({ at: new Date(NOW + hours * HOUR).toISOString() })),
    );
  });

  test("a refused one stops the moves that were made on top of it, and none of other items", async () => {
    const { move, sent } = start((url) => url.includes("/3/"));
    const other = item({ key: "article-4", id: 4, etag: '"9-b"' });
    await Promise.all([move(item(), NOW + 2 * HOUR), move(item(), NOW + 3 * HOUR), move(other, NOW + 2 * HOUR)]);
    expect(sent()).toEqual([
      ["3", '"1-a"'],
      ["4", '"9-b"'],
    ]);
  });

  test.each([
    ["where it is already", item(), NOW + HOUR],
    ["to a time that is past", item(), NOW - 1],
    ["to this very moment", item(), NOW],
    ["that readers have seen", item({ state: "published" }), NOW + 2 * HOUR],
    ["that an editor decides about", item({ isOthers: true }), NOW + 2 * HOUR],
    ["that is a digest, which has a day of its own", item({ kind: "digest", id: 0 }), NOW + 2 * HOUR],
  ])("one is not sent: %s", async (_what, moved, at) => {
    const { move, calls } = start();
    await move(moved, at);
    expect(calls).toEqual([]);
  });
});

describe("dragging items onto cells", () => {
  const start = () => {
    const dropped: [number, DayTime][] = [];
    const refused: string[] = [];
    const target = hookResult(() =>
      useDropTarget({
        zone: ZONE,
        onDrop: ({ id }, to) => dropped.push([id, to]),
        onRefused: (reason) => refused.push(reason),
      }),
    );
    return { ...target, dropped, refused };
  };
  const drag = () => {
    const data: string[] = [];
    const event = {
      isPrevented: false,
      preventDefault: () => {
        event.isPrevented = true;
      },
      dataTransfer: { effectAllowed: "", setData: (_type: string, text: string) => data.push(text) },
    };
    return { event: event as typeof event & DragEvent, data };
  };
  const keepsMinute = (minute: number | undefined) => minute ?? 9 * 60;

  test("sets the day, and lets the cell say the minute, told what the newsroom's clock shows", () => {
    const { on, onDragStart, dropped } = start();
    onDragStart(item({ instant: instantAt({ day: "2026-11-24", minute: 605 }, ZONE) }), drag().event);
    on("2026-11-26", keepsMinute).onDrop(drag().event);
    onDragStart(item({ id: 7, kind: "draft", instant: null }), drag().event);
    on("2026-11-27", keepsMinute).onDrop(drag().event);
    expect(dropped).toEqual([
      [3, { day: "2026-11-26", minute: 605 }],
      [7, { day: "2026-11-27", minute: 540 }],
    ]);
  });

  test("what cannot be moved is not picked up, and the reason is told", () => {
    const { on, onDragStart, dropped, refused } = start();
    const { event, data } = drag();
    onDragStart(item({ state: "published" }), event);
    on("2026-11-26", keepsMinute).onDrop(drag().event);
    expect([event.isPrevented, data, dropped]).toEqual([true, [], []]);
    expect(refused).toEqual(["Published articles cannot be moved: readers have already seen them."]);
  });

  test("something else that is dragged over the calendar, as a file, is left to the browser", () => {
    const { on, dropped } = start();
    const [over, drop] = [drag().event, drag().event];
    const cell = on("2026-11-26", keepsMinute);
    cell.onDragOver(over);
    cell.onDrop(drop);
    expect([over.isPrevented, drop.isPrevented, dropped]).toEqual([false, false, []]);
  });

  test("one that was let go elsewhere is not dropped by the next drop", () => {
    const { on, onDragStart, onDragEnd, dropped } = start();
    onDragStart(item(), drag().event);
    const over = drag().event;
    on("2026-11-26", keepsMinute).onDragOver(over);
    expect(over.isPrevented).toBe(true);
    onDragEnd();
    on("2026-11-26", keepsMinute).onDrop(drag().event);
    expect(dropped).toEqual([]);
  });
});
