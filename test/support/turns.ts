import { setImmediate as nextTurn } from "node:timers/promises";
import { costOf } from "./cpu-time.ts";

/**
 * What some work costs those who wait beside it: how many turns the event loop made, and the longest of them, in
 * milliseconds of CPU time.
 */
export async function turnsDuring(work: Promise<unknown>): Promise<{ turns: number; longest: number }> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  let turns = 0;
  let longest = 0;
  while (!isDone) {
    longest = Math.max(longest, await costOf(nextTurn));
    turns += 1;
  }
  await ended;
  return { turns, longest };
}
