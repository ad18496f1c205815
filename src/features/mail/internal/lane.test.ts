import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Settlement, TakenMail } from "../leases.ts";
import {
  Journal,
  type LaneParts,
  MAX_BEGIN_WAIT_MS,
  MAX_OUTCOME_WAIT_MS,
  REWRITE_INTERVAL_MS,
  runLane,
} from "./lane.ts";

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

const mail = (id: number) => ({ id }) as TakenMail;

/** A lane over some mails that records what happens; tests may replace parts of it. */
function laneOver(
  ids: number[],
  replaced: (happened: string[], stopping: AbortController) => Partial<LaneParts> = () => ({}),
) {
  const happened: string[] = [];
  const stopping = new AbortController();
  const waiting = ids.map(mail);
  const parts: LaneParts = {
    taken: {
      next: async () => waiting.shift(),
      putBack: ({ id }) => void happened.push(`back ${id}`),
    },
    throttle: { isOpen: () => true },
    journal: {
      settle: async ({ id }) => void happened.push(`settled ${id}`),
      waitFor: (written) => written,
    },
    deliver: async ({ id, to_email }) => {
      happened.push(`sent ${id}`);
      return { id, email: to_email, at: 0, state: "sent" };
    },
    onWriteFailure: () => undefined,
    signal: stopping.signal,
    ...replaced(happened, stopping),
  };
  return { happened, run: () => runLane(parts) };
}

test("mails are sent one after another, and each outcome is recorded", async () => {
  const { run, happened } = laneOver([1, 2, 3]);
  await run();
  expect(happened).toEqual(["sent 1", "settled 1", "sent 2", "settled 2", "sent 3", "settled 3"]);
});

test("an outcome is written while the next mail is sent, and before that one is recorded", async () => {
  const writes: (() => void)[] = [];
  const { run, happened } = laneOver([1, 2], (noted) => ({
    journal: {
      settle: ({ id }) =>
        new Promise((resolve) => {
          noted.push(`settling ${id}`);
          writes.push(resolve);
        }),
      waitFor: (written) => written,
    },
  }));
  const ended = run();
  await expect.poll(() => happened).toEqual(["sent 1", "settling 1", "sent 2"]);
  writes[0]?.();
  await expect.poll(() => happened.at(-1)).toBe("settling 2");
  writes[1]?.();
  await ended;
});

test("a stop while a mail is being claimed puts it back unsent", async () => {
  const { run, happened } = laneOver([], (_noted, stopping) => ({
    taken: {
      async next() {
        stopping.abort();
        return mail(1);
      },
      putBack: ({ id }) => void _noted.push(`back ${id}`),
    },
  }));
  await run();
  expect(happened).toEqual(["back 1"]);
});

test("a stop while a mail is being sent records its outcome and claims no other", async () => {
  const { run, happened } = laneOver([1, 2], (noted, stopping) => ({
    async deliver({ id }) {
      stopping.abort();
      noted.push(`sent ${id}`);
      return { id, email: "", at: 0, state: "sent" };
    },
  }));
  await run();
  expect(happened).toEqual(["sent 1", "settled 1"]);
});

test("no mail is claimed for a server that is unreachable", async () => {
  let isOpen = true;
  const { run, happened } = laneOver([1, 2], (noted) => ({
    throttle: { isOpen: () => isOpen },
    async deliver({ id }) {
      isOpen = false;
      noted.push(`tried ${id}`);
      return { id, email: "", at: 0, state: "queued", error: "", retryAt: 0 };
    },
  }));
  await run();
  expect(happened).toEqual(["tried 1", "settled 1"]);
});

test("an outcome that cannot be written is retried until it is", async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let failures = 3;
  const onWriteFailure = vi.fn();
  const { run, happened } = laneOver([1], (noted) => ({
    onWriteFailure,
    journal: {
      async settle({ id }) {
        failures -= 1;
        if (failures >= 0) throw new Error("The database is away.");
        noted.push(`settled ${id}`);
      },
      waitFor: (written) => written,
    },
  }));
  const ended = run();
  await vi.advanceTimersByTimeAsync(3 * REWRITE_INTERVAL_MS);
  await ended;
  expect(happened).toEqual(["sent 1", "settled 1"]);
  expect(onWriteFailure).toHaveBeenCalledTimes(3);
});

test("a stop abandons what cannot be written", async () => {
  const { run, happened } = laneOver([1], (_noted, stopping) => ({
    journal: {
      async settle() {
        stopping.abort();
        throw new Error("The database is away.");
      },
      waitFor: (written) => written,
    },
  }));
  await run();
  expect(happened).toEqual(["sent 1"]);
});
