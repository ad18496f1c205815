import cluster, { type Worker } from "node:cluster";

/** A worker that dies within this time of its start is not restarted at once, in milliseconds. */
const SHORT_LIFE_MS = 2_000;

/**
 * Runs `count` worker processes on one port (WEB_CONCURRENCY) until a signal arrives; a worker that dies is replaced.
 * If the first ones cannot even listen, all are stopped and the exit code is theirs. `onServing` is called once, when
 * all of them listen.
 */
export function superviseWorkers(count: number, onServing: () => void): void {
  let stopping = false;
  let listening = 0;
  const startedAt = new Map<Worker, number>();
  const start = () => startedAt.set(cluster.fork(), Date.now());

  const stop = () => {
    if (stopping) return;
    stopping = true;
    for (const worker of startedAt.keys()) worker.process.kill("SIGTERM");
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  process.on("disconnect", stop);

  cluster.on("listening", () => {
    listening += 1;
    if (listening === count) onServing();
  });
  cluster.on("exit", (worker, code) => {
    const age = Date.now() - (startedAt.get(worker) ?? 0);
    startedAt.delete(worker);
    if (!stopping && listening < count) {
      process.exitCode = code || 1;
      stop();
    }
    if (stopping) {
      if (startedAt.size === 0) process.exit();
      return;
    }
    setTimeout(start, age < SHORT_LIFE_MS ? SHORT_LIFE_MS : 0);
  });
  for (let number = 0; number < count; number += 1) start();
}
