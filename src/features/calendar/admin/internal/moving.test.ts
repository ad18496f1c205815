import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { apiError } from "#test/support/api-error.ts";
import { useMoving } from "../handling.ts";
import type { Item } from "../items.ts";

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
