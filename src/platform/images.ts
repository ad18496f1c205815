import { type ChildProcess, fork } from "node:child_process";

/** What the worker process is asked. `drawing`: an SVG of the program's own; `master`: a file that came in. */
export type ImageTask = { id: number; bytes: Uint8Array; mostPixels: number } & (
  | { kind: "master" | "drawing"; widest: number }
  | { kind: "variant"; width: number; format: "avif" | "webp" }
);
export type ImageTaskAnswer = {
  id: number;
  data: Uint8Array;
  width?: number;
  height?: number;
  format?: "jpg" | "png";
  error?: string;
};

/** A picture decoded, turned upright and written anew without metadata. Sizes in pixels. */
export type MasterImage = { data: Uint8Array; width: number; height: number; format: "jpg" | "png" };

/** Pictures are processed elsewhere, one after another. Both reject with ImageError for what cannot be decoded. */
export type Images = {
  master: (bytes: Uint8Array, kind: "master" | "drawing") => Promise<MasterImage>;
  variant: (master: Uint8Array, width: number, format: "avif" | "webp") => Promise<Uint8Array>;
  /** Ends the worker; tasks under way are rejected. */
  close: () => void;
};

export class ImageError extends Error {
  override name = "ImageError";
}

const MOST_PIXELS = 50_000_000;
const WIDEST = 1600;
/** A picture that takes longer is given up with the process, in milliseconds. */
const TASK_TIMEOUT = 30_000;
/** A worker without work ends after so long, and its memory with it. Milliseconds. */
const IDLE_TIMEOUT = 5_000;

type Waiting = { resolve: (answer: ImageTaskAnswer) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };
type NewTask = ImageTask extends infer Task
  ? Task extends ImageTask
    ? Omit<Task, "id" | "mostPixels">
    : never
  : never;

/** Processes pictures in a child process running `workerPath`, started when there is work. */
export function imageWorker(workerPath: string): Images {
  const waiting = new Map<number, Waiting>();
  let worker: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let lastId = 0;

  const fail = (reason: string) => {
    worker = undefined;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new ImageError(reason));
    }
    waiting.clear();
  };

  const start = (): ChildProcess => {
    const child = fork(workerPath, {
      serialization: "advanced",
      execArgv: ["--no-warnings"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child.on("message", (answer: ImageTaskAnswer) => {
      const task = waiting.get(answer.id);
      if (!task) return;
      waiting.delete(answer.id);
      clearTimeout(task.timer);
      if (answer.error) task.reject(new ImageError(answer.error));
      else task.resolve(answer);
    });
    child.on("exit", () => {
      if (worker === child) fail("The picture could not be processed.");
    });
    return child;
  };

  const send = (task: NewTask): Promise<ImageTaskAnswer> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle);
      worker ??= start();
      const child = worker;
      const id = ++lastId;
      const timer = setTimeout(() => child.kill("SIGKILL"), TASK_TIMEOUT);
      waiting.set(id, { resolve, reject, timer });
      child.send({ ...task, id, mostPixels: MOST_PIXELS });
    });

  /** One at a time: what one picture may take of the memory is bounded, what ten at once may is not. */
  const inTurn = (task: NewTask): Promise<ImageTaskAnswer> => {
    const answer = queue.then(() => send(task));
    queue = answer
      .catch(() => undefined)
      .then(() => {
        clearTimeout(idle);
        if (waiting.size === 0) idle = setTimeout(end, IDLE_TIMEOUT).unref();
      });
    return answer;
  };

  const end = () => {
    const child = worker;
    fail("The picture was not processed: the server is stopping.");
    child?.kill();
  };

  return {
    async master(bytes, kind) {
      const { data, width = 0, height = 0, format = "jpg" } = await inTurn({ kind, bytes, widest: WIDEST });
      return { data, width, height, format };
    },
    variant: async (bytes, width, format) => (await inTurn({ kind: "variant", bytes, width, format })).data,
    close() {
      clearTimeout(idle);
      end();
    },
  };
}
