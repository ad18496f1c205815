import { expect, onTestFinished, test, vi } from "vitest";
import type { TakenMail } from "../leases.ts";
import { type LaneParts, REWRITE_INTERVAL_MS, runLane } from "./lane.ts";

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
