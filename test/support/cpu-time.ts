/**
 * What some work costs this process in all its threads, in milliseconds of CPU time. Wall-clock time would measure the
 * machine's other work too.
 */
export async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
