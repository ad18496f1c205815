import { LRUCache } from "lru-cache";

/**
 * A cache of at most `max` values, which drops the least recently used one. It grows with its content: lru-cache's
 * `max` would allocate all its memory immediately, which takes two milliseconds for twenty thousand values.
 */
export const boundedCache = <Key extends {}, Value extends {}>(max: number) =>
  new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1 });

/** Runs tasks with the same key one after another, in order of arrival; different keys do not wait for each other. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function inTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return mine;
  };
}

/**
 * Runs at most `max` tasks at the same time, the others in order of arrival. This bounds the memory that they hold
 * together.
 */
export function createSemaphore(max: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;

  const take = (): Promise<void> | undefined => {
    if (taken >= max) return new Promise((resolve) => waiting.push(resolve));
    taken += 1;
    return undefined;
  };
  /** The slot goes directly to the next in line, so that no new task overtakes it. */
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };

  return {
    /** Whether a task would start immediately. */
    isFree: () => taken < max,
    async run<T>(work: () => Promise<T>): Promise<T> {
      const turn = take();
      if (turn) await turn;
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
export type Semaphore = ReturnType<typeof createSemaphore>;
