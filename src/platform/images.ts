import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { backoff } from "#shared/retry.ts";
import { hasFontSignature, hasPictureSignature, type ImageFault } from "./image-limits.ts";
import type { CutTypeface, TypefaceUse } from "./typefaces.ts";

export type { CutTypeface };

/**
 * A picture turned clockwise by degrees, and then cropped to a part of it, as shares (0 to 1) of its width and height.
 */
export type ImageEdit = {
  rotate?: 90 | 180 | 270 | undefined;
  crop?: { x: number; y: number; width: number; height: number } | undefined;
};

/**
 * A part of a picture around a point, by shares of its width and height, as large as fits; sizes of the result in
 * pixels.
 */
export type ImageCrop = { width: number; height: number; x: number; y: number };

/** A square icon: its side in pixels, and the share of it that the picture fills. */
export type ImageIcon = { size: number; isOpaque: boolean; share: number };

/** The texts of a card on its background: a headline, a short line above it, and a name below. */
export type ImageCard = {
  title: string;
  kicker: string;
  name: string;
  isRightToLeft: boolean;
  /** The family of headline and name (scripts/card-fonts.mjs). */
  family: "Card Serif" | "Card Sans" | "Card Grotesk" | "Card Soft" | "Card Slab" | "Card Narrow" | "Card Garamond";
  /** Colours, such as `#14171f`. */
  ink: string;
  accent: string;
};

/**
 * Tasks of the process. `master`: an uploaded file; `variant`, `crop` and `icon`: of an existing master; `card`: texts on
 * a background; `typeface`: an uploaded font. Sizes in pixels.
 */
export type ImageTask = { id: number; bytes: Uint8Array } & (
  | { kind: "master"; edit?: ImageEdit }
  | { kind: "variant"; width: number; format: "avif" | "webp" }
  | ({ kind: "crop" } & ImageCrop)
  | ({ kind: "icon" } & ImageIcon)
  | ({ kind: "card" } & ImageCard)
  | ({ kind: "typeface" } & TypefaceUse)
);
/** A task's result: a picture, and its size in pixels for a master. */
type ImageResult = { data: Uint8Array; width?: number; height?: number; format?: "jpg" | "png" };
export type ImageOutcome = ImageResult | { typeface: CutTypeface } | { fault: ImageFault; message: string };
type Result = Exclude<ImageOutcome, { fault: unknown }>;
/** The process's messages: first that it is ready, then a reply to each task. */
export type ImageMessage = { isReady: true } | ({ id: number } & ImageOutcome);

/** A rejected picture. */
export class ImageError extends Error {
  override name = "ImageError";
  readonly fault: ImageFault;
  constructor(fault: ImageFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** No picture can be processed right now. `retryAfter` in seconds. */
export class ImagesUnavailableError extends Error {
  override name = "ImagesUnavailableError";
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number, cause?: unknown) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}

/**
 * `fonts`: the folder with the fonts of cards. Settings for tests: `execPath` is the program that runs the worker's code.
 */
export type ImageProcessSettings = {
  workerPath: string;
  fonts: string;
  execPath?: string;
  taskTimeoutMs?: number;
};

/** After this time a picture is rejected, and the process is killed. */
const TASK_TIMEOUT_MS = 30_000;
const START_TIMEOUT_MS = 15_000;
/** Delays after failed starts. */
const DELAYS = { first: 500, max: 30_000 };
/** Retry-After in seconds for requests rejected because the process died or is stopping. */
const WORKER_RETRY_SECONDS = 2;

/** Large buffers are returned to the system immediately: one picture's memory must not count against the next. */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/** One child process, started for the first task and again after it has died. The caller sends one task at a time. */
function imageProcess({
  workerPath,
  fonts,
  execPath = process.execPath,
  taskTimeoutMs = TASK_TIMEOUT_MS,
}: ImageProcessSettings) {
  let worker: ChildProcess | undefined;
  let failures = 0;
  let retryAt = 0;
  let lastId = 0;
  let endings = 0;

  const start = async (): Promise<ChildProcess> => {
    const wait = retryAt - performance.now();
    if (wait > 0)
      throw new ImagesUnavailableError("The image worker could not be started recently.", Math.ceil(wait / 1000));
    try {
      const child = await forkReady(workerPath, execPath, fonts);
      failures = 0;
      child.once("exit", () => {
        if (worker === child) worker = undefined;
      });
      return child;
    } catch (error) {
      failures += 1;
      const delay = backoff(DELAYS, failures);
      retryAt = performance.now() + delay;
      throw new ImagesUnavailableError("The image worker could not be started.", Math.ceil(delay / 1000), error);
    }
  };

  const end = () => {
    endings += 1;
    worker?.kill("SIGKILL");
    worker = undefined;
  };

  return {
    /** Throws ImageError for what cannot be processed, ImagesUnavailableError if the process is at fault. */
    async run(task: NewTask): Promise<Result> {
      if (!worker?.connected) {
        const before = endings;
        worker = await start();
        if (endings !== before) {
          end();
          throw new ImagesUnavailableError("The image worker was stopped while starting.", WORKER_RETRY_SECONDS);
        }
      }
      try {
        return await ask(worker, { ...task, id: ++lastId }, taskTimeoutMs);
      } catch (error) {
        // A decoder that ran out of memory or time is still running, and one of fonts may have damaged its own memory.
        const isDone = error instanceof ImageError && error.fault === "unreadable" && task.kind !== "typeface";
        if (!isDone) end();
        throw error;
      }
    },
    /** Ends the process and rejects the current task. The next task starts a new one. */
    end,
  };
}

type NewTask = ImageTask extends infer Task ? (Task extends ImageTask ? Omit<Task, "id"> : never) : never;

/** Starts the process and waits until it is ready. Throws whatever kept it from starting. */
function forkReady(workerPath: string, execPath: string, fonts: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    // Throws synchronously, or emits an error, depending on what is wrong.
    const child = fork(workerPath, {
      execPath,
      serialization: "advanced",
      execArgv: ["--no-warnings"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // A flaw in a decoder must not give away the server's settings and secrets.
      env: { PATH: process.env.PATH, FONTCONFIG_FILE: join(fonts, "fonts.conf"), ...ALLOCATOR },
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
    // This listener stays: a process that cannot be signalled emits an error too; its exit is reported separately.
    child.on("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`It exited with ${signal ?? code} while starting.`));
    });
    child.once("message", () => {
      clearTimeout(timer);
      resolve(child);
    });
  });
}

/** Sends a task and waits for its reply, a failure or the timeout. */
function ask(child: ChildProcess, task: ImageTask, timeoutMs: number): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      finish();
    };
    const onMessage = (message: ImageMessage) => {
      if (!("id" in message) || message.id !== task.id) return;
      settle(() => ("fault" in message ? reject(new ImageError(message.fault, message.message)) : resolve(message)));
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => settle(() => reject(diedOf(code, signal)));
    const timer = setTimeout(
      () => settle(() => reject(new ImageError("time", "It took too long to process."))),
      timeoutMs,
    );
    child.on("message", onMessage);
    child.on("exit", onExit);
    child.send(task, (error) => {
      if (error) settle(() => reject(unavailable(error)));
    });
  });
}

/** A killed process says nothing about the picture; one that crashed on it does. */
function diedOf(code: number | null, signal: NodeJS.Signals | null): Error {
  const reason = `The image worker exited with ${signal ?? code}.`;
  const isKilled = signal === "SIGKILL" || signal === "SIGTERM" || signal === "SIGINT";
  return isKilled ? unavailable(new Error(reason)) : new ImageError("unreadable", reason);
}

const unavailable = (cause: Error) =>
  new ImagesUnavailableError("The image worker has stopped.", WORKER_RETRY_SECONDS, cause);

/** A picture decoded, rotated upright and re-encoded without metadata. Sizes in pixels. */
export type MasterImage = { data: Uint8Array; width: number; height: number; format: "jpg" | "png" };

/**
 * Processes pictures in another process, one at a time. Rejects with ImageError for pictures that cannot be processed,
 * and with ImagesUnavailableError if none can be right now.
 */
export type Images = {
  master: (bytes: Uint8Array, edit?: ImageEdit) => Promise<MasterImage>;
  variant: (master: Uint8Array, width: number, format: "avif" | "webp") => Promise<Uint8Array>;
  /** A JPEG of a part of a master. */
  crop: (master: Uint8Array, crop: ImageCrop) => Promise<Uint8Array>;
  /** A PNG of a master, complete and centred in a square. */
  icon: (master: Uint8Array, icon: ImageIcon) => Promise<Uint8Array>;
  /** A PNG of a background with the texts of a card; ImageError if the fonts lack one of their letters. */
  card: (background: Uint8Array, card: ImageCard) => Promise<Uint8Array>;
  /** An uploaded font checked and cut; ImageError if it cannot be used. */
  typeface: (bytes: Uint8Array, use: TypefaceUse) => Promise<CutTypeface>;
  /** Stops the worker permanently; rejects running and waiting tasks. */
  close: () => void;
};

/** An idle worker is stopped after this time, which frees its memory. */
const IDLE_TIMEOUT_MS = 5_000;
/** Maximum uploads waiting for the worker: each holds its bytes in the server's memory. */
const MAX_WAITING = 16;
const QUEUE_RETRY_SECONDS = 5;

/** Processes pictures in a child process running the settings' `workerPath`, started when there is work. */
export function imageWorker(settings: ImageProcessSettings): Images {
  const worker = imageProcess(settings);
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;

  const run = (task: NewTask): Promise<Result> => {
    if (isClosed) throw new ImagesUnavailableError("The server is stopping.", QUEUE_RETRY_SECONDS);
    clearTimeout(idle);
    return worker.run(task);
  };

  /** One at a time: the memory for one picture is bounded, that for ten together is not. */
  const inTurn = async (task: NewTask): Promise<Result> => {
    if (waiting >= MAX_WAITING) throw new ImagesUnavailableError("Too many pictures are waiting.", QUEUE_RETRY_SECONDS);
    waiting += 1;
    const result = queue.then(() => run(task));
    queue = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      waiting -= 1;
      clearTimeout(idle);
      if (waiting === 0) idle = setTimeout(worker.end, IDLE_TIMEOUT_MS).unref();
    }
  };

  const picture = async (task: NewTask): Promise<ImageResult> => {
    const result = await inTurn(task);
    if ("typeface" in result) throw new Error("The image worker returned a typeface for a picture.");
    return result;
  };

  return {
    async master(bytes, edit = {}) {
      if (!hasPictureSignature(bytes)) throw new ImageError("unreadable", "Its format is not supported.");
      const { data, width = 0, height = 0, format = "jpg" } = await picture({ kind: "master", bytes, edit });
      return { data, width, height, format };
    },
    variant: async (bytes, width, format) => (await picture({ kind: "variant", bytes, width, format })).data,
    crop: async (bytes, crop) => (await picture({ kind: "crop", bytes, ...crop })).data,
    icon: async (bytes, icon) => (await picture({ kind: "icon", bytes, ...icon })).data,
    card: async (bytes, card) => (await picture({ kind: "card", bytes, ...card })).data,
    async typeface(bytes, use) {
      if (!hasFontSignature(bytes)) throw new ImageError("font", "Its format is not supported.");
      try {
        const result = await inTurn({ kind: "typeface", bytes, ...use });
        if (!("typeface" in result)) throw new Error("The image worker returned a picture for a typeface.");
        return result.typeface;
      } catch (error) {
        // Whether it is damaged or takes too much: another file is needed.
        if (!(error instanceof ImageError) || error.fault === "embedding" || error.fault === "letters") throw error;
        throw new ImageError("font", error.message);
      }
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
      worker.end();
    },
  };
}
