import { backoff, retry, spread } from "#shared/retry.ts";

/** Delays between tries to get a lock that another process holds. */
const DELAYS = { first: 2, max: 30 };

/** Queues the writers of one process, first come, first served. */
export type WriteLock = {
  /** Waits for its turn; the returned function ends the turn, and may be called more than once. */
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
 * Retries synchronous work while another process holds the lock it needs, by timers, so that the event loop keeps
 * running. After `deadline` (of `performance.now()`) SQLite's error is thrown. There is always one try, so that waiting
 * for writers of this process alone never fails.
 */
export function retryWhileBusy<Result>(work: () => Result, deadline: number): Promise<Result> {
  const isTemporary = (error: unknown) => isBusy(error) && performance.now() < deadline;
  return retry({ isTemporary, delay: (failures) => spread(backoff(DELAYS, failures)) }, work);
}

/** Whether an error means that another process holds a lock; SQLITE_PROTOCOL: too many processes raced for it. */
export function isBusy(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && (code.startsWith("SQLITE_BUSY") || code === "SQLITE_PROTOCOL");
}
