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
