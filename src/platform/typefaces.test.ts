import { createHash } from "node:crypto";
import { constants, deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ARABIC, cutFont, ITALIC, packagedFont, SLAB, tableAt, withPermissions } from "#test/support/fonts.ts";
import { MAX_PEAK_BYTES, startImages } from "#test/support/image-process.ts";
import { hasFontSignature } from "./image-limits.ts";

const TEXT = { hasOneWeight: false };
/** The limit of the process, and what is allocated until it is noticed. */
const MAX_BYTES = MAX_PEAK_BYTES + 150_000_000;

let shared: ReturnType<typeof startImages>;
let stop = () => {};
beforeAll(() => {
  shared = startImages({}, (given) => {
    stop = given;
  });
});
afterAll(() => stop());

test.each(["truetype", "woff"] as const)("cuts a %s font into the ranges that it has", async (targetFormat) => {
  const font = await cutFont(SLAB, { targetFormat });
  const cut = await shared.images.typeface(font, TEXT);
  expect(cut).toMatchObject({ family: "Roboto Slab", isItalic: false, isSerif: true, weights: [400, 700] });
  expect(cut.parts.map(({ letters }) => letters)).toEqual(["basic", "western", "names", "vietnamese"]);
  for (const { bytes } of cut.parts) expect(Buffer.from(bytes).toString("latin1", 0, 4)).toBe("wOF2");
  expect(cut.metrics.xHeight).toBeCloseTo(0.528, 1);
  expect(cut.metrics.boldWidth).toBeGreaterThan(cut.metrics.width);
});

test("cuts a variable font at one weight for headlines, which is smaller, and reads italics", async () => {
  const font = packagedFont(ITALIC);
  const [one, all] = [
    await shared.images.typeface(font, { hasOneWeight: true }),
    await shared.images.typeface(font, TEXT),
  ];
  expect(one).toMatchObject({ weights: [600, 600], isItalic: true });
  expect(one.parts[0]?.bytes.length ?? 0).toBeLessThan(all.parts[0]?.bytes.length ?? 0);
});

test("Arabic letters need no Latin ones, and are cut only of fonts that have them", async () => {
  const { parts, metrics } = await shared.images.typeface(packagedFont(ARABIC), TEXT);
  expect(parts.map(({ letters }) => letters)).toContain("arabic");
  expect(parts.map(({ letters }) => letters)).not.toContain("basic");
  expect(metrics.width).toBe(0);
});

test.each([
  ["restricted", 0x0002, false],
  ["no parts", 0x0100, false],
  ["bitmaps alone", 0x0200, false],
  ["editable", 0x0008, true],
  ["restricted, but also editable, which counts", 0x000a, true],
])("embedding permissions: %s", async (_name, fsType, isAllowed) => {
  const cut = shared.images.typeface(withPermissions(await cutFont(SLAB, { wght: 400 }), fsType), TEXT);
  if (isAllowed) await expect(cut).resolves.toMatchObject({ weights: [400, 400] });
  else await expect(cut).rejects.toMatchObject({ fault: "embedding" });
});

test("rejects a font without a complete alphabet", async () => {
  const font = await cutFont(SLAB, { text: "Hamburg" });
  await expect(shared.images.typeface(font, TEXT)).rejects.toMatchObject({ fault: "letters" });
});

/** A WOFF of one table, whose data becomes a gibibyte. */
function woffBomb(): Buffer {
  // A block that ends with a full flush can be repeated.
  const block = deflateRawSync(Buffer.alloc(8 * 1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  const data = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 128 }, () => block)]);
  const header = Buffer.alloc(64);
  header.write("wOFF", 0, "latin1");
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt32BE(64 + data.length, 8);
  header.writeUInt16BE(1, 12);
  header.writeUInt32BE(0xfffffff, 16);
  header.write("glyf", 44, "latin1");
  header.writeUInt32BE(64, 48);
  header.writeUInt32BE(data.length, 52);
  header.writeUInt32BE(0xfffffff, 56);
  return Buffer.concat([header, data]);
}

const slab = () => cutFont(SLAB, { wght: 400 });
const bytesFrom = (seed: string, count: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(count / 32) }, (_, at) => createHash("sha256").update(`${seed}${at}`).digest()),
  );

const hostile: [string, () => Buffer | Promise<Buffer>][] = [
  ["half a font", async () => (await slab()).subarray(0, 9_000)],
  ["half a WOFF2", () => packagedFont(SLAB).subarray(0, 9_000)],
  ["a signature alone", () => Buffer.from("OTTO")],
  ["a signature with random bytes", () => Buffer.concat([Buffer.from("wOF2"), bytesFrom("a", 200_000)])],
  [
    "sixty-five thousand tables",
    () => Buffer.concat([Buffer.from([0, 1, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0]), bytesFrom("b", 1_100_000)]),
  ],
  [
    "letters that are random bytes",
    async () => {
      const font = Buffer.from(await slab());
      bytesFrom("c", 20_000).copy(font, tableAt(font, "cmap"), 0, 2_000);
      return font;
    },
  ],
  ["a WOFF that becomes a gibibyte", woffBomb],
];

test.each(hostile)("rejects %s within bounds, and cuts the next font", async (_name, make) => {
  const bytes = await make();
  const start = performance.now();
  await expect(shared.images.typeface(bytes, TEXT)).rejects.toMatchObject({ name: "ImageError" });
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(shared.peak()).toBeLessThan(MAX_BYTES);
  await expect(shared.images.typeface(await slab(), TEXT)).resolves.toMatchObject({ family: "Roboto Slab" });
});

test("font collections, pictures and texts are rejected whatever their names", () => {
  for (const text of ["ttcf", "\x89PNG", "<svg", "%PDF", "%!PS", ""])
    expect(hasFontSignature(Buffer.from(text, "latin1"))).toBe(false);
});
