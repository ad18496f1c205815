import { LRUCache } from "lru-cache";

/**
 * A cache of at most `max` values, which forgets the one that was longest unused. It grows with what it holds: a cache
 * made with lru-cache's `max` takes all its room at once, two milliseconds of processor time for twenty thousand values.
 */
export const boundedCache = <Key extends {}, Value extends {}>(max: number) =>
  new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1 });
