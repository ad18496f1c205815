import cluster, { type Worker } from "node:cluster";
import { relayChanges } from "./siblings.ts";

/** A worker that dies within this time of its start is not restarted immediately, in milliseconds. */
const MIN_UPTIME_MS = 2_000;
/** How often a worker reports that it is alive, in milliseconds, and how many reports it may miss. */
const ALIVE_INTERVAL_MS = 2_000;
const MAX_SILENCES = 10;
/** How long after a signal the remaining workers are killed, in milliseconds: after their own limit. */
const STOP_TIMEOUT_MS = 9_600;

type Alive = { alive: true };
const ALIVE: Alive = { alive: true };

type WorkerKeys = { SECRET_KEY: string; SECRET_KEY_PREVIOUS: string };

/** In a worker: a process whose event loop hangs neither responds nor exits. */
export function reportAlive(): void {
  setInterval(() => void process.send?.(ALIVE, undefined, undefined, () => undefined), ALIVE_INTERVAL_MS).unref();
}

/**
 * Runs `count` worker processes on one port (WEB_CONCURRENCY) until a signal arrives; a worker that dies, or hangs for
 * twenty seconds, is replaced. If the first ones cannot even listen, all are stopped and the exit code is theirs.
 * `onServing` is called once, when all of them listen. `keys` are variables for all: a replaced worker must not sign
 * with a rotated key that the others do not know yet.
 */
export function superviseWorkers(count: number, keys: WorkerKeys, onServing: () => void): void {
  let stopping = false;
  let listening = 0;
  const workers = new Map<Worker, { startedAt: number; silences: number }>();
  const start = () => {
    if (!stopping) workers.set(cluster.fork(keys), { startedAt: Date.now(), silences: 0 });
  };

  const signalAll = (signal: NodeJS.Signals) => {
    for (const worker of workers.keys()) worker.process.kill(signal);
  };
  const stop = () => {
    if (stopping) return;
    stopping = true;
    if (workers.size === 0) process.exit();
    signalAll("SIGTERM");
    setTimeout(() => signalAll("SIGKILL"), STOP_TIMEOUT_MS).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  process.on("disconnect", stop);

  relayChanges(() => workers.keys());
  cluster.on("message", (worker, message: Partial<Alive>) => {
    const state = workers.get(worker);
    if (state && message.alive) state.silences = 0;
  });
  // Counted rather than timed: a machine that was asleep has missed no report.
  setInterval(() => {
    for (const [worker, state] of workers) {
      if (!worker.isConnected() || state.silences < MAX_SILENCES) state.silences += 1;
      else worker.process.kill("SIGKILL");
    }
  }, ALIVE_INTERVAL_MS).unref();
  cluster.on("listening", () => {
    listening += 1;
    if (listening === count) onServing();
  });
  cluster.on("exit", (worker, code) => {
    const age = Date.now() - (workers.get(worker)?.startedAt ?? 0);
    workers.delete(worker);
    if (!stopping && listening < count) {
      process.exitCode = code || 1;
      stop();
    }
    if (stopping) {
      if (workers.size === 0) process.exit();
      return;
    }
    setTimeout(start, age < MIN_UPTIME_MS ? MIN_UPTIME_MS : 0);
  });
  for (let number = 0; number < count; number += 1) start();
}
