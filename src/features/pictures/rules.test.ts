import { expect, test } from "vitest";
import { addressesOf, editedFocus, keyInAddress, keysInTexts, searchedWords, tidyName } from "./rules.ts";

const KEY = "0123456789abcdef01234567";

test("a picture is taken down under every address it ever had", () => {
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

test("the pictures of an article are named once each, whatever their addresses", () => {
  const other = "b".repeat(24);
  const html = `<img src="/media/${KEY}/1x1.jpg"><a href="https://news.example/media/${KEY}/160.webp">x</a>`;
  expect(keysInTexts(`/media/${other}/2x2.png`, html, "/media/short/ /media/", "")).toEqual([other, KEY]);
});

test.each([
  ["C:\\photos\\Harbour at dawn.jpg", "Harbour at dawn.jpg"],
  ["../../etc/passwd", "passwd"],
  ["a\u0000b\nc.png", "a b c.png"],
  ["\ud800.png", ""],
  ["", ""],
  ["/", ""],
  ["é".repeat(300), "é".repeat(200)],
])("the file name %j is kept as %j", (given, kept) => {
  expect(tidyName(given)).toBe(kept);
});

test("a picture is searched by the words of all its texts, each once", () => {
  const texts = { name: "IMG-12.jpg", alt: "Łódź at dawn", caption: "Dawn, again", credit: "", licence: "CC BY" };
  expect(searchedWords(texts)).toBe(" img 12 jpg lodz at dawn again cc by");
});

test.each([
  [{ rotate: 90 as const }, { focal_x: 0.8, focal_y: 0.1 }],
  [{ rotate: 180 as const }, { focal_x: 0.9, focal_y: 0.8 }],
  [{ rotate: 270 as const }, { focal_x: 0.2, focal_y: 0.9 }],
  [{ crop: { x: 0, y: 0, width: 0.2, height: 0.4 } }, { focal_x: 0.5, focal_y: 0.5 }],
  // Cut off: the edge that is nearest to it.
  [{ crop: { x: 0.5, y: 0.5, width: 0.5, height: 0.5 } }, { focal_x: 0, focal_y: 0 }],
])("after the edit %j a focal point is where the same part of the picture is", (edit, focus) => {
  const { focal_x, focal_y } = editedFocus({ focal_x: 0.1, focal_y: 0.2 }, edit);
  expect(focal_x).toBeCloseTo(focus.focal_x);
  expect(focal_y).toBeCloseTo(focus.focal_y);
});
