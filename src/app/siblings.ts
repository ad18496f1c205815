import cluster, { type Worker } from "node:cluster";
import type { Database } from "#db/open.ts";

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
