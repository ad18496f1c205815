import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readEdition, readPicture } from "#app/demo/edition.ts";
import { DEMO_DIR, DRAWN, drawEdition, hashOf } from "./draw.ts";

/** Pictures are compared this wide, in pixels: what differs by encoder or renderer version vanishes. */
const WIDTH = 160;
/** Mean difference of all samples, of 255. Two pictures of the edition differ by ten times as much and more. */
const TOLERANCE = 2.5;

const drawings = drawEdition(readEdition(DEMO_DIR));
const pixels = (bytes: Uint8Array) => sharp(bytes).flatten().resize(WIDTH).raw().toBuffer({ resolveWithObject: true });

test("every picture of the first edition is stored, and none beside them", () => {
  const stored = readdirSync(join(DEMO_DIR, "pictures")).filter((name) => name.endsWith(".webp"));
  expect(stored.sort()).toEqual([...drawings.keys()].map((name) => `${name}.webp`).sort());
});

test("the script draws exactly what the stored pictures were made of", () => {
  const drawn = JSON.parse(readFileSync(DRAWN, "utf8"));
  expect(Object.fromEntries([...drawings].map(([name, svg]) => [name, hashOf(svg)]))).toEqual(drawn);
});

test("a stored picture shows what its drawing shows", async () => {
  for (const [name, svg] of drawings) {
    const [drawn, stored] = await Promise.all([pixels(Buffer.from(svg)), pixels(await readPicture(DEMO_DIR, name))]);
    expect(stored.info, name).toMatchObject({ width: drawn.info.width, height: drawn.info.height, channels: 3 });
    const difference = drawn.data.reduce((sum, value, at) => sum + Math.abs(value - (stored.data[at] ?? 0)), 0);
    expect(difference / drawn.data.length, name).toBeLessThan(TOLERANCE);
  }
});
