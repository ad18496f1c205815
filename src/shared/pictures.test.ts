import { describe, expect, test } from "vitest";
import { addressesOf, keyInAddress } from "#features/media/rules.ts";
import { parsePictureUrl, pictureSrcSet, pictureUrl, pictureWidths } from "./pictures.ts";

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

  test("says all that others are derived from", () => {
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
  ])("is none of ours where it is %j", (url) => {
    expect(parsePictureUrl(url)).toBeNull();
    expect(pictureSrcSet(url, "avif")).toBeNull();
  });

  test("offers each width once, in one format", () => {
    expect(pictureSrcSet(`/media/${KEY}/320x200.jpg`, "webp")).toBe(
      `/media/${KEY}/160.webp 160w, /media/${KEY}/320.webp 320w`,
    );
  });

  test("is taken down with every address that it was ever shown by", () => {
    const stored = { key: KEY, width: 320, height: 200, fallback_format: "jpg" } as const;
    expect(addressesOf(stored)).toEqual([
      `/media/${KEY}/320x200.jpg`,
      `/media/${KEY}/160.avif`,
      `/media/${KEY}/160.webp`,
      `/media/${KEY}/320.avif`,
      `/media/${KEY}/320.webp`,
    ]);
  });

  test.each([
    [KEY, KEY],
    [`/media/${KEY}/320.avif`, KEY],
    [`https://news.example/media/${KEY}/320x200.jpg?x#y`, KEY],
    [`/media/${KEY}`, KEY],
    [`/media/${KEY}.jpg`, undefined],
    [`/other/${KEY}/320.avif`, undefined],
    ["/media/UPPERCASE/320.avif", undefined],
    ["", undefined],
  ])("an operator may name a picture by %j", (address, key) => {
    expect(keyInAddress(address)).toBe(key);
  });
});
