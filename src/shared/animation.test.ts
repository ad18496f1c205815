import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { isAnimated } from "./animation.ts";

const frame = (at: number) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 60 * at, g: 20, b: 90 } } });
const joined = async (count: number) => {
  const frames = Array.from({ length: count }, (_, at) => frame(at).png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } });
};
const still = () => frame(1);
const chunk = (type: string, data: number[] = []) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, Buffer.from(data), Buffer.alloc(4)]);
};

test.each(["gif", "webp"] as const)("tells an animated %s from a still one", async (format) => {
  const animated = await (await joined(3))[format]({ loop: 0 }).toBuffer();
  expect(isAnimated(animated)).toBe(true);
  expect(isAnimated(await still()[format]().toBuffer())).toBe(false);
  for (let length = 0; length < animated.length; length += 3)
    expect(isAnimated(animated.subarray(0, length))).toBeTypeOf("boolean");
});

test("tells an animated PNG or AVIF from a still one, and knows no other animations", async () => {
  const png = await still().png().toBuffer();
  expect(isAnimated(png)).toBe(false);
  expect(isAnimated(Buffer.concat([png.subarray(0, 33), chunk("acTL", [0, 0, 0, 2]), png.subarray(33)]))).toBe(true);
  expect(isAnimated(Buffer.concat([png.subarray(0, 8), chunk("IDAT"), chunk("acTL")]))).toBe(false);
  expect(isAnimated(Buffer.from("\0\0\0\x20ftypavis\0\0\0\0", "latin1"))).toBe(true);
  for (const bytes of [
    Buffer.from(""),
    Buffer.from("GIF89a"),
    await still().jpeg().toBuffer(),
    readFileSync(import.meta.filename),
  ])
    expect(isAnimated(bytes)).toBe(false);
});
