import { setPriority } from "node:os";
import sharp from "sharp";
import type { ImageTask, ImageTaskAnswer } from "./images.ts";

/**
 * The process that decodes and encodes pictures, apart from the server: a hostile or huge picture costs this process
 * its memory, or its life, and readers nothing. Started on demand; see images.ts.
 */

/** Encoder settings: quality by eye on photographs and flat drawings, effort by the time it takes. */
const ENCODING = {
  avif: { quality: 55, effort: 1 },
  webp: { quality: 78, effort: 2 },
  jpg: { quality: 82 },
  png: { compressionLevel: 9 },
} as const;

/** What is decoded at all; never SVG or PDF, whatever a file is called. */
const ACCEPTED = new Set(["jpeg", "png", "gif", "webp", "heif", "avif"]);

/** An animation keeps its first frame only; one of more frames than this is not even looked at. */
const MOST_FRAMES = 200;

/** Readers and editors go before encoders, which still get their share of a busy machine: an upload waits for them. */
const NICENESS = 5;
setPriority(NICENESS);
// Nothing is processed twice, and a cache would only hold memory.
sharp.cache(false);

async function work(task: ImageTask): Promise<Omit<ImageTaskAnswer, "id" | "error">> {
  const limits = { limitInputPixels: task.mostPixels, failOn: "error" } as const;
  if (task.kind === "variant") {
    const image = sharp(task.bytes, limits).resize({ width: task.width });
    return { data: await image[task.format](ENCODING[task.format]).toBuffer() };
  }
  if (task.kind === "master") {
    const { format, compression, pages = 1 } = await sharp(task.bytes, limits).metadata();
    if (!ACCEPTED.has(format) || (format === "heif" && compression !== "av1"))
      throw new Error(`${format} is not accepted`);
    if (pages > MOST_FRAMES) throw new Error(`${pages} frames are too many`);
  }
  const upright = sharp(task.bytes, limits)
    .autoOrient()
    .resize({ width: task.widest, height: task.widest * 2, fit: "inside", withoutEnlargement: true });
  const { isOpaque } = await upright.clone().stats();
  const format = isOpaque ? "jpg" : "png";
  const encoded = isOpaque ? upright.flatten().jpeg(ENCODING.jpg) : upright.png(ENCODING.png);
  const { data, info } = await encoded.toColourspace("srgb").toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, format };
}

process.on("message", (task: ImageTask) => {
  work(task).then(
    (answer) => process.send?.({ id: task.id, ...answer }),
    (error: Error) => process.send?.({ id: task.id, error: error.message }),
  );
});
process.on("disconnect", () => process.exit(0));
