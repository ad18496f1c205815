/** Debounce of autosaves and their maximum delay, in milliseconds. */
const PAUSE_MS = 1_200;
const MAX_WAIT_MS = 8_000;

/** Runs an autosave after a pause in typing, at the latest `MAX_WAIT_MS` after the first unsaved change. */
export function createPause(run: () => void) {
  let timer: number | undefined;
  /** The time of the oldest unsaved change. */
  let since: number | null = null;
  const clear = () => window.clearTimeout(timer);
  return {
    clear,
    /** Notes a change; nothing runs by itself unless `isOn`. */
    touch(isOn: boolean) {
      since ??= Date.now();
      clear();
      const delay = Math.min(PAUSE_MS, Math.max(0, since + MAX_WAIT_MS - Date.now()));
      if (isOn) timer = window.setTimeout(run, delay);
    },
    /** Called when all changes so far are about to be saved. */
    restart() {
      since = null;
    },
  };
}
