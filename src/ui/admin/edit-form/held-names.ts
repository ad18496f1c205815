/** Without locks: how often a tab says that it holds a name, and after how long a silent one counts as closed. Milliseconds. */
const BEAT_MS = 3_000;
const SILENT_MS = 15_000;

const locksOf = () => (typeof navigator === "undefined" ? undefined : navigator.locks);

/**
 * Holds a name until the tab releases it, is closed or crashes, so that other tabs of the browser leave alone what it stands
 * for. Where the browser has no locks, as on sites without https, the tab repeats in `localStorage` that it is open.
 */
export function holdName(name: string): () => Promise<void> {
  const locks = locksOf();
  if (!locks) return repeatName(name);
  const released = Promise.withResolvers<void>();
  // Locks may be forbidden, as in a page that may store nothing: other tabs find nothing of it either.
  const held = locks.request(name, { mode: "shared" }, () => released.promise).catch(() => undefined);
  return async () => {
    released.resolve();
    await held;
  };
}

function repeatName(name: string): () => Promise<void> {
  const beat = () => {
    try {
      localStorage.setItem(name, String(Date.now()));
    } catch {
      // Nothing is kept that other tabs could find.
    }
  };
  beat();
  const timer = window.setInterval(beat, BEAT_MS);
  return async () => {
    window.clearInterval(timer);
    try {
      localStorage.removeItem(name);
    } catch {
      // Nothing was stored.
    }
  };
}

/** The names with a prefix that tabs of this browser hold. */
export async function heldNames(prefix: string): Promise<Set<string>> {
  const locks =
    (
      await locksOf()
        ?.query()
        .catch(() => undefined)
    )?.held ?? [];
  const names = [...locks.map(({ name = "" }) => name), ...repeatedNames()];
  return new Set(names.filter((name) => name.startsWith(prefix)));
}

function repeatedNames(): string[] {
  try {
    const since = Date.now() - SILENT_MS;
    return Object.entries(localStorage).flatMap(([name, at]) => (Number(at) > since ? [name] : []));
  } catch {
    return [];
  }
}

/** How often names of other tabs are checked, in milliseconds. */
const CHECK_MS = 1_000;

/**
 * Calls `onReleased` once other tabs have released a name: a tab that closes or crashes notifies nobody, and its locks last
 * a little longer. `heldOf` returns which names are held. Returns a function that adds names.
 */
export function watchNames(
  heldOf: (names: string[]) => Promise<ReadonlySet<string>>,
  onReleased: () => void,
): (names: Iterable<string>) => void {
  const watched = new Set<string>();
  let isScheduled = false;
  async function check(): Promise<void> {
    const held = await heldOf([...watched]);
    const released = [...watched].filter((name) => !held.has(name));
    for (const name of released) watched.delete(name);
    isScheduled = false;
    schedule();
    if (released.length > 0) onReleased();
  }
  function schedule(): void {
    if (isScheduled || watched.size === 0) return;
    isScheduled = true;
    window.setTimeout(() => void check(), CHECK_MS);
  }
  return (names) => {
    for (const name of names) watched.add(name);
    schedule();
  };
}
