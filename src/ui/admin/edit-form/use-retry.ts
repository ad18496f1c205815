import { useEffect, useRef, useState } from "react";

/** Milliseconds to the first try after a failure; each further one waits twice as long … */
const FIRST_RETRY_MS = 3_000;
/** … but no longer than this. */
const MAX_RETRY_MS = 60_000;

export type Retry = {
  /** Whether something waits to be tried again. */
  isWaiting: boolean;
  /** Tries again later: as soon as the browser says that it is online, and after a while without its word. */
  schedule: () => void;
  stop: () => void;
};

/** Tries `run` again until it is told to stop. `run` schedules the next try itself where it fails again. */
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
