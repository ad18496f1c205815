import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Settlement } from "../leases.ts";
import { Journal, MAX_BEGIN_WAIT_MS, MAX_OUTCOME_WAIT_MS } from "./journal.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const sent = (id: number): Settlement => ({ id, email: `${id}@example.com`, at: 0, state: "sent" });

/** A journal for `lanes` lanes, and what it wrote: ids of begins and of outcomes. */
function start(lanes: number, write: (begun: number[]) => Promise<Set<number>> = async (begun) => new Set(begun)) {
  const written: [begun: number[], settled: number[]][] = [];
  const journal = new Journal(
    async (begun, settled) => {
      written.push([begun, settled.map(({ id }) => id)]);
      return write(begun);
    },
    () => lanes,
  );
  return { journal, written };
}

test("a start is written at once if no other lane could join it", async () => {
  const { journal, written } = start(1);
  const begun = journal.begin(1);
  await vi.advanceTimersByTimeAsync(0);
  await begun;
  expect(written).toEqual([[[1], []]]);
});

test("starts of several lanes share one transaction, as soon as all are waiting", async () => {
  const { journal, written } = start(3);
  const begun = [journal.begin(1), journal.begin(2)];
  await vi.advanceTimersByTimeAsync(MAX_BEGIN_WAIT_MS - 1);
  expect(written).toEqual([]);
  begun.push(journal.begin(3));
  await vi.advanceTimersByTimeAsync(0);
  await Promise.all(begun);
  expect(written).toEqual([[[1, 2, 3], []]]);
});

test("a start waits for other lanes no longer than its limit", async () => {
  const { journal, written } = start(3);
  const begun = journal.begin(1);
  await vi.advanceTimersByTimeAsync(MAX_BEGIN_WAIT_MS);
  await begun;
  expect(written).toEqual([[[1], []]]);
});

test("an outcome is written with the next start, or alone if there is none", async () => {
  const { journal, written } = start(2);
  const settled = journal.settle(sent(1));
  await vi.advanceTimersByTimeAsync(MAX_BEGIN_WAIT_MS);
  expect(written).toEqual([]);
  const begun = journal.begin(2);
  await vi.advanceTimersByTimeAsync(MAX_BEGIN_WAIT_MS);
  await Promise.all([settled, begun]);
  expect(written).toEqual([[[2], [1]]]);
  const alone = journal.settle(sent(2));
  await vi.advanceTimersByTimeAsync(MAX_OUTCOME_WAIT_MS - 1);
  expect(written).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await alone;
  expect(written[1]).toEqual([[], [2]]);
});

test("what arrives during a write is written next, never at the same time", async () => {
  let atOnce = 0;
  let most = 0;
  const { journal, written } = start(2, async (begun) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 100));
    atOnce -= 1;
    return new Set(begun);
  });
  const first = journal.begin(1);
  await vi.advanceTimersByTimeAsync(MAX_BEGIN_WAIT_MS + 1);
  const second = journal.begin(2);
  await vi.advanceTimersByTimeAsync(500);
  await Promise.all([first, second]);
  expect(written).toEqual([
    [[1], []],
    [[2], []],
  ]);
  expect(most).toBe(1);
});

test("a start is rejected if another process has the mail by now", async () => {
  const { journal } = start(2, async () => new Set([1]));
  const begun = Promise.allSettled([journal.begin(1), journal.begin(2)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(await begun).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { fault: "later" } }]);
});

test("if a write fails, everyone waiting for it gets the error, and the next write is tried", async () => {
  let isAway = true;
  const { journal, written } = start(1, async (begun) => {
    if (isAway) throw new Error("The database is away.");
    return new Set(begun);
  });
  const failed = Promise.allSettled([journal.settle(sent(1)), journal.begin(2)]);
  await vi.advanceTimersByTimeAsync(0);
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  const again = journal.begin(2);
  await vi.advanceTimersByTimeAsync(0);
  await again;
  expect(written.at(-1)).toEqual([[2], []]);
});
