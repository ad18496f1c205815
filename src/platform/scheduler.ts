/**
 * Work that a process does by itself. `run` is called `every` so many milliseconds after its last end, never twice at
 * once; the signal is aborted when the process stops, and what takes long ends early then.
 */
export type Job = { name: string; every: number; run: (signal: AbortSignal) => Promise<void> };

type Log = Record<"info" | "warn", (details: object, message: string) => void>;

type Scheduler = {
  /** Begins nothing more, and resolves when what is running has ended. */
  stop: () => Promise<void>;
};

/** After failures a job is left alone for longer and longer, up to this unless its own pause is longer; milliseconds. */
const MAX_FAILURE_PAUSE_MS = 4_000;

/**
 * The pause before the next run, in milliseconds, after so many failures in a row. Half of what failures add is left to
 * chance (`random`, 0 to 1), so that processes that failed together do not come back together.
 */
export function pauseAfter(failures: number, every: number, random: number): number {
  if (failures === 0) return every;
  const backoff = Math.min(MAX_FAILURE_PAUSE_MS, every * 2 ** Math.min(failures, 20));
  return Math.max(every, backoff * (0.5 + random / 2));
}

/**
 * Runs jobs until it is stopped. A failure is logged when it begins, when it becomes another one, and when it is over:
 * what goes on failing fills no log.
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

/** Runs one job again and again; answers what clears its timer and waits for its end. */
function repeat({ name, every, run }: Job, signal: AbortSignal, log: Log, random: () => number) {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let failures = 0;
  let lastMessage: string | undefined;

  const runOnce = async () => {
    try {
      await run(signal);
      if (failures > 0) log.info({ job: name, failures }, "a job works again");
      failures = 0;
      lastMessage = undefined;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const { message } = error as Error;
      if (message !== lastMessage) log.warn({ job: name, err: error }, "a job failed and is tried again");
      lastMessage = message;
    }
  };
  const plan = () => {
    const start = () => {
      running = runOnce().then(() => {
        if (!signal.aborted) plan();
      });
    };
    // No job keeps a process alive that nothing else does.
    timer = setTimeout(start, pauseAfter(failures, every, random())).unref();
  };
  plan();
  return () => {
    clearTimeout(timer);
    return running;
  };
}
