/** Repeatable pseudo-random numbers: the same seed always gives the same picture. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** A real number from `min` to `max`. */
  range(min: number, max: number): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True with the given probability (0..1). */
  chance(probability: number): boolean;
  /** One of the items, each with equal probability. */
  pick<Item>(items: readonly Item[]): Item;
  /** A shuffled copy. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Hashes text to an unsigned 32-bit integer (FNV-1a with a final avalanche). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV alone leaves the low bits of similar slugs alike, and the low bits choose the composition.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates the generator (mulberry32) for a seed text. */
export function createRandom(seed: string): Random {
  let state = hashText(seed);

  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));

  return {
    next,
    integer,
    range: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: (items) => itemAt(items, Math.floor(next() * items.length)),
    shuffle: (items) => {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        const held = itemAt(copy, last);
        copy[last] = itemAt(copy, other);
        copy[other] = held;
      }
      return copy;
    },
  };
}

/** The item at an index modulo the length, so that every integer is a valid index of a non-empty list. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  if (items.length === 0) throw new RangeError("itemAt needs at least one item");
  const wrapped = ((index % items.length) + items.length) % items.length;
  return items[wrapped] as Item;
}
