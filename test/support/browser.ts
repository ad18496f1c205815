import { vi } from "vitest";

/**
 * The parts of a browser that Node lacks, for tests of what runs in one. They are globals of the test's file: undo them
 * with `vi.unstubAllGlobals`. Locks, events, forms and responses are Node's own.
 */

/** Local storage. While `refuses` is set it takes nothing, as where it is full. */
export function stubStorage(): Storage & { refuses: boolean } {
  const values = new Map<string, string>();
  const storage = {
    refuses: false,
    get length() {
      return values.size;
    },
    key: (at: number) => [...values.keys()][at] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (storage.refuses) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  };
  vi.stubGlobal("localStorage", storage);
  return storage;
}

/** The window, with the timers of the test. `listeners` counts those that wait. */
export function stubWindow() {
  const target = new EventTarget();
  const waiting = new Set<unknown>();
  const window = {
    listeners: () => waiting.size,
    addEventListener(type: string, listener: EventListener) {
      waiting.add(listener);
      target.addEventListener(type, listener);
    },
    removeEventListener(type: string, listener: EventListener) {
      waiting.delete(listener);
      target.removeEventListener(type, listener);
    },
    dispatchEvent: (event: Event) => target.dispatchEvent(event),
    setTimeout: (run: () => void, wait: number) => setTimeout(run, wait),
    clearTimeout: (timer: number | undefined) => clearTimeout(timer),
  };
  vi.stubGlobal("window", window);
  return window;
}

/** An access or refresh token as the browser reads it: only who it belongs to matters there. */
export const tokenOf = (account: number, serial: string | number = 1): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part({ sub: account, serial })}.signature`;
};

/** Values as the browser stores them: copies, but for files, which Node would turn into mere bytes. */
const stored = (value: unknown): unknown => (value instanceof File ? value : structuredClone(value));

type Range = { lower: string; upper: string };
const isIn = (key: string, { lower, upper }: Range) => lower <= key && key <= upper;

/**
 * The part of IndexedDB that one store of keys and values needs. What it `refuses` is undone, as where the disk is full: everything, or pictures alone, which
 * are large; while `isForbidden` is, nothing opens. Changes wait until the disk is `free`.
 */
export function stubIndexedDb() {
  const rows = new Map<string, unknown>();
  const database = {
    rows,
    refuses: false as boolean | "pictures",
    isForbidden: false,
    changes: [] as string[][],
    /** How many changes were begun: they are made in that order, even when the page is gone. */
    begun: 0,
    free: Promise.resolve(),
  };
  type Request = { result?: unknown; error?: Error; onsuccess?: () => void; onerror?: () => void };
  const request = (result: unknown, error?: Error): Request => {
    const made: Request = error ? { error } : { result };
    queueMicrotask(() => (error ? made.onerror : made.onsuccess)?.());
    return made;
  };
  const open = () => {
    const staged: { key: string; isPut: boolean; apply: () => void }[] = [];
    const transaction: { error?: Error; oncomplete?: () => void; onabort?: () => void; commit: () => void } = {
      commit: () => {
        database.begun++;
        void database.free.then(() => {
          const isTooLarge =
            database.refuses === "pictures" && staged.some(({ key, isPut }) => isPut && key.startsWith("picture:"));
          if (database.refuses === true || isTooLarge) {
            transaction.error = new DOMException("full", "QuotaExceededError");
            return transaction.onabort?.();
          }
          for (const { apply } of staged) apply();
          database.changes.push(staged.map(({ key }) => key));
          transaction.oncomplete?.();
        });
      },
    };
    return {
      transaction,
      get: (key: string) => request(rows.get(key)),
      getAllKeys: () => request([...rows.keys()]),
      getAll: () => request([...rows.values()]),
      put(value: unknown, key: string) {
        const copy = stored(value);
        staged.push({ key, isPut: true, apply: () => void rows.set(key, copy) });
      },
      delete(given: string | Range) {
        for (const key of typeof given === "string" ? [given] : [...rows.keys()].filter((key) => isIn(key, given)))
          staged.push({ key, isPut: false, apply: () => void rows.delete(key) });
      },
    };
  };
  vi.stubGlobal("IDBKeyRange", { bound: (lower: string, upper: string): Range => ({ lower, upper }) });
  const handle = { transaction: () => ({ objectStore: open }) };
  const forbidden = () => new DOMException("forbidden", "SecurityError");
  vi.stubGlobal("indexedDB", {
    open: () => (database.isForbidden ? request(undefined, forbidden()) : request(handle)),
  });
  return database;
}
