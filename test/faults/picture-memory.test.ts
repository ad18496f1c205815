import { expect, test } from "vitest";
import { blackPng } from "#test/support/hostile-pictures.ts";
import { flat, LARGE, MAX_PEAK_BYTES, slow, small, startImages } from "#test/support/image-process.ts";

type Make = () => Buffer | Promise<Buffer>;
const tooLarge: [string, Make][] = [
  ["an interlaced PNG of 16 bits", () => blackPng({ ...LARGE, depth: 16, colourType: 6, isInterlaced: true })],
  [
    "a progressive JPEG of full colour",
    () => flat(7071).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  ],
  ["an AVIF of 25 megapixels", () => flat(5000).avif({ effort: 0 }).toBuffer()],
  // Its header passes the check; the process finds that it takes too much.
  ["an AVIF of 17 megapixels in full colour", () => flat(4000, 4400).ensureAlpha(0.5).avif({ effort: 0 }).toBuffer()],
];

test.each(tooLarge)("refuses %s, and the next picture is processed", async (_name, make) => {
  const { images, peak } = startImages();
  await expect(images.master(await make())).rejects.toMatchObject({ name: "ImageError", fault: "memory" });
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
  const { images, peak } = startImages();
  expect(await images.master(await make())).toMatchObject({ width: 1600, height: 1600 });
  expect(peak()).toBeLessThan(MAX_PEAK_BYTES);
});
