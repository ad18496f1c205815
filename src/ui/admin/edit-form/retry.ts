import { useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "#shared/api-client.ts";

/** Responses of a proxy, or of the server itself, while it is away for a moment. */
const AWAY = [502, 503, 504];
/** Those that say nothing about what was sent either: the session has ended, or there is no room just now. */
const PASSING = [...AWAY, 401, 429, 507];

const isOneOf = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && statuses.includes(error.status));

/** Whether the server could not be reached: the failure says nothing about what was sent. */
export const isAway = (error: unknown): boolean => isOneOf(error, AWAY);

/** Whether a call that was not asked for may succeed later. */
export const isPassing = (error: unknown): boolean => isOneOf(error, PASSING);

/** Delay before the first retry after a failure, in milliseconds, doubled for each further one … */
const FIRST_RETRY_MS = 3_000;
/** … up to this maximum. */
const MAX_RETRY_MS = 60_000;

/**
 * Retries `run` until stopped, which schedules the next retry itself if it fails again. `report` is called with whether
 * a retry is pending.
 */
export function createRetry(run: () => void, report: (isWaiting: boolean) => void) {
  let timer: number | undefined;
  let tries = 0;
  const clear = () => {
    window.clearTimeout(timer);
    timer = undefined;
  };
  const retry = () => {
    clear();
    run();
  };
  return {
    /**
     * Retries at once if one is pending: the browser reports that it is online. The line is often usable only some
     * moments later, so that delays begin with the shortest again.
     */
    now() {
      if (timer === undefined) return;
      tries = 0;
      retry();
    },
    schedule() {
      clear();
      timer = window.setTimeout(retry, Math.min(FIRST_RETRY_MS * 2 ** tries, MAX_RETRY_MS));
      tries++;
      report(true);
    },
    stop() {
      clear();
      tries = 0;
      report(false);
    },
    clear,
  };
}

export type Retry = {
  /** Whether a retry is pending. */
  isWaiting: boolean;
  /** Schedules a retry: as soon as the browser reports that it is online, or after a delay. */
  schedule: () => void;
  stop: () => void;
};

/** Retries `run` until stopped. `run` schedules the next retry itself if it fails again. */
export function useRetry(run: () => void): Retry {
  const [isWaiting, setIsWaiting] = useState(false);
  const latest = useRef(run);
  latest.current = run;
  const [retry] = useState(() => createRetry(() => latest.current(), setIsWaiting));
  useEffect(() => {
    window.addEventListener("online", retry.now);
    return () => {
      window.removeEventListener("online", retry.now);
      retry.clear();
    };
  }, [retry]);
  return { isWaiting, schedule: retry.schedule, stop: retry.stop };
}
