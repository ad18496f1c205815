/** Delays between attempts, in milliseconds: `first`, times `factor` (2) after each further failure, up to `max`. */
export type Backoff = { first: number; max?: number; factor?: number };

/** The delay after this many failures in a row. */
export const backoff = ({ first, max = Number.POSITIVE_INFINITY, factor = 2 }: Backoff, failures: number): number =>
  Math.min(max, first * factor ** (failures - 1));

/** Makes half of a delay random (`random`, 0 to 1), so that processes that failed together do not retry together. */
export const spread = (delay: number, random = Math.random()): number => delay * (0.5 + random / 2);

type RetryOptions = {
  /** The maximum number of attempts. */
  attempts?: number;
  isTemporary: (error: unknown) => boolean;
  /** The delay in milliseconds after this many failures; none if missing. */
  delay?: (failures: number) => number;
};

/** Repeats work after temporary errors. Throws the last error unchanged. */
export async function retry<T>({ attempts, isTemporary, delay }: RetryOptions, work: () => T | Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (failures === attempts || !isTemporary(error)) throw error;
    }
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay(failures)));
  }
}
