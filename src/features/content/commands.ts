import { Worker } from "node:worker_threads";
import type { KnownItems } from "#features/media/remote/rules.ts";
import { type DomainError, InvalidError, TooLargeError } from "#shared/errors.ts";
import { deriveContent, type PageOptions, type Preparation } from "./derive.ts";
import { type StoredText, storedMarkdown } from "./markdown.ts";
import type { Surface } from "./model.ts";
import type { SiteHosts } from "./own-addresses.ts";
import type { ContentRejection, ContentTask, ContentTaskResult, PrepareTask } from "./worker.ts";

/** Prepares content for the database. All stored content passes through here. */
export type ContentPreparer = {
  /**
   * Like `deriveContent`: parses and sanitises HTML and derives the rest. `addresses` replace the embedded
   * pictures in order; `surface` is the document type, an article by default; `known` are the available remote
   * items; `page` is how its HTML for readers is derived. Throws TooLargeError and InvalidError.
   */
  prepare: (
    html: string,
    addresses?: readonly string[],
    surface?: Surface,
    known?: KnownItems,
    page?: PageOptions,
  ) => Promise<Preparation>;
  /** Writes a stored text as Markdown. */
  markdown: (stored: StoredText) => Promise<string>;
  close: () => Promise<void>;
};

/** Content up to this length is parsed inline, in at most 20 ms, which is faster than a thread. */
const MAX_INLINE_LENGTH = 32 * 1024;
/** Timeout of a task in milliseconds; its thread is terminated. */
const TASK_TIMEOUT_MS = 10_000;
/** Lifetime of an idle thread in milliseconds; ending it frees its memory. */
const IDLE_TIMEOUT_MS = 5_000;
/** The thread's memory limit, in MiB: a mebibyte of the smallest elements takes a third of it. */
const MAX_THREAD_MEMORY = 512;

type Waiting = {
  task: ContentTask;
  resolve: (done: never) => void;
  reject: (error: Error) => void;
};

type Work = { prepare: PrepareTask } | { markdown: StoredText };

type PreparerOptions = { siteHosts?: SiteHosts; taskTimeoutMs?: number };

/**
 * Parses long content in a thread that runs `workerPath`, started on demand; short content inline.
 */
export function contentPreparer(
  workerPath: string,
  { siteHosts = [], taskTimeoutMs = TASK_TIMEOUT_MS }: PreparerOptions = {},
): ContentPreparer {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;

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
  const fail = (error: Error): Promise<unknown> => {
    const failed = [...waiting.values()];
    waiting.clear();
    for (const { reject } of failed) reject(error);
    return stopThread();
  };
  const end = () => void stopThread();
  /** Terminates the thread of a task that takes too long; queued tasks go to a new thread. */
  const giveUpFirst = () => {
    const [first, ...others] = waiting.values();
    if (first) waiting.delete(first.task.id);
    void stopThread();
    first?.reject(new InvalidError("content_too_complex", "The content is too complex to process."));
    for (const { task } of others) send(task);
    watch();
  };

  const start = (): Worker => {
    const started = new Worker(workerPath, { resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEMORY } });
    started.on("message", (result: ContentTaskResult) => {
      const task = settle(result.id);
      if ("done" in result) task?.resolve(result.done as never);
      else task?.reject("rejection" in result ? toError(result.rejection) : new Error(result.fault));
    });
    const onEnd = (message: string) => (cause: unknown) => {
      if (thread === started) void fail(new Error(message, { cause }));
    };
    started.on("error", onEnd("The thread that parses content failed."));
    started.on("exit", onEnd("The thread that parses content stopped."));
    return started;
  };
  const send = (task: ContentTask) => {
    thread ??= start();
    thread.postMessage(task);
    if (waiting.size === 1) watch();
  };

  /** Long content goes to the thread. */
  const run = async <Done>(html: string, work: Work, inline: () => Done): Promise<Done> => {
    if (html.length <= MAX_INLINE_LENGTH) return inline();
    return new Promise<Done>((resolve, reject) => {
      const task = { id: ++lastId, ...work };
      waiting.set(task.id, { task, resolve, reject });
      send(task);
    });
  };

  return {
    prepare(html, addresses = [], surface = "article", known = undefined, given = {}) {
      const page = { siteHosts, ...given };
      const inline = () => deriveContent(html, addresses, surface, known, page);
      return run(html, { prepare: { html, addresses, surface, known, page } }, inline);
    },
    markdown: (stored) => run(stored.html, { markdown: stored }, () => storedMarkdown(stored)),
    close: async () => void (await fail(new Error("Content was not parsed: the server is stopping."))),
  };
}

function toError({ code, message, errors }: ContentRejection): DomainError {
  return code === "content_too_large"
    ? new TooLargeError(code, message, errors)
    : new InvalidError(code === "content_too_complex" ? code : "invalid_input", message, errors);
}
