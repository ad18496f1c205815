import { hasPictureSignature } from "./image-limits.ts";
import {
  type ImageCrop,
  type ImageEdit,
  ImageError,
  type ImageProcessSettings,
  type ImageResult,
  ImagesUnavailableError,
  imageProcess,
  type NewTask,
} from "./image-process.ts";

/** A picture decoded, rotated upright and re-encoded without metadata. Sizes in pixels. */
export type MasterImage = { data: Uint8Array; width: number; height: number; format: "jpg" | "png" };

/**
 * Pictures are processed in another process, one at a time. Both reject with ImageError for pictures that cannot be
 * processed, and with ImagesUnavailableError where none can at the moment.
 */
export type Images = {
  master: (bytes: Uint8Array, edit?: ImageEdit) => Promise<MasterImage>;
  variant: (master: Uint8Array, width: number, format: "avif" | "webp") => Promise<Uint8Array>;
  /** A JPEG of a part of a master. */
  crop: (master: Uint8Array, crop: ImageCrop) => Promise<Uint8Array>;
  /** Closes the worker for good; what is running or waiting is rejected. */
  close: () => void;
};

/** An idle worker is stopped after this time, which frees its memory. */
const IDLE_TIMEOUT_MS = 5_000;
/** Maximum uploads waiting for the worker: each holds its bytes in the server's memory. */
const MAX_WAITING = 16;
const RETRY_SECONDS = 5;

/** Processes pictures in a child process running the settings' `workerPath`, started when there is work. */
export function imageWorker(settings: ImageProcessSettings): Images {
  const worker = imageProcess(settings);
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;

  const run = (task: NewTask): Promise<ImageResult> => {
    if (isClosed) throw new ImagesUnavailableError("The server is stopping.", RETRY_SECONDS);
    clearTimeout(idle);
    return worker.run(task);
  };

  /** One at a time: the memory for one picture is bounded, that for ten at once is not. */
  const inTurn = async (task: NewTask): Promise<ImageResult> => {
    if (waiting >= MAX_WAITING) throw new ImagesUnavailableError("Too many pictures are waiting.", RETRY_SECONDS);
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

  return {
    async master(bytes, edit = {}) {
      if (!hasPictureSignature(bytes)) throw new ImageError("unreadable", "It is in none of the accepted formats.");
      const { data, width = 0, height = 0, format = "jpg" } = await inTurn({ kind: "master", bytes, edit });
      return { data, width, height, format };
    },
    variant: async (bytes, width, format) => (await inTurn({ kind: "variant", bytes, width, format })).data,
    crop: async (bytes, crop) => (await inTurn({ kind: "crop", bytes, ...crop })).data,
    close() {
      isClosed = true;
      clearTimeout(idle);
      worker.end();
    },
  };
}
