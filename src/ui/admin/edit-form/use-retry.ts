import { useEffect, useRef, useState } from "react";

/** Delay before the first retry after a failure, in milliseconds, doubled for each further one … */
const FIRST_RETRY_MS = 3_000;
/** … up to this maximum. */
const MAX_RETRY_MS = 60_000;

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
  const [retry] = useState(() => {
    let timer: number | undefined;
    let tries = 0;
    const isOn = () => timer !== undefined;
    const clear = () => {
      window.clearTimeout(timer);
      timer = undefined;
    };
    const now = () => {
      clear();
      latest.current();
    };
    return {
      now: () => isOn() && now(),
      schedule() {
        clear();
        timer = window.setTimeout(now, Math.min(FIRST_RETRY_MS * 2 ** tries, MAX_RETRY_MS));
        tries++;
        setIsWaiting(true);
      },
      stop() {
        clear();
        tries = 0;
        setIsWaiting(false);
      },
      clear,
    };
  });
  useEffect(() => {
    window.addEventListener("online", retry.now);
    return () => {
      window.removeEventListener("online", retry.now);
      retry.clear();
    };
  }, [retry]);
  return { isWaiting, schedule: retry.schedule, stop: retry.stop };
}
