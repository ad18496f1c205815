import fc from "fast-check";
import { expect, test } from "vitest";
import { isStorable } from "#shared/text.ts";
import {
  addressesOf,
  editedFocus,
  fieldReplaced,
  isReplaceable,
  keyInAddress,
  keysInTexts,
  pictureVersion,
  searchedWords,
  tidyName,
} from "./rules.ts";

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
  // Cut off: moves to the nearest edge.
  [{ crop: { x: 0.5, y: 0.5, width: 0.5, height: 0.5 } }, { focal_x: 0, focal_y: 0 }],
])("after the edit %j a focal point is where the same part of the picture is", (edit, focus) => {
  const { focal_x, focal_y } = editedFocus({ focal_x: 0.1, focal_y: 0.2 }, edit);
  expect(focal_x).toBeCloseTo(focus.focal_x);
  expect(focal_y).toBeCloseTo(focus.focal_y);
});

test("a focal point stays within the picture whatever is cut off, and where it was after four quarter turns", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const point = fc.record({ focal_x: share, focal_y: share });
  const size = fc.double({ min: 0.01, max: 1, noNaN: true });
  const crop = fc.record({ x: share, y: share, width: size, height: size });
  fc.assert(
    fc.property(point, crop, fc.constantFrom(90 as const, 180 as const, 270 as const), (before, cut, rotate) => {
      const after = editedFocus(before, { rotate, crop: cut });
      for (const each of Object.values(after)) expect(each >= 0 && each <= 1, String(each)).toBe(true);
      let turned = before;
      for (let turns = 0; turns < 4; turns += 1) turned = editedFocus(turned, { rotate });
      expect(turned.focal_x).toBeCloseTo(before.focal_x);
      expect(turned.focal_y).toBeCloseTo(before.focal_y);
    }),
  );
});

test("a picture is turned before it is cropped, as the shares of the crop are of what the editor sees", () => {
  const after = editedFocus(
    { focal_x: 0.1, focal_y: 0.2 },
    { rotate: 90, crop: { x: 0.6, y: 0, width: 0.4, height: 1 } },
  );
  expect([after.focal_x.toFixed(3), after.focal_y.toFixed(3)]).toEqual(["0.500", "0.100"]);
});

test("a file name that is kept can be stored, is no path, and is at most 200 characters, whatever a client sent", () => {
  const parts = fc.constantFrom(
    "🦒",
    "é",
    "\ud800",
    "\u0000",
    "\r\n",
    "\u007f",
    "/",
    "\\",
    "..",
    " ",
    "a".repeat(150),
    "\u202e",
  );
  const names = fc.oneof(
    fc.string(),
    fc.array(parts).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(names, (given) => {
      const name = tidyName(given);
      expect(isStorable(name)).toBe(true);
      expect([...name].filter((letter) => letter < " " || "/\\\u007f".includes(letter))).toEqual([]);
      expect([...name].length).toBeLessThanOrEqual(200);
    }),
  );
});

test("every text and both shares of the focal point make another version, and texts do not run into each other", () => {
  const picture = { alt: "a", caption: "b", credit: "", licence: "c", focal_x: 0.5, focal_y: 0.25 };
  const others = [
    { alt: "" },
    { alt: "ab", caption: "" },
    { credit: "c", licence: "" },
    { caption: "B" },
    { focal_x: 0.25, focal_y: 0.5 },
    { focal_y: 0.26 },
  ];
  const versions = [picture, ...others.map((other) => ({ ...picture, ...other }))].map(pictureVersion);
  expect(new Set(versions).size).toBe(versions.length);
  expect(pictureVersion({ ...picture })).toBe(versions[0]);
});

test("what was sent and what is in the trash keep their picture", () => {
  expect([{}, { is_sent: true as const }, { is_trashed: true as const }].map(isReplaceable)).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ["the address", `/media/${KEY}/320x200.jpg`, "/new"],
  ["the address with a focal point", `/media/${KEY}/320x200.jpg#focus=10,20`, "/new"],
  ["the whole address", `https://news.example/media/${KEY}/320x200.jpg`, "/new"],
  ["another picture, whose key begins alike", `/media/${KEY}8/320x200.jpg`, `/media/${KEY}8/320x200.jpg`],
  ["nothing", "", ""],
])("a field with %s of a picture that is replaced", (_what, field, after) => {
  expect(fieldReplaced(field, KEY, "/new")).toBe(after);
});
