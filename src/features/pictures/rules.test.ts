import { expect, test } from "vitest";
import { addressesOf, keyInAddress } from "./rules.ts";

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
