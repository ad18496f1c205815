/** The source of time, in epoch milliseconds; tests set their own. */
export type Clock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };
