import { backoff, spread } from "#shared/retry.ts";

/**
 * A background job. `run` is called `every` that many milliseconds after its last end, never twice at the same time;
 * the signal is aborted when the process stops, and long runs should end early then.
 */
export type Job = {
  name: string;
  /** What it does, for the list of jobs in the admin area; without it the list does not name the job. */
  title?: string;
  every: number;
  run: (signal: AbortSignal) => Promise<void>;
  /** Only one process runs it. Running twice would waste work, no more. */
  alone?: true;
};

type Log = Record<"info" | "warn", (details: object, message: string) => void>;

type Scheduler = {
  /** Starts no further run, and resolves when running jobs have ended. */
  stop: () => Promise<void>;
};

/** Maximum backoff after failures, in milliseconds, unless the job's own interval is longer. */
const MAX_FAILURE_PAUSE_MS = 4_000;

/**
 * The delay before the next run, in milliseconds, after a number of failures in a row. Half of the backoff is random
 * (`random`, 0 to 1), so that processes that failed together do not retry together.
 */
export function pauseAfter(failures: number, every: number, random: number): number {
  if (failures === 0) return every;
  return Math.max(every, spread(backoff({ first: 2 * every, max: MAX_FAILURE_PAUSE_MS }, failures), random));
}

/**
 * Runs jobs until it is stopped. A failure is logged when it starts, when it changes, and when it is over: a persistent
 * failure does not fill the log.
 */
export function startJobs(jobs: Job[], log: Log, random: () => number = Math.random): Scheduler {
  const stopping = new AbortController();
  const stops = jobs.map((job) => repeat(job, stopping.signal, log, random));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** Runs one job repeatedly; returns a function that clears its timer and waits for its end. */
function repeat({ name, every, run }: Job, signal: AbortSignal, log: Log, random: () => number) {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let failures = 0;
  let lastMessage: string | undefined;

  const runOnce = async () => {
    try {
      await run(signal);
      if (failures > 0) log.info({ job: name, failures }, "a job recovered");
      failures = 0;
      lastMessage = undefined;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const { message } = error as Error;
      if (message !== lastMessage) log.warn({ job: name, err: error }, "a job failed and will be retried");
      lastMessage = message;
    }
  };
  const plan = () => {
    const start = () => {
      running = runOnce().then(() => {
        if (!signal.aborted) plan();
      });
    };
    // A job alone does not keep the process alive.
    timer = setTimeout(start, pauseAfter(failures, every, random())).unref();
  };
  plan();
  return () => {
    clearTimeout(timer);
    return running;
  };
}
