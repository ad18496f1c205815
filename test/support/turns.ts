import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * What some work costs those who wait beside it: how many turns the event loop made, and the longest of them, in
 * milliseconds of CPU time. Wall-clock time would measure the machine's other work too.
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
