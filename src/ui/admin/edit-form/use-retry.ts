import { useEffect, useRef, useState } from "react";
import { createRetry } from "./retry.ts";

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
