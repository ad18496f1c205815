import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import sharp, { type Sharp } from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { unlessEnded } from "#test/support/ended-process.ts";
import {
  animatedWebp,
  blackPng,
  manyFrames,
  manyScans,
  withAvifSize,
  withJpegSize,
  withPngSize,
} from "#test/support/hostile-pictures.ts";
import { ImageError, type ImageProcessSettings, ImagesUnavailableError, imageWorker } from "./images.ts";

const WORKER = join(import.meta.dirname, "image-worker.ts");
const MEBIBYTE = 1024 * 1024;
/** Maximum memory of the worker, its own code included: with a server next to it, both stay below 512. */
const MAX_PEAK_BYTES = 400 * MEBIBYTE;
/** Each of these is decided by its header, or given up early: well before a task's time limit, on a slow machine too. */
const MAX_REFUSAL_MS = 20_000;
const LARGE = { width: 7071, height: 7071 };

/** A worker whose process id is known: a script records it, then executes Node. */
function start(settings: Partial<ImageProcessSettings> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "jarida-images-"));
  const [node, note] = [join(folder, "node"), join(folder, "pid")];
  const writeNode = () => {
    writeFileSync(node, `#!/bin/sh\necho $$ > "${note}"\nexec "${process.execPath}" "$@"\n`);
    chmodSync(node, 0o755);
  };
  writeNode();
  const images = imageWorker({ workerPath: WORKER, execPath: node, ...settings });
  onTestFinished(() => {
    images.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const pid = () => Number(readFileSync(note, "utf8"));
  return {
    images,
    pid,
    node,
    writeNode,
    /** The peak memory of the process; 0 if it cannot be known, or the process is gone. */
    peak() {
      const status = `/proc/${pid()}/status`;
      const text = unlessEnded(() => readFileSync(status, "utf8"), "");
      return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024;
    },
  };
}

const flat = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: "teal" }, limitInputPixels: false });
const small = () => flat(30, 20).png().toBuffer();
let slowPicture: Promise<Buffer> | undefined;
/** Takes a second and most of the memory that a picture may take; made once, as that takes a second too. */
const slow = () => {
  slowPicture ??= blackPng({ ...LARGE, depth: 8, colourType: 6, isInterlaced: true });
  return slowPicture;
};
const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));

type Make = () => Buffer | Promise<Buffer>;
const hostile: [string, "memory" | "unreadable", Make][] = [
  [
    "an interlaced PNG of 16 bits",
    "memory",
    () => blackPng({ ...LARGE, depth: 16, colourType: 6, isInterlaced: true }),
  ],
  [
    "a progressive JPEG of full colour",
    "memory",
    () => flat(7071).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  ],
  ["an AVIF of 25 megapixels", "memory", () => flat(5000).avif({ effort: 0 }).toBuffer()],
  // Its header passes the check; the process finds that it takes too much.
  [
    "an AVIF of 17 megapixels in full colour",
    "memory",
    () => flat(4000, 4400).ensureAlpha(0.5).avif({ effort: 0 }).toBuffer(),
  ],
  ["a PNG that says it is larger", "unreadable", async () => withPngSize(await small(), 7000, 7000)],
  ["a PNG that says it is huge", "unreadable", async () => withPngSize(await small(), 60_000, 60_000)],
  [
    "a JPEG that says it is huge",
    "unreadable",
    async () => withJpegSize(await flat(30).jpeg().toBuffer(), 65_000, 65_000),
  ],
  [
    "an AVIF that says it is larger",
    "unreadable",
    async () => withAvifSize(await flat(300).avif().toBuffer(), 4000, 4000),
  ],
  [
    "an AVIF that says it is smaller",
    "unreadable",
    async () => withAvifSize(await flat(3000).avif({ effort: 0 }).toBuffer(), 30, 30),
  ],
  ["a JPEG of ten thousand scans", "unreadable", () => manyScans(1000, 1000, 10_000)],
  ["a GIF of 201 frames", "unreadable", () => manyFrames(201)],
  ["a GIF of 400,000 frames", "unreadable", () => manyFrames(400_000)],
  ["a WebP of 201 frames", "unreadable", () => animatedWebp(201)],
  ["half a PNG", "unreadable", async () => cut(await flat(500).png().toBuffer())],
  ["half a JPEG", "unreadable", async () => cut(await flat(500).jpeg().toBuffer())],
  ["half a GIF", "unreadable", async () => cut(await flat(500).gif().toBuffer())],
  ["half a WebP", "unreadable", async () => cut(await flat(500).webp().toBuffer())],
  ["half an AVIF", "unreadable", async () => cut(await flat(500).avif().toBuffer())],
];

test.each(hostile)("refuses %s (%s), and the next picture is processed", async (_name, fault, make) => {
  const { images, peak } = start();
  const bytes = await make();
  const began = performance.now();
  await expect(images.master(bytes)).rejects.toMatchObject({ name: "ImageError", fault });
  expect(performance.now() - began).toBeLessThan(MAX_REFUSAL_MS);
  expect(peak()).toBeLessThan(MAX_PEAK_BYTES);
  expect(await images.master(await small())).toMatchObject({ width: 30, height: 20, format: "jpg" });
});

const accepted: [string, Make][] = [
  ["an interlaced PNG", slow],
  ["a PNG of 16 bits", () => blackPng({ ...LARGE, depth: 16, colourType: 6, isInterlaced: false })],
  ["a progressive JPEG", () => flat(7071).jpeg({ progressive: true }).toBuffer()],
  ["a GIF", () => flat(7071).gif({ effort: 1 }).toBuffer()],
  ["a WebP", () => flat(7071).webp({ effort: 0 }).toBuffer()],
];

test.each(accepted)("accepts %s of 50 megapixels, and stays within its memory", async (_name, make) => {
  const { images, peak } = start();
  expect(await images.master(await make())).toMatchObject({ width: 1600, height: 1600 });
  expect(peak()).toBeLessThan(MAX_PEAK_BYTES);
});

test.each([
  [800, 12_000, 584, 8_764],
  [1_000, 20_000, 506, 10_119],
  [100, 40_000, 40, 16_000],
  [4_000, 3_000, 1600, 1200],
  [1_600, 3_200, 1600, 3200],
  [30, 20, 30, 20],
])("keeps a picture of %d x %d readable: %d x %d", async (width, height, ...expected) => {
  const { images } = start();
  const master = await images.master(await flat(width, height).jpeg().toBuffer());
  expect([master.width, master.height]).toEqual(expected);
});

test("rotates a picture upright, whichever of the eight orientations it has", async () => {
  const { images } = start();
  // Four colours in the corners of a rectangle.
  const corner = (background: string, left: number, top: number) => ({
    input: { create: { width: 40, height: 30, channels: 3 as const, background } },
    left,
    top,
  });
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const held = await flat(80, 60)
      .composite([corner("red", 0, 0), corner("lime", 40, 0), corner("blue", 0, 30), corner("white", 40, 30)])
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const { data, width, height } = await images.master(held);
    const pixels = (image: Sharp) => image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [turned, expected] = [await pixels(sharp(data)), await pixels(sharp(held).autoOrient())];
    expect([width, height], `orientation ${orientation}`).toEqual([expected.info.width, expected.info.height]);
    const difference = turned.data.reduce((sum, value, at) => sum + Math.abs(value - (expected.data[at] ?? 0)), 0);
    expect(difference / turned.data.length, `orientation ${orientation}`).toBeLessThan(3);
  }
});

test("a program that cannot be started fails the waiting pictures, and is tried again", async () => {
  const { images, node, writeNode } = start();
  rmSync(node);
  const bytes = await small();
  const refused = await Promise.allSettled([images.master(bytes), images.master(bytes)]);
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toBeInstanceOf(ImagesUnavailableError);
    expect(reason.retryAfter).toBeGreaterThanOrEqual(1);
  }
  writeNode();
  const again = async () =>
    images.master(bytes).then(
      (master) => master.width,
      () => null,
    );
  await expect.poll(again).toBe(30);
});

test("code that exits during its start is not blamed on a picture", async () => {
  const { images } = start({ workerPath: join(import.meta.dirname, "never-there.ts") });
  await expect(images.master(await small())).rejects.toBeInstanceOf(ImagesUnavailableError);
});

test.each([
  ["killed", "SIGKILL", ImagesUnavailableError],
  ["broken down", "SIGABRT", ImageError],
] as const)("a process that is %s fails one picture only", async (_how, signal, error) => {
  const { images, pid } = start();
  await images.master(await small());
  const [large, other] = [await slow(), await small()];
  const under = images.master(large);
  const next = images.master(other);
  const failed = expect(under).rejects.toBeInstanceOf(error);
  await nextTurn();
  process.kill(pid(), signal);
  await failed;
  expect(await next).toMatchObject({ width: 30 });
});

/** librsvg draws 10^14 rectangles for this, which is 30 s of the worker's time. */
function nestedSvg(): Buffer {
  const level = (id: number) => `<g id="g${id}">${`<use href="#g${id - 1}"/>`.repeat(10)}</g>`;
  const levels = Array.from({ length: 14 }, (_, at) => level(at + 1)).join("");
  const xml = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect id="g0" width="1" height="1"/>${levels}</svg>`;
  return Buffer.from(xml);
}

test("rejects a file by its first bytes without starting a process", async () => {
  const { images, pid } = start();
  for (const bytes of [nestedSvg(), Buffer.from("II*\0"), Buffer.from("%PDF-1.7"), Buffer.alloc(0)])
    await expect(images.master(bytes)).rejects.toMatchObject({ name: "ImageError", fault: "unreadable" });
  expect(pid).toThrow(/ENOENT/);
});

test("never runs another loader, even for a file that passed the check of its first bytes", async () => {
  const { images } = start({ taskTimeoutMs: 5_000 });
  const tiff = await flat(30).tiff().toBuffer();
  for (const bytes of [nestedSvg(), tiff])
    await expect(images.variant(bytes, 10, "webp")).rejects.toMatchObject({ fault: "unreadable" });
});

test.skipIf(!existsSync("/proc/self/environ"))("gives the process none of the server's settings", async () => {
  process.env.SECRET_KEY = "not for decoders";
  onTestFinished(() => {
    delete process.env.SECRET_KEY;
  });
  const { images, pid } = start();
  await images.master(await small());
  expect(readFileSync(`/proc/${pid()}/environ`, "utf8")).not.toContain("SECRET_KEY");
});

test("a picture that takes too long is abandoned, and its process with it", async () => {
  const { images, pid } = start({ taskTimeoutMs: 100 });
  await expect(images.master(await slow())).rejects.toMatchObject({ name: "ImageError", fault: "time" });
  const isThere = () => {
    try {
      return process.kill(pid(), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isThere).toBe(false);
});

test("the queue is bounded, and closing rejects what waits in it", async () => {
  const { images } = start();
  const bytes = await slow();
  const waiting = Array.from({ length: 17 }, () => images.master(bytes));
  const settled = Promise.allSettled(waiting);
  await expect(waiting[16]).rejects.toThrow("Too many pictures are waiting.");
  images.close();
  for (const outcome of await settled) expect(outcome.status).toBe("rejected");
});
