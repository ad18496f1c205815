import cluster, { type Worker } from "node:cluster";
import { Server } from "node:net";
import type { Database } from "#db/open.ts";
import { inheritedSocket, type ListeningSocket, socketOf } from "./listening.ts";
import { logLine } from "./log-line.ts";
import { HANDED_OVER, SOCKET_VARIABLE } from "./supervisor.ts";

/** How long a change waits for workers that do not respond, in milliseconds. */
const ANSWER_TIMEOUT_MS = 500;

/** From a worker: it has committed a version, or it knows the version it was asked about. */
type FromWorker = { changed: number; version: number } | { seen: number };
/** From the primary: whether a version is known; every other worker knows it. */
type FromPrimary = { ask: number; version: number } | { told: number };

/**
 * In a worker: a change is complete once all workers of this machine know of it, so that the next request sees it on
 * any of them. Only for engines on which other processes' changes arrive with a delay.
 */
export function informSiblings(database: Database): Database {
  const { contentReached } = database;
  if (!cluster.isWorker || !contentReached) return database;
  const waiting = new Map<number, () => void>();
  let number = 0;
  const tell = (message: FromWorker) => void process.send?.(message, undefined, undefined, () => undefined);
  process.on("message", (message: FromPrimary) => {
    if ("told" in message) waiting.get(message.told)?.();
    else if ("ask" in message) void contentReached(message.version).then(() => tell({ seen: message.ask }));
  });
  return {
    ...database,
    async contentChanged(change) {
      await database.contentChanged(change);
      number += 1;
      const changed = number;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ANSWER_TIMEOUT_MS);
        waiting.set(changed, () => {
          clearTimeout(timer);
          resolve();
        });
        tell({ changed, version: change.version });
      });
      waiting.delete(changed);
    },
  };
}

/** In the primary: asks all others about a worker's change, and notifies it once they know. */
export function relayChanges(workers: () => Iterable<Worker>): void {
  type Question = { from: Worker; changed: number; open: Set<Worker> };
  const questions = new Map<number, Question>();
  let number = 0;
  const send = (worker: Worker, message: FromPrimary) => {
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
  const settle = (ask: number, { from, changed, open }: Question) => {
    if (open.size > 0) return;
    questions.delete(ask);
    send(from, { told: changed });
  };
  cluster.on("message", (worker, message: FromWorker) => {
    if ("changed" in message) {
      const open = new Set([...workers()].filter((other) => other !== worker && other.isConnected()));
      number += 1;
      const question = { from: worker, changed: message.changed, open };
      questions.set(number, question);
      for (const other of open) send(other, { ask: number, version: message.version });
      settle(number, question);
    } else if ("seen" in message) {
      const question = questions.get(message.seen);
      question?.open.delete(worker);
      if (question) settle(message.seen, question);
    }
  });
  cluster.on("exit", (worker) => {
    for (const [ask, question] of questions) {
      if (question.from === worker) questions.delete(ask);
      else if (question.open.delete(worker)) settle(ask, question);
    }
  });
}

/** A worker that dies within this time of its start is not restarted immediately, in milliseconds. */
const MIN_UPTIME_MS = 2_000;
/** How often a worker reports that it is alive, in milliseconds, and how many reports it may miss. */
const ALIVE_INTERVAL_MS = 2_000;
const MAX_SILENCES = 10;
/** How many intervals a worker's start may take, until its first report: five minutes. */
const MAX_START_SILENCES = 150;
/** How long after a signal the remaining workers are killed, in milliseconds: after their own limit. */
const STOP_TIMEOUT_MS = 9_600;

/** How long accepted connections may be on their way to a worker, in milliseconds. */
const HANDLING_MS = 250;

/**
 * The primary accepts for all workers, by a server that `node:cluster` keeps to itself and closes only after the last
 * worker's, with all connections that are then on their way. Finds that server's socket when it starts to listen on
 * `fd`; the returned function closes it, so that connections wait for the successor.
 */
function watchAccepting(fd: number): () => void {
  let accepting: ListeningSocket | undefined;
  const { listen } = Server.prototype;
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    if ((args[0] as { fd?: number } | null)?.fd === fd)
      this.once("listening", () => {
        accepting = socketOf(this);
      });
    return (listen as (...args: unknown[]) => Server).apply(this, args);
  } as typeof listen;
  return () => accepting?.close();
}

type Alive = { alive: true };
const ALIVE: Alive = { alive: true };

type WorkerVariables = { SECRET_KEY: string; SECRET_KEY_PREVIOUS: string; JARIDA_SOCKET?: string };

/** In a worker: a process whose event loop hangs neither responds nor exits. */
export function reportAlive(): void {
  const report = () => void process.send?.(ALIVE, undefined, undefined, () => undefined);
  report();
  setInterval(report, ALIVE_INTERVAL_MS).unref();
}

/**
 * Runs `count` worker processes on one port (WEB_CONCURRENCY) until a signal arrives; a worker that dies, or hangs for
 * twenty seconds after its start, is replaced. If the first ones cannot even listen, all are stopped and the exit code is
 * theirs. `onServing` is called once, when all of them listen. `variables` are for all: a replaced worker must not sign
 * with a rotated key that the others do not know yet.
 */
export function superviseWorkers(count: number, variables: WorkerVariables, onServing: () => void): void {
  let stopping = false;
  let listening = 0;
  const stopAccepting = watchAccepting(Number(variables[SOCKET_VARIABLE] ?? inheritedSocket()));
  const workers = new Map<Worker, { startedAt: number; silences: number; hasReported: boolean }>();
  const start = () => {
    if (!stopping) workers.set(cluster.fork(variables), { startedAt: Date.now(), silences: 0, hasReported: false });
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
  process.on("message", (message) => {
    if (message !== HANDED_OVER || stopping) return;
    stopping = true;
    stopAccepting();
    setTimeout(() => {
      for (const worker of workers.keys()) worker.send(HANDED_OVER, () => undefined);
    }, HANDLING_MS);
    setTimeout(() => signalAll("SIGKILL"), STOP_TIMEOUT_MS).unref();
  });

  relayChanges(() => workers.keys());
  cluster.on("message", (worker, message: Partial<Alive>) => {
    const state = workers.get(worker);
    if (state && message.alive) Object.assign(state, { silences: 0, hasReported: true });
  });
  // Counted rather than timed: a machine that was asleep has missed no report.
  setInterval(() => {
    for (const [worker, state] of workers) {
      const max = state.hasReported ? MAX_SILENCES : MAX_START_SILENCES;
      if (!worker.isConnected() || state.silences < max) state.silences += 1;
      else {
        const fault = state.hasReported ? "has not responded" : "has not finished its start";
        report(worker, `${fault} for ${(max * ALIVE_INTERVAL_MS) / 1000} s and is killed`);
        worker.process.kill("SIGKILL");
      }
    }
  }, ALIVE_INTERVAL_MS).unref();
  cluster.on("listening", () => {
    listening += 1;
    if (listening === count) onServing();
  });
  cluster.on("exit", (worker, code, signal) => {
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    const age = Date.now() - (workers.get(worker)?.startedAt ?? 0);
    workers.delete(worker);
    if (!stopping && listening < count) {
      report(worker, `${how} during the first start, so all workers are stopped`);
      process.exitCode = code || 1;
      stop();
    }
    if (stopping) {
      if (workers.size === 0) process.exit();
      return;
    }
    // The socket was closed with the last one that used it.
    if (workers.size === 0) {
      report(worker, `${how}, and no other is left`);
      process.exit(1);
    }
    report(worker, `${how} and is replaced`);
    setTimeout(start, age < MIN_UPTIME_MS ? MIN_UPTIME_MS : 0);
  });
  for (let number = 0; number < count; number += 1) start();
}

const FATAL = 60;

const report = (worker: Worker, sentence: string): void =>
  logLine(FATAL, `worker ${worker.id} ${sentence}`, { worker: worker.process.pid });
