import { setTimeout as sleep } from "node:timers/promises";

/** Waiting times between two tries to get a lock that another process holds, in milliseconds; the last is repeated. */
const RETRY_DELAYS = [1, 2, 5, 10, 20];

/** Lets the writers of one process work one after another, in the order they came. */
export type WriteLock = {
  /** Waits for one's turn; the answer ends it, and may be called more than once. */
  take: () => Promise<() => void>;
};

export function createWriteLock(): WriteLock {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return resolve;
    },
  };
}

/**
 * Repeats synchronous work while another process holds the lock it needs, by timers, so that the event loop goes on.
 * After `deadline` (of `performance.now()`) SQLite's error is thrown. There is always one try: who only waited for
 * writers of this process is not too late.
 */
export async function retryWhileBusy<Result>(work: () => Result, deadline: number): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    const delay = RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 0;
    // Spread, so that two processes do not meet again and again.
    await sleep(delay * (0.5 + Math.random()));
  }
}

/** Whether an error says that another process holds a lock; SQLITE_PROTOCOL: many have raced for it. */
export function isBusy(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && (code.startsWith("SQLITE_BUSY") || code === "SQLITE_PROTOCOL");
}
