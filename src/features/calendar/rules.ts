import { DAY } from "#shared/time.ts";
/** The longest stretch that one call shows: a month with the weeks around it. Milliseconds. */
export const MAX_RANGE_MS = 50 * DAY;

/** How many entries of a kind one call returns. */
export const MAX_ENTRIES = 1_000;
