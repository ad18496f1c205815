import { LRUCache } from "lru-cache";
import type { Dated } from "./freshness.ts";
import { bytesOf, type CachedResponse } from "./response-forms.ts";

/** The share of the bytes for responses that were requested again. */
const GUARDED_SHARE = 0.8;

type Sized<Value> = { key: string; value: Value; size: number };

/**
 * A cache bounded in bytes that a single crawl cannot empty (segmented LRU): new values are on probation, and only
 * those used again move to the guarded part. A crawler that reads each address once thus evicts only what nobody has
 * read twice. Probation may use all that the guarded part leaves, and always has a fifth. Calls `onDrop` for each
 * evicted value.
 */
export function createSegmentedCache<Value>(maxBytes: number, onDrop: (value: Value) => void) {
  const maxGuarded = Math.floor(maxBytes * GUARDED_SHARE);
  const maxSize = maxBytes - maxGuarded;
  const probation = createPart<Value>();
  const guarded = createPart<Value>();
  const bytes = () => guarded.calculatedSize + probation.calculatedSize;

  const add = (part: typeof probation, entry: Sized<Value>) => {
    part.set(entry.key, entry);
    while (guarded.calculatedSize > maxGuarded) {
      const oldest = guarded.pop();
      // What the guarded part has no room for gets a second chance.
      if (oldest) probation.set(oldest.key, oldest);
    }
    while (bytes() > maxBytes) {
      const oldest = probation.pop();
      if (oldest) onDrop(oldest.value);
    }
  };
  const remove = (key: string) => {
    guarded.delete(key);
    probation.delete(key);
  };

  return {
    get(key: string): Value | undefined {
      const held = guarded.get(key);
      if (held) return held.value;
      const entry = probation.peek(key);
      if (!entry) return undefined;
      probation.delete(key);
      add(guarded, entry);
      return entry.value;
    },
    /** Does not count as a use. */
    peek: (key: string): Value | undefined => (guarded.peek(key) ?? probation.peek(key))?.value,
    /** Adds or replaces a value, which keeps its part; drops what is too large. `size` in bytes. */
    set(key: string, value: Value, size: number): void {
      if (size > maxSize) {
        remove(key);
        onDrop(value);
      } else add(guarded.has(key) ? guarded : probation, { key, value, size });
    },
    delete: remove,
    bytes,
    count: () => guarded.size + probation.size,
  };
}

/** Counts the bytes of its values, in the order of use. The caller bounds it. */
const createPart = <Value>() =>
  new LRUCache<string, Sized<Value>>({ maxSize: Number.MAX_SAFE_INTEGER, sizeCalculation: ({ size }) => size });

/** A response, with what decides how long it is served. */
export type Entry = Dated & {
  key: string;
  response: CachedResponse;
  /** The request targets that find it. */
  targets: string[];
};

const REQUESTS_SHARE = 0.25;
/** Targets that find one response; each further one replaces the oldest. */
const MAX_TARGETS = 8;
const MAX_TARGET_LENGTH = 300;
/** Responses at longer addresses are not cached. */
const MAX_KEY_LENGTH = 2_000;
const TARGET_BYTES = 200;

/**
 * Responses by key and by request target, bounded in bytes: the publication's own, whose number its editors decide, and
 * those that any client can multiply at will, which evict only each other.
 */
export function createResponseStore(maxBytes: number) {
  const keyOf = new Map<string, string>();
  const forget = ({ targets }: Entry) => {
    for (const target of targets) keyOf.delete(target);
  };
  const partitions = {
    pages: createSegmentedCache<Entry>(Math.floor(maxBytes * (1 - REQUESTS_SHARE)), forget),
    requests: createSegmentedCache<Entry>(Math.floor(maxBytes * REQUESTS_SHARE), forget),
  };
  const { pages, requests } = partitions;
  const put = (entry: Entry, partition: typeof pages) => {
    const ofTargets = entry.targets.reduce((sum, target) => sum + target.length + TARGET_BYTES, 0);
    partition.set(entry.key, entry, bytesOf(entry.response) + ofTargets + 2 * entry.key.length);
  };
  const partitionOf = (entry: Entry) => [pages, requests].find((one) => one.peek(entry.key) === entry);

  return {
    find: (key: string): Entry | undefined => pages.get(key) ?? requests.get(key),
    keyOf: (target: string): string | undefined => keyOf.get(target),
    /** Adds a response, or replaces the one with its key. */
    keep(entry: Entry, name: keyof typeof partitions): void {
      if (entry.key.length > MAX_KEY_LENGTH) return;
      partitions[name === "pages" ? "requests" : "pages"].delete(entry.key);
      put(entry, partitions[name]);
    },
    /** Updates the size of a response after another form of it was created. */
    recount(key: string, response: CachedResponse): void {
      const entry = pages.peek(key) ?? requests.peek(key);
      const partition = entry?.response === response ? partitionOf(entry) : undefined;
      if (entry && partition) put(entry, partition);
    },
    /** Lets this target find a response too, while it is cached. */
    addTarget(entry: Entry, target: string | undefined): void {
      if (target === undefined || target.length > MAX_TARGET_LENGTH || keyOf.get(target) === entry.key) return;
      const partition = partitionOf(entry);
      if (!partition) return;
      if (entry.targets.length >= MAX_TARGETS) keyOf.delete(entry.targets.shift() ?? "");
      entry.targets.push(target);
      keyOf.set(target, entry.key);
      put(entry, partition);
    },
    stats: () => ({
      bytes: pages.bytes() + requests.bytes(),
      entries: pages.count() + requests.count(),
      maxBytes,
    }),
  };
}
