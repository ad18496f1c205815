import { LRUCache } from "lru-cache";

/** The share of the bytes for what has been asked for again; the rest is for what is new. */
const GUARDED_SHARE = 0.8;

type Entry<Value> = { value: Value; size: number };

/**
 * A cache bounded in bytes that one passing crowd cannot empty (segmented LRU): what comes in is on probation, and only
 * what is asked for again moves to the larger, guarded part. A crawler that reads each address once thus evicts only
 * what nobody has read twice. `onDrop` is told of each key that is no longer held.
 */
export function createSegmentedCache<Value>(maxBytes: number, onDrop: (value: Value) => void) {
  const maxProbation = Math.floor(maxBytes * (1 - GUARDED_SHARE));
  const isEvicted = (reason: LRUCache.DisposeReason) => reason === "evict";
  const probation = new LRUCache<string, Entry<Value>>({
    maxSize: maxProbation,
    sizeCalculation: ({ size }) => size,
    dispose: ({ value }, _key, reason) => isEvicted(reason) && onDrop(value),
  });
  const guarded = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes - maxProbation,
    sizeCalculation: ({ size }) => size,
    // What the guarded part has no room for gets a second chance.
    dispose: (entry, key, reason) => isEvicted(reason) && add(probation, key, entry),
  });

  const add = (part: typeof probation, key: string, entry: Entry<Value>) => {
    part.set(key, entry);
    // Too large for the part.
    if (!part.has(key)) onDrop(entry.value);
  };

  return {
    get(key: string): Value | undefined {
      const held = guarded.get(key);
      if (held) return held.value;
      const entry = probation.get(key);
      if (!entry) return undefined;
      probation.delete(key);
      add(guarded, key, entry);
      return entry.value;
    },
    /** Looks without counting as a use. */
    peek: (key: string): Value | undefined => (guarded.peek(key) ?? probation.peek(key))?.value,
    /** Takes in a value or replaces one, which stays where it was. `size` in bytes. */
    set: (key: string, value: Value, size: number) => add(guarded.has(key) ? guarded : probation, key, { value, size }),
    delete(key: string): void {
      guarded.delete(key);
      probation.delete(key);
    },
    bytes: () => guarded.calculatedSize + probation.calculatedSize,
    count: () => guarded.size + probation.size,
  };
}
