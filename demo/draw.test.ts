import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type OutputInfo } from "sharp";
import { expect, test } from "vitest";
import { readEdition, readPicture } from "#app/demo/edition.ts";
import { DEMO_DIR, DRAWN, drawEdition, hashOf } from "./draw.ts";

/** Pictures are compared this wide, in pixels: what differs by encoder or renderer version vanishes. */
const WIDTH = 64;
/** Mean difference of all samples, of 255. */
const TOLERANCE = 6;

const drawings = drawEdition(readEdition(DEMO_DIR));
type Pixels = { data: Buffer; info: OutputInfo };
const pixels = (bytes: Uint8Array): Promise<Pixels> =>
  sharp(bytes).flatten().resize(WIDTH).raw().toBuffer({ resolveWithObject: true });

/** Of two pictures of one size; those of two sizes differ without end. */
function difference(left: Pixels, right: Pixels): number {
  if (left.info.height !== right.info.height) return Number.POSITIVE_INFINITY;
  return left.data.reduce((sum, value, at) => sum + Math.abs(value - (right.data[at] ?? 0)), 0) / left.data.length;
}

test("every picture of the first edition is stored, and no others are", () => {
  const stored = readdirSync(join(DEMO_DIR, "pictures")).filter((name) => name.endsWith(".webp"));
  expect(stored.sort()).toEqual([...drawings.keys()].map((name) => `${name}.webp`).sort());
});

test("the stored pictures were made from exactly what the script draws", () => {
  const drawn = JSON.parse(readFileSync(DRAWN, "utf8"));
  expect(Object.fromEntries([...drawings].map(([name, svg]) => [name, hashOf(svg)]))).toEqual(drawn);
});

test("each stored picture matches its own drawing better than any other", async () => {
  const drawn = new Map<string, Pixels>();
  for (const [name, svg] of drawings) drawn.set(name, await pixels(Buffer.from(svg)));
  for (const [name] of drawings) {
    const stored = await pixels(await readPicture(DEMO_DIR, name));
    const distances = [...drawn].map(([other, picture]) => ({ other, distance: difference(stored, picture) }));
    const nearest = distances.reduce((best, next) => (next.distance < best.distance ? next : best));
    expect(nearest.other, name).toBe(name);
    expect(nearest.distance, name).toBeLessThan(TOLERANCE);
  }
});
