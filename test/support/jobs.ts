import type { Job } from "#platform/scheduler.ts";

/** Runs the job of a name, as the scheduler would. */
export async function runJob(jobs: Job[], name: string): Promise<void> {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`There is no job "${name}", but ${jobs.map((one) => one.name).join(", ")}.`);
  await job.run(new AbortController().signal);
}
