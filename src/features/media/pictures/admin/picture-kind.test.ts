import { expect, test } from "vitest";
import type { StoredPicture } from "../schema.ts";
import { thumbnailUrl, versioned } from "./calls.ts";
import { PICTURE_KIND } from "./picture-kind.ts";
import { creditOf, isStored } from "./stored-picture.ts";
import { refusalOf } from "./upload.ts";

const KEY = "0123456789abcdef01234567";
const PICTURE: StoredPicture = {
  ...{ id: 7, url: `/media/${KEY}/1600x900.jpg`, width: 1600, height: 900, created_at: "2026-11-20T12:00:00.000Z" },
  ...{ name: "harbour.jpg", alt: "A harbour", caption: "", credit: "", licence: "", focal_x: 0.5, focal_y: 0.255 },
  ...{ size: 1_000, uploaded_by: null, is_own: false, tags: [] },
};

test("what an editor types around a text is not stored, and the focal point stays as it was set", () => {
  const typed = { alt: " A harbour\n", caption: "\t", credit: "A ", licence: " CC", focal_x: 0.1, focal_y: 1 };
  expect(PICTURE_KIND.tidy?.(typed)).toEqual({
    ...{ alt: "A harbour", caption: "", credit: "A", licence: "CC", focal_x: 0.1, focal_y: 1 },
  });
});

test("a conflict shows focal points in percent, and calls the picture by the best text that it has", () => {
  const { fields, titleOf, valuesOf } = PICTURE_KIND;
  const values = valuesOf(PICTURE);
  expect([fields.focal_x?.show(values), fields.focal_y?.show(values)]).toEqual(["50 %", "26 %"]);
  const titles = [{}, { alt: "", caption: "At dawn" }, { alt: "" }].map((texts) => titleOf({ ...values, ...texts }));
  expect(titles).toEqual(["A harbour", "At dawn", "a picture"]);
});

test("only what an editor sets is edited, and makes another version", () => {
  expect(Object.keys(PICTURE_KIND.valuesOf(PICTURE)).sort()).toEqual(Object.keys(PICTURE_KIND.empty).sort());
  const etag = (change: Partial<StoredPicture>) => versioned({ ...PICTURE, ...change }).etag;
  expect(etag({ size: 2, is_own: true, uploaded_by: "Amina" })).toBe(etag({}));
  expect(etag({ credit: "Amina" })).not.toBe(etag({}));
  expect(etag({})).toMatch(/^"[^"]+"$/);
});

test.each([
  ["a large picture by its small variant", PICTURE, `/media/${KEY}/320.webp`],
  ["one that is no wider by itself", { ...PICTURE, width: 320 }, PICTURE.url],
  ["one that is not stored here by its address", { ...PICTURE, url: "/demo.jpg" }, "/demo.jpg"],
])("a grid shows %s", (_what, picture, url) => {
  expect(thumbnailUrl(picture)).toBe(url);
});

test.each([
  [PICTURE.url, true],
  [`${PICTURE.url}#focus=10,20`, true],
  [`https://news.example${PICTURE.url}`, false],
  [`//evil.example${PICTURE.url}`, false],
  [`/media/${KEY}/320.webp`, false],
  ["", false],
])("the library is asked about %j: %s", (address, isAsked) => {
  expect(isStored(address)).toBe(isAsked);
});

test.each([
  ["Amina Yusuf", "CC BY 4.0", "Amina Yusuf, CC BY 4.0"],
  ["Amina Yusuf", "", "Amina Yusuf"],
  ["", "CC BY 4.0", "CC BY 4.0"],
  ["", "", ""],
])("the credit %j with the licence %j is %j", (credit, licence, text) => {
  expect(creditOf({ ...PICTURE, credit, licence })).toBe(text);
});

test("a file is refused before it is sent where it is no image, or larger than the server takes", () => {
  const file = (bytes: number, type: string) => {
    const made = new File([], "x", { type });
    Object.defineProperty(made, "size", { value: bytes });
    return refusalOf(made)?.description ?? null;
  };
  const limit = 10 * 1024 * 1024;
  expect(file(limit, "image/png")).toBeNull();
  expect(file(limit + 1, "image/png")).toBe("The file is too large: at most 10 MiB.");
  for (const type of ["", "text/html", "application/image/png"])
    expect(file(1, type), type).toBe("Only image files are allowed");
  // A kind that only the server can judge.
  expect(file(1, "image/x-unknown")).toBeNull();
});
