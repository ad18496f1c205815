import { LRUCache } from "lru-cache";

/** The share of the bytes that what has been asked for again may take. */
const GUARDED_SHARE = 0.8;

type Entry<Value> = { key: string; value: Value; size: number };

/**
 * A cache bounded in bytes that one passing crowd cannot empty (segmented LRU): what comes in is on probation, and only
 * what is asked for again moves to the guarded part. A crawler that reads each address once thus evicts only what
 * nobody has read twice. What is on probation may take all that the guarded part leaves, and has a fifth for certain.
 * `onDrop` is called with each value that is no longer held.
 */
export function createSegmentedCache<Value>(maxBytes: number, onDrop: (value: Value) => void) {
  const maxGuarded = Math.floor(maxBytes * GUARDED_SHARE);
  const maxSize = maxBytes - maxGuarded;
  const probation = createPart<Value>();
  const guarded = createPart<Value>();
  const bytes = () => guarded.calculatedSize + probation.calculatedSize;

  const add = (part: typeof probation, entry: Entry<Value>) => {
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
    /** Looks without counting as a use. */
    peek: (key: string): Value | undefined => (guarded.peek(key) ?? probation.peek(key))?.value,
    /** Takes in a value or replaces one, which stays where it was; what takes too much is dropped. `size` in bytes. */
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

/** Counts the bytes of what it holds, in the order of use. Its bound is its owner's. */
const createPart = <Value>() =>
  new LRUCache<string, Entry<Value>>({ maxSize: Number.MAX_SAFE_INTEGER, sizeCalculation: ({ size }) => size });
