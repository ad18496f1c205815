import { useEffect, useEffectEvent, useRef, useState } from "react";

/** A message between the tabs of a browser that have the same row open. */
type Message = { from: string; is: "open" | "here" | "gone" | "stored" };

/** Delay before reading another tab's change, so that typing here is noticed first. Milliseconds. */
const READ_DELAY_MS = 500;

/**
 * Tracks the other tabs of this browser that have the row `name` open; null tracks none. `onStored`: another tab has
 * stored something. Returns whether there are any, and a function that announces that this tab has stored something.
 */
export function useOtherTabs(name: string | null, onStored: () => void) {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const channel = useRef<BroadcastChannel>(null);
  const [self] = useState(() => Math.random().toString(36).slice(2));
  const stored = useEffectEvent(onStored);
  useEffect(() => {
    if (name === null) return;
    const opened = new BroadcastChannel(`jarida-form:${name}`);
    channel.current = opened;
    let timer: number | undefined;
    const post = (is: Message["is"]) => opened.postMessage({ from: self, is } satisfies Message);
    opened.onmessage = ({ data: { from, is } }: MessageEvent<Message>) => {
      setOthers((now) => new Set([...now, from].filter((tab) => tab !== from || is !== "gone")));
      if (is === "open") post("here");
      if (is !== "stored") return;
      window.clearTimeout(timer);
      timer = window.setTimeout(stored, READ_DELAY_MS);
    };
    post("open");
    const leave = () => post("gone");
    // Restored from the back/forward cache.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && post("open");
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", comeBack);
    return () => {
      leave();
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", comeBack);
      window.clearTimeout(timer);
      opened.close();
      channel.current = null;
      setOthers(new Set());
    };
  }, [name, self]);
  return {
    hasOthers: others.size > 0,
    announce: () => channel.current?.postMessage({ from: self, is: "stored" } satisfies Message),
  };
}

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
  // Locks may be forbidden; then storage is too, and other tabs find nothing.
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
      // Without storage, other tabs find nothing.
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

/** The held names that start with a prefix, across this browser's tabs. */
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
