import { Worker } from "node:worker_threads";
import { InvalidError, TooLargeError } from "#shared/errors.ts";
import { deriveContent, type Preparation } from "./derive.ts";
import type { ContentTask, ContentTaskAnswer } from "./worker.ts";

/** Prepares content for the database. Everything that is written goes through here. */
export type ContentPreparer = {
  /**
   * As `deriveContent`: parses HTML, keeps what is allowed, derives the rest. `addresses` stand for the pictures
   * embedded in it, in their order. Throws TooLargeError and InvalidError.
   */
  prepare: (html: string, addresses?: readonly string[]) => Promise<Preparation>;
  /** Ends the thread; what it was doing is rejected. */
  close: () => Promise<void>;
};

/** Content up to this length is parsed at once: less than 20 ms, whatever it is, and the way to a thread takes longer. */
const MAX_INLINE_LENGTH = 32 * 1024;
/** What takes longer is given up with its thread, in milliseconds. */
const TASK_TIMEOUT_MS = 10_000;
/** A thread without work ends after so long, and its memory with it. Milliseconds. */
const IDLE_TIMEOUT_MS = 5_000;
/** Memory of the thread, in MiB: a mebibyte of the smallest elements takes a third of it. */
const MAX_THREAD_MEMORY = 512;

type Waiting = { resolve: (preparation: Preparation) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

/** Parses long content in a thread that runs `workerPath`, started when there is some; short content right away. */
export function contentPreparer(workerPath: string): ContentPreparer {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const settle = (id: number): Waiting | undefined => {
    const task = waiting.get(id);
    waiting.delete(id);
    clearTimeout(task?.timer);
    if (waiting.size === 0) idle = setTimeout(() => void end(), IDLE_TIMEOUT_MS).unref();
    return task;
  };
  /** Gives up the thread and all that it was to do. */
  const fail = (ended: Worker | undefined, error: Error): Promise<unknown> => {
    if (thread !== ended) return Promise.resolve();
    thread = undefined;
    for (const id of [...waiting.keys()]) settle(id)?.reject(error);
    clearTimeout(idle);
    return ended?.terminate() ?? Promise.resolve();
  };
  const end = () => fail(thread, new Error("Content was not read: the server is stopping."));

  const start = (): Worker => {
    const started = new Worker(workerPath, { resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEMORY } });
    started.on("message", (answer: ContentTaskAnswer) => {
      const task = settle(answer.id);
      if ("preparation" in answer) task?.resolve(answer.preparation);
      else task?.reject("refusal" in answer ? refusalOf(answer.refusal) : new Error(answer.fault));
    });
    started.on(
      "error",
      (error) => void fail(started, new Error("The thread that reads content failed.", { cause: error })),
    );
    started.on("exit", () => void fail(started, new Error("The thread that reads content ended.")));
    return started;
  };

  return {
    async prepare(html, addresses = []) {
      if (html.length <= MAX_INLINE_LENGTH) return deriveContent(html, addresses);
      clearTimeout(idle);
      thread ??= start();
      const worker = thread;
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const giveUp = () => void fail(worker, new InvalidError("The content is too intricate to be read."));
        waiting.set(id, { resolve, reject, timer: setTimeout(giveUp, TASK_TIMEOUT_MS) });
        worker.postMessage({ id, html, addresses } satisfies ContentTask);
      });
    },
    close: async () => void (await end()),
  };
}

function refusalOf({
  name,
  detail,
  errors,
}: {
  name: string;
  detail: string;
  errors: Record<string, string> | undefined;
}) {
  return name === TooLargeError.name ? new TooLargeError(detail, errors) : new InvalidError(detail, errors);
}
