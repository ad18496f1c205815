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

type Waiting = {
  task: ContentTask;
  resolve: (preparation: Preparation) => void;
  reject: (error: Error) => void;
};

/** Parses long content in a thread that runs `workerPath`, started when there is some; short content right away. */
export function contentPreparer(workerPath: string, taskTimeoutMs: number = TASK_TIMEOUT_MS): ContentPreparer {
  /** What the thread has been given, in the order in which it works. */
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;

  /** Gives the next task its time, or an idle thread its end. */
  const watch = () => {
    clearTimeout(timer);
    timer = waiting.size > 0 ? setTimeout(giveUpFirst, taskTimeoutMs) : setTimeout(end, IDLE_TIMEOUT_MS).unref();
  };
  const settle = (id: number): Waiting | undefined => {
    const task = waiting.get(id);
    waiting.delete(id);
    watch();
    return task;
  };
  const stopThread = (): Promise<unknown> => {
    const stopped = thread;
    thread = undefined;
    clearTimeout(timer);
    return stopped?.terminate() ?? Promise.resolve();
  };
  /** Gives up all that the thread was to do. */
  const fail = (error: Error): Promise<unknown> => {
    const failed = [...waiting.values()];
    waiting.clear();
    for (const { reject } of failed) reject(error);
    return stopThread();
  };
  const end = () => void stopThread();
  /** What takes too long ends with its thread; what waited behind it goes to another one. */
  const giveUpFirst = () => {
    const [first, ...others] = waiting.values();
    if (first) waiting.delete(first.task.id);
    void stopThread();
    first?.reject(new InvalidError("The content is too intricate to be read."));
    for (const { task } of others) send(task);
    watch();
  };

  const start = (): Worker => {
    const started = new Worker(workerPath, { resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEMORY } });
    started.on("message", (answer: ContentTaskAnswer) => {
      const task = settle(answer.id);
      if ("preparation" in answer) task?.resolve(answer.preparation);
      else task?.reject("refusal" in answer ? refusalOf(answer.refusal) : new Error(answer.fault));
    });
    const onEnd = (message: string) => (cause: unknown) => {
      if (thread === started) void fail(new Error(message, { cause }));
    };
    started.on("error", onEnd("The thread that reads content failed."));
    started.on("exit", onEnd("The thread that reads content ended."));
    return started;
  };
  const send = (task: ContentTask) => {
    thread ??= start();
    thread.postMessage(task);
    if (waiting.size === 1) watch();
  };

  return {
    async prepare(html, addresses = []) {
      if (html.length <= MAX_INLINE_LENGTH) return deriveContent(html, addresses);
      return new Promise((resolve, reject) => {
        const task = { id: ++lastId, html, addresses };
        waiting.set(task.id, { task, resolve, reject });
        send(task);
      });
    },
    close: async () => void (await fail(new Error("Content was not read: the server is stopping."))),
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
