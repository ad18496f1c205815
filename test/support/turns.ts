import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * What some work costs those who wait beside it: how often the event loop came round, and the longest that it did not,
 * in milliseconds of processor time. Time on the wall would measure the machine's other work too.
 */
export async function turnsDuring(work: Promise<unknown>): Promise<{ turns: number; longest: number }> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  let turns = 0;
  let longest = 0;
  while (!isDone) {
    const before = process.cpuUsage();
    await nextTurn();
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    turns += 1;
  }
  await ended;
  return { turns, longest };
}
