import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  canBeCropped,
  cropOf,
  focusedUrl,
  isAnimated,
  isRemote,
  ownUrl,
  parsePictureUrl,
  pictureSrcSet,
  pictureUrl,
  pictureWidths,
  plainUrl,
} from "./pictures.ts";

const KEY = "0123456789abcdef01234567";

test.each([
  [1, [1]],
  [160, [160]],
  [161, [160, 161]],
  [1_000, [160, 320, 640, 960, 1_000]],
  [1_600, [160, 320, 640, 960, 1_280, 1_600]],
  // Nothing larger is ever shown.
  [8_000, [160, 320, 640, 960, 1_280, 1_600]],
])("a picture %i wide is offered in the widths %j", (width, widths) => {
  expect(pictureWidths(width)).toEqual(widths);
});

describe("the address of a stored picture", () => {
  const picture = { key: KEY, width: 8_000, height: 600, fallbackFormat: "png" } as const;

  test("contains all that others are derived from", () => {
    expect(pictureUrl(picture)).toBe(`/media/${KEY}/8000x600.png`);
    expect(parsePictureUrl(pictureUrl(picture))).toEqual(picture);
  });

  test.each([
    `https://news.example/media/${KEY}/8000x600.png`,
    `/media/${KEY}/640.avif`,
    `/media/${KEY}/8000x600.gif`,
    `/media/${KEY}/8000x600.png?x`,
    `/media/${KEY.toUpperCase()}/8000x600.png`,
    "/media/short/8000x600.png",
    `/media/../${KEY}/8000x600.png`,
    "/fallback.jpg",
  ])("is not one of ours if it is %j", (url) => {
    expect(parsePictureUrl(url)).toBeNull();
    expect(pictureSrcSet(url, "avif")).toBeNull();
  });

  test("offers each width once, in one format", () => {
    expect(pictureSrcSet(`/media/${KEY}/320x200.jpg`, "webp")).toBe(
      `/media/${KEY}/160.webp 160w, /media/${KEY}/320.webp 320w`,
    );
  });
});

describe("the focal point in an address", () => {
  const url = `/media/${KEY}/320x200.jpg`;

  test.each([
    [0, 1, `${url}#focus=0,100`],
    [0.51, 0.274, `${url}#focus=50,25`],
    // The middle, or as good as it.
    [0.5, 0.5, url],
    [0.52, 0.49, url],
    [null, null, url],
  ])("of %j and %j is in steps", (x, y, focused) => {
    expect(focusedUrl(url, x, y)).toBe(focused);
    expect(plainUrl(focused)).toBe(url);
    expect(pictureSrcSet(focused, "avif")).toBe(pictureSrcSet(url, "avif"));
  });

  test("replaces another one, and is not added to foreign pictures", () => {
    expect(focusedUrl(`${url}#focus=10,10`, 0, 0)).toBe(`${url}#focus=0,0`);
    for (const foreign of ["https://elsewhere.example/a.jpg#focus=1,2", "/fallback.jpg", ""])
      for (const made of [focusedUrl(foreign, 0, 0), plainUrl(foreign)]) expect(made).toBe(foreign);
  });
});

describe("a crop for other sites", () => {
  const url = `/media/${KEY}/4000x3000.jpg`;

  test("is named after the point around which it is made: another one is another file", () => {
    expect(cropOf(url, "card", 0.33, 0.66)).toEqual({ url: `/media/${KEY}/card-35-65.jpg`, width: 1_200, height: 630 });
    expect(cropOf(url, "square", null, null)?.url).toBe(`/media/${KEY}/square-50-50.jpg`);
    expect(cropOf(`${url}#focus=10,10`, "card", 0, 1)?.url).toBe(`/media/${KEY}/card-0-100.jpg`);
  });

  test("is made of half as many pixels as it has, and of no fewer", () => {
    expect(canBeCropped({ width: 600, height: 315 }, "card")).toBe(true);
    expect(canBeCropped({ width: 599, height: 3_000 }, "card")).toBe(false);
    expect(canBeCropped({ width: 3_000, height: 314 }, "card")).toBe(false);
    expect(cropOf(`/media/${KEY}/600x314.jpg`, "card", null, null)).toBeNull();
    expect(cropOf("https://elsewhere.example/a.jpg", "card", null, null)).toBeNull();
  });
});

describe("a picture that readers' pages name", () => {
  test.each([
    "https://elsewhere.example/a.jpg",
    "HTTP://elsewhere.example/a.jpg",
    "//elsewhere.example/a.jpg",
    "/\\elsewhere.example/a.jpg",
    "\\\\elsewhere.example\\a.jpg",
    "data:image/png;base64,AAAA",
    "javascript:alert(1)",
    // Browsers pass over these before they look for the scheme.
    " \thttps://elsewhere.example/a.jpg",
    "ht\ntps://elsewhere.example/a.jpg",
    "/\n/elsewhere.example/a.jpg",
    "\u0000//elsewhere.example/a.jpg",
  ])("is never %j, which is on another host or no address", (address) => {
    expect(isRemote(address)).toBe(true);
    expect(ownUrl(address)).toBe("");
  });

  test.each(["/media/x/1x1.jpg", "/a:b.jpg", "a/b:c.jpg", "/og-default.jpg?x=https://y", "", "/цена.jpg"])(
    "may be %j, which is on this site",
    (address) => {
      expect(ownUrl(address)).toBe(address);
    },
  );
});

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
