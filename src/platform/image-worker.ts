import { once } from "node:events";
import { getPriority, setPriority } from "node:os";
import { memoryUsage } from "node:process";
import { Worker } from "node:worker_threads";
import sharp, { type Metadata, type Sharp } from "sharp";
import { drawCardTexts } from "./card-text.ts";
import { judgeHeader, MAX_PIXELS } from "./image-limits.ts";
import type { ImageCrop, ImageEdit, ImageIcon, ImageMessage, ImageOutcome, ImageTask } from "./images.ts";

/**
 * The process that decodes and encodes pictures, separate from the server: a hostile or huge picture can exhaust or
 * kill only this process. Started on demand; see images.ts.
 */

/** Encoder settings: quality by eye on photographs and flat drawings, effort by the time it takes. */
const ENCODING = {
  avif: { quality: 55, effort: 1 },
  webp: { quality: 78, effort: 2 },
  jpg: { quality: 82 },
  png: { compressionLevel: 9 },
} as const;

/**
 * The bounds of a master, in pixels. A picture more than twice as tall as wide is bounded by its area, as a bound on
 * its height would make it illegibly narrow. WebP allows 16,383.
 */
const MAX_WIDTH = 1600;
const MAX_AREA = MAX_WIDTH * 2 * MAX_WIDTH;
const MAX_SIDE = 16_000;
/** A panorama may be wider than other pictures, so that its height stays readable. */
const MIN_HEIGHT = 400;

/**
 * The estimate from a header is a guess; this is what the decoder used. Resident bytes at which the process gives a
 * picture up, and how often it checks, in milliseconds.
 */
const MAX_RESIDENT_BYTES = 390_000_000;
const MEMORY_INTERVAL_MS = 10;

/** Requests have priority over encoders, which still get their share of a busy machine: uploads wait for them. */
const NICENESS = 5;
lowerPriority();
// Nothing is processed twice, so a cache would only waste memory.
sharp.cache(false);

/**
 * The only loaders that may run: blocking the others keeps what looks like SVG, TIFF or PDF from being parsed at all.
 */
const LOADERS = ["Jpeg", "Png", "Nsgif", "Webp", "Heif"].map((name) => `VipsForeignLoad${name}Buffer`);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: LOADERS });

const LIMITS = { limitInputPixels: MAX_PIXELS, failOn: "error" } as const;

async function work(task: ImageTask): Promise<ImageOutcome> {
  if (task.kind === "typeface") return guarded(task);
  if (task.kind === "variant") {
    const image = sharp(task.bytes, LIMITS).resize({ width: task.width });
    return { data: await image[task.format](ENCODING[task.format]).toBuffer() };
  }
  if (task.kind === "crop") return { data: await cropped(task.bytes, task) };
  if (task.kind === "icon") return { data: await iconOf(task.bytes, task) };
  if (task.kind === "card") return { data: await drawCardTexts(task.bytes, task) };
  const header = await sharp(task.bytes, LIMITS).metadata();
  const fault = judgeHeader(header);
  if (fault) return { fault, message: "According to its header." };
  // Shrunk while it is decoded, and only then rotated: rotating needs the full picture in memory.
  const isOnItsSide = (header.orientation ?? 1) >= 5;
  const scale = masterScale(isOnItsSide ? { width: header.height, height: header.width } : header);
  const [width, height] = [header.width, header.height].map((side) => Math.max(1, Math.round(side * scale)));
  const { data: pixels, info: raw } = await sharp(task.bytes, LIMITS)
    .resize({ width, height, fit: "fill" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = sharp(pixels, { raw: { width: raw.width, height: raw.height, channels: raw.channels } });
  const upright = await edited(turnUpright(small, header.orientation), task.edit);
  const format = isOpaque(pixels, raw.channels) ? "jpg" : "png";
  const encoded = format === "jpg" ? upright.removeAlpha().jpeg(ENCODING.jpg) : upright.png(ENCODING.png);
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, format };
}

/**
 * Reading a font blocks this thread and its timers: another one ends the process if it takes too much. The
 * signal is one that says something about the file (`diedOf` in images.ts). The code is text, as the bundle has one file.
 */
const WATCH = `setInterval(() => {
  if (process.memoryUsage.rss() >= ${MAX_RESIDENT_BYTES}) process.kill(process.pid, "SIGALRM");
}, ${MEMORY_INTERVAL_MS})`;

async function guarded({ bytes, ...use }: Extract<ImageTask, { kind: "typeface" }>): Promise<ImageOutcome> {
  const watch = new Worker(WATCH, { eval: true });
  try {
    await once(watch, "online");
    const { cutTypeface } = await import("./typefaces.ts");
    return await cutTypeface(bytes, use);
  } finally {
    await watch.terminate();
  }
}

/** The scale of a master relative to its original, whose `width` and `height` are those of the upright picture. */
const masterScale = ({ width, height }: { width: number; height: number }): number =>
  Math.min(
    1,
    Math.max(MAX_WIDTH / width, MIN_HEIGHT / height),
    Math.sqrt(MAX_AREA / (width * height)),
    MAX_SIDE / Math.max(width, height),
  );

/** The largest part of the wanted proportions whose middle is as near to the point as the edges allow. */
async function cropped(bytes: Uint8Array, { width, height, x, y }: ImageCrop): Promise<Uint8Array> {
  const { width: all = width, height: tall = height } = await sharp(bytes, LIMITS).metadata();
  const part = { width: Math.min(all, Math.round((tall * width) / height)), height: tall };
  part.height = Math.min(tall, Math.round((part.width * height) / width));
  const placed = (point: number, size: number, whole: number) =>
    Math.max(0, Math.min(Math.round(point * whole - size / 2), whole - size));
  return sharp(bytes, LIMITS)
    .extract({ left: placed(x, part.width, all), top: placed(y, part.height, tall), ...part })
    .resize(width, height)
    .flatten({ background: "#fff" })
    .jpeg(ENCODING.jpg)
    .toBuffer();
}

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** The whole picture in the middle of a square; what it does not fill is transparent, or white. */
async function iconOf(bytes: Uint8Array, { size, isOpaque, share }: ImageIcon): Promise<Uint8Array> {
  const inner = Math.round(size * share);
  const before = Math.floor((size - inner) / 2);
  const after = size - inner - before;
  const edge = { top: before, bottom: after, left: before, right: after, background: TRANSPARENT };
  const fitted = await sharp(bytes, LIMITS)
    .ensureAlpha()
    .resize(inner, inner, { fit: "contain", background: TRANSPARENT })
    .extend(edge)
    .png()
    .toBuffer();
  const square = sharp(fitted, LIMITS);
  return (isOpaque ? square.flatten({ background: "#fff" }) : square).png(ENCODING.png).toBuffer();
}

/** Turned, then cropped: each step starts with pixels, as sharp would otherwise reorder the two. */
async function edited(image: Sharp, { rotate, crop }: ImageEdit = {}): Promise<Sharp> {
  if (!rotate && !crop) return image;
  const upright = await pixelsOf(image);
  const { image: turned, width, height } = rotate ? await pixelsOf(upright.image.rotate(rotate)) : upright;
  if (!crop) return turned;
  const left = Math.min(Math.round(crop.x * width), width - 1);
  const top = Math.min(Math.round(crop.y * height), height - 1);
  return turned.extract({
    left,
    top,
    width: Math.max(1, Math.min(Math.round(crop.width * width), width - left)),
    height: Math.max(1, Math.min(Math.round(crop.height * height), height - top)),
  });
}

async function pixelsOf(image: Sharp): Promise<{ image: Sharp; width: number; height: number }> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { image: sharp(data, { raw: { width, height, channels } }), width, height };
}

/** Whether every pixel is opaque. Samples are bytes; the last one of two or four is the alpha. */
function isOpaque(pixels: Uint8Array, channels: number): boolean {
  if (channels % 2 === 1) return true;
  for (let at = channels - 1; at < pixels.length; at += channels) if (pixels[at] !== 255) return false;
  return true;
}

/** Rotates by the camera's EXIF orientation (1 to 8). sharp mirrors before it rotates. */
function turnUpright(image: Sharp, orientation: Metadata["orientation"]): Sharp {
  switch (orientation) {
    case 2:
      return image.flop();
    case 3:
      return image.rotate(180);
    case 4:
      return image.flip();
    case 5:
      return image.flip().rotate(90);
    case 6:
      return image.rotate(90);
    case 7:
      return image.flop().rotate(90);
    case 8:
      return image.rotate(270);
    default:
      return image;
  }
}

/** Only a wish: pictures are processed at any priority. */
function lowerPriority(): void {
  if (getPriority() >= NICENESS) return;
  try {
    setPriority(NICENESS);
  } catch (error) {
    process.stderr.write(`The priority of picture processing could not be lowered: ${(error as Error).message}\n`);
  }
}

const send = (message: ImageMessage) => process.send?.(message);

process.on("message", (task: ImageTask) => {
  const watch = setInterval(() => {
    if (memoryUsage.rss() < MAX_RESIDENT_BYTES) return;
    clearInterval(watch);
    // Decoding can only be aborted by ending the process.
    const message = `The process took ${memoryUsage.rss()} bytes.`;
    process.send?.({ id: task.id, fault: "memory", message }, () => process.kill(process.pid, "SIGKILL"));
  }, MEMORY_INTERVAL_MS);
  work(task)
    .then(
      (result) => send({ id: task.id, ...result }),
      (error: Error) => send({ id: task.id, fault: "unreadable", message: error.message }),
    )
    .finally(() => clearInterval(watch));
});
process.on("disconnect", () => process.exit(0));
send({ isReady: true });
