import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  animatedWebp,
  manyFrames,
  manyScans,
  withAvifSize,
  withJpegSize,
  withPngSize,
} from "#test/support/hostile-pictures.ts";
import { flat, MAX_PEAK_BYTES, slow, small, startImages } from "#test/support/image-process.ts";
import { HAS_OTHER_USER, nodeOfOtherUser } from "#test/support/other-user.ts";
import { ImageError, ImagesUnavailableError } from "./images.ts";

/** Each of these is decided by its header, or given up early: well before a task's time limit, on a slow machine too. */
const MAX_REFUSAL_MS = 20_000;

const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));

type Make = () => Buffer | Promise<Buffer>;
const unreadable: [string, Make][] = [
  ["a PNG that says it is larger", async () => withPngSize(await small(), 7000, 7000)],
  ["a PNG that says it is huge", async () => withPngSize(await small(), 60_000, 60_000)],
  ["a JPEG that says it is huge", async () => withJpegSize(await flat(30).jpeg().toBuffer(), 65_000, 65_000)],
  ["an AVIF that says it is larger", async () => withAvifSize(await flat(300).avif().toBuffer(), 4000, 4000)],
  [
    "an AVIF that says it is smaller",
    async () => withAvifSize(await flat(3000).avif({ effort: 0 }).toBuffer(), 30, 30),
  ],
  ["a JPEG of ten thousand scans", () => manyScans(1000, 1000, 10_000)],
  ["a GIF of 201 frames", () => manyFrames(201)],
  ["a GIF of 400,000 frames", () => manyFrames(400_000)],
  ["a WebP of 201 frames", () => animatedWebp(201)],
  ["half a PNG", async () => cut(await flat(500).png().toBuffer())],
  ["half a JPEG", async () => cut(await flat(500).jpeg().toBuffer())],
  ["half a GIF", async () => cut(await flat(500).gif().toBuffer())],
  ["half a WebP", async () => cut(await flat(500).webp().toBuffer())],
  ["half an AVIF", async () => cut(await flat(500).avif().toBuffer())],
];

let shared: ReturnType<typeof startImages>;
let stop = () => {};
beforeAll(() => {
  shared = startImages({}, (given) => {
    stop = given;
  });
});
afterAll(() => stop());

test.each(unreadable)("refuses %s, and the next picture is processed", async (_name, make) => {
  const { images, peak } = shared;
  const bytes = await make();
  const start = performance.now();
  await expect(images.master(bytes)).rejects.toMatchObject({ name: "ImageError", fault: "unreadable" });
  expect(performance.now() - start).toBeLessThan(MAX_REFUSAL_MS);
  expect(peak()).toBeLessThan(MAX_PEAK_BYTES);
  expect(await images.master(await small())).toMatchObject({ width: 30, height: 20, format: "jpg" });
});

test.each([
  [800, 12_000, 584, 8_764],
  [1_000, 20_000, 506, 10_119],
  [100, 40_000, 40, 16_000],
  [4_000, 3_000, 1600, 1200],
  [12_000, 600, 8_000, 400],
  [12_000, 300, 12_000, 300],
  [40_000, 100, 16_000, 40],
  [6_000, 1_000, 2_400, 400],
  [1_600, 3_200, 1600, 3200],
  [30, 20, 30, 20],
])("keeps a picture of %d x %d readable: %d x %d", async (width, height, ...expected) => {
  const { images } = shared;
  const master = await images.master(await flat(width, height).jpeg().toBuffer());
  expect([master.width, master.height]).toEqual(expected);
});

test("rotates a picture upright, whichever of the eight orientations it has", async () => {
  const { images } = shared;
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
  const { images, node, writeNode } = startImages();
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
  const { images } = startImages({ workerPath: join(import.meta.dirname, "never-there.ts") });
  await expect(images.master(await small())).rejects.toBeInstanceOf(ImagesUnavailableError);
});

test.each([
  ["killed", "SIGKILL", ImagesUnavailableError],
  ["broken down", "SIGABRT", ImageError],
] as const)("a process that is %s fails one picture only", async (_how, signal, error) => {
  const { images, pid } = startImages();
  // Made first: the process ends when it is idle.
  const [large, other] = [await slow(), await small()];
  await images.master(other);
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
  const { images, pid } = startImages();
  for (const bytes of [nestedSvg(), Buffer.from("II*\0"), Buffer.from("%PDF-1.7"), Buffer.alloc(0)])
    await expect(images.master(bytes)).rejects.toMatchObject({ name: "ImageError", fault: "unreadable" });
  expect(pid).toThrow(/ENOENT/);
});

test("never runs another loader, even for a file that passed the check of its first bytes", async () => {
  const { images } = startImages();
  const tiff = await flat(30).tiff().toBuffer();
  for (const bytes of [nestedSvg(), tiff])
    await expect(images.variant(bytes, 10, "webp")).rejects.toMatchObject({ fault: "unreadable" });
});

test.skipIf(!existsSync("/proc/self/environ"))("gives the process none of the server's settings", async () => {
  process.env.SECRET_KEY = "not for decoders";
  onTestFinished(() => {
    delete process.env.SECRET_KEY;
  });
  const { images, pid } = startImages();
  await images.master(await small());
  expect(readFileSync(`/proc/${pid()}/environ`, "utf8")).not.toContain("SECRET_KEY");
});

test("a picture that takes too long is abandoned, and its process with it", async () => {
  const { images, pid } = startImages({ taskTimeoutMs: 100 });
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
  const { images } = startImages();
  const bytes = await slow();
  const waiting = Array.from({ length: 17 }, () => images.master(bytes));
  const settled = Promise.allSettled(waiting);
  await expect(waiting[16]).rejects.toThrow("Too many pictures are waiting.");
  images.close();
  for (const outcome of await settled) expect(outcome.status).toBe("rejected");
});

test.skipIf(!HAS_OTHER_USER)("a lowered priority, which only root may raise, is no fault", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-priority-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { images } = startImages({ execPath: nodeOfOtherUser(folder, 6) });
  expect(await images.master(await small())).toMatchObject({ width: 30, height: 20 });
});
