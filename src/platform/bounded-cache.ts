import { LRUCache } from "lru-cache";

/**
 * A cache of at most `max` values, which drops the least recently used one. It grows with its content: lru-cache's
 * `max` would allocate all its memory immediately, which takes two milliseconds for twenty thousand values.
 */
export const boundedCache = <Key extends {}, Value extends {}>(max: number) =>
  new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1 });
