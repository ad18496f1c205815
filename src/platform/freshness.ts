import type { Database } from "#db/open.ts";
import type { ScopeList } from "#db/scopes.ts";
import type { Clock } from "./clock.ts";

export type FreshnessDeps = {
  clock: Clock;
  /** Nothing is current after something that it shows has changed. */
  database: Pick<Database, "contentVersion" | "changedSince">;
  /** When the next article appears or ends by time alone, in epoch milliseconds; null for never. */
  nextPublication: (now: number) => Promise<number | null>;
};

/** A value derived from content, with what decides how long it is current. */
export type Dated = {
  scopes: ScopeList;
  /** The content version up to which nothing that it shows has changed. */
  version: number;
  /** In epoch milliseconds. */
  madeAt: number;
  /** How long it is current while nothing changes, in milliseconds. */
  freshFor: number;
  /** When time alone makes it stale, in epoch milliseconds; null for never. */
  until: number | null;
};

/** Decides how long values derived from content are current. */
export function createFreshness({ clock, database, nextPublication }: FreshnessDeps) {
  // Valid for one version only: a new schedule is a change, and raises the version.
  let schedule = { version: -1, next: null as number | null };

  const isUnchanged = (made: Dated, version: number) => {
    if (made.version === version) return true;
    if (database.changedSince(made.version, made.scopes)) return false;
    // Looked up once per change, however often it is requested.
    made.version = version;
    return true;
  };

  return {
    /** Since when, and until when, a value created now is current. */
    async begin(): Promise<Pick<Dated, "version" | "madeAt" | "until">> {
      // Read before: a concurrent change makes the result stale, never a stale result current.
      const version = database.contentVersion();
      const now = clock.now();
      if (schedule.version !== version || (schedule.next !== null && schedule.next <= now))
        schedule = { version, next: await nextPublication(now) };
      return { version, madeAt: now, until: schedule.next };
    },
    /** Whether a value is current as of a content version; with `grace`, or was until so many milliseconds ago. */
    isFresh(made: Dated, version: number, grace = 0): boolean {
      const now = clock.now();
      const isYoung = now - made.madeAt < made.freshFor + grace && (made.until === null || now < made.until);
      return isYoung && isUnchanged(made, version);
    },
    isUnchanged,
  };
}
export type Freshness = ReturnType<typeof createFreshness>;

const readers = new WeakMap<object, () => number>();

/**
 * Returns a function that reads a database's content version once for all that ask in one turn of the event loop. Requests
 * of a turn had arrived before it started, so that none gets a response from before a change that its sender can know of.
 */
export function versionOfTurn(database: Pick<Database, "contentVersion">): () => number {
  const reader = readers.get(database) ?? oncePerTurn(() => database.contentVersion());
  readers.set(database, reader);
  return reader;
}

function oncePerTurn<T>(read: () => T): () => T {
  let known: { value: T } | undefined;
  const forget = () => {
    known = undefined;
  };
  return () => {
    if (!known) {
      known = { value: read() };
      setImmediate(forget);
    }
    return known.value;
  };
}
