import { useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "#shared/api-client.ts";

/** Responses of a proxy or the server while it is temporarily unavailable. */
const AWAY = [502, 503, 504];
/** Also unrelated to the content: the session has expired, or storage is temporarily full. */
const PASSING = [...AWAY, 401, 429, 507];

const isOneOf = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && statuses.includes(error.status));

/** Whether the server could not be reached, so that the outcome is unknown. */
export const isAway = (error: unknown): boolean => isOneOf(error, AWAY);

/** Whether an automatic request may succeed later. */
export const isPassing = (error: unknown): boolean => isOneOf(error, PASSING);

/** Whether the server failed for an unknown reason, which says nothing about what was sent. */
export const isFault = (error: unknown): boolean => error instanceof ApiError && error.status === 500;

/** Delay before the first retry after a failure, in milliseconds, doubled for each further one … */
const FIRST_RETRY_MS = 3_000;
/** … up to this maximum. */
const MAX_RETRY_MS = 60_000;

/**
 * Retries `run` until stopped, which schedules the next retry itself if it fails again. `report` is called with whether
 * a retry is pending.
 */
export function createRetry(run: () => void, report?: (isWaiting: boolean) => void) {
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
     * Retries immediately if one is pending, because the browser reports that it is online. The connection often works only
     * moments later, so delays restart with the shortest.
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
      report?.(true);
    },
    stop() {
      clear();
      tries = 0;
      report?.(false);
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
