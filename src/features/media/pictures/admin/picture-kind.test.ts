import { describe, expect, test } from "vitest";
import { inTimeZone } from "#test/support/time-zone.ts";
import type { StoredPicture } from "../schema.ts";
import { creditOf, isStored, thumbnailUrl, versioned } from "./calls.ts";
import { fileSize, kindOfUse, momentsOf, nameOf, PERIODS, PICTURE_KIND } from "./picture-kind.ts";
import { refusalOf } from "./use-upload.ts";

test.each([
  [{ alt: "A harbour", name: "IMG_1.jpg" }, "A harbour"],
  [{ alt: "", name: "IMG_1.jpg" }, "IMG_1.jpg"],
  [{ alt: "", name: "" }, "Picture 7"],
])("a picture with %j is called %j", (texts, name) => {
  expect(nameOf({ id: 7, ...texts })).toBe(name);
});

test.each([
  [0, "1 kB"],
  [1_535, "1 kB"],
  [1_536, "2 kB"],
  [999 * 1024, "999 kB"],
  [1024 * 1024 - 1, "1.0 MB"],
  [1024 * 1024, "1.0 MB"],
  [10 * 1024 * 1024, "10.0 MB"],
])("a file of %d bytes has %s", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});

test("a use is named by what it is, and by what keeps it from being changed", () => {
  const use = { id: 1, title: "" };
  expect(kindOfUse({ ...use, type: "article" })).toBe("Article");
  expect(kindOfUse({ ...use, type: "article", is_trashed: true })).toBe("Article in the trash");
  expect(kindOfUse({ ...use, type: "issue" })).toBe("Newsletter");
  expect(kindOfUse({ ...use, type: "issue", is_sent: true })).toBe("Sent newsletter");
  expect(kindOfUse({ ...use, type: "author" })).toBe("Portrait");
});

describe("when pictures were uploaded is counted in the browser's days", () => {
  inTimeZone("Europe/Berlin");

  test("of which a week has seven, with today, from its first moment on", () => {
    expect(momentsOf("week", new Date("2026-11-20T12:00:00+01:00"))).toEqual({
      from: "2026-11-13T23:00:00.000Z",
      to: "",
    });
  });

  test.each([
    ["the clocks were set back", "week", "2026-10-28T09:00:00+01:00", "2026-10-21T22:00:00.000Z"],
    ["the clocks were set forward", "week", "2026-03-31T09:00:00+02:00", "2026-03-24T23:00:00.000Z"],
    ["the clocks were set back", "month", "2026-11-10T09:00:00+01:00", "2026-10-11T22:00:00.000Z"],
  ] as const)("also where %s within the %s", (_what, period, now, from) => {
    expect(momentsOf(period, new Date(now)).from).toBe(from);
  });

  test("and a year begins where it does for the editor", () => {
    const now = new Date("2026-01-01T00:30:00+01:00");
    expect(momentsOf("year", now)).toEqual({ from: "2025-12-31T23:00:00.000Z", to: "" });
    expect(momentsOf("earlier", now)).toEqual({ from: "", to: "2025-12-31T22:59:59.999Z" });
  });

  test("so that a list asks for the same all day", () => {
    const [early, late] = [new Date("2026-11-20T00:00:00+01:00"), new Date("2026-11-20T23:59:59+01:00")];
    for (const { value } of PERIODS) expect(momentsOf(value, early)).toEqual(momentsOf(value, late));
  });

  test("and any date is no limit", () => {
    expect(momentsOf("", new Date())).toEqual({ from: "", to: "" });
  });
});

const KEY = "0123456789abcdef01234567";
const PICTURE: StoredPicture = {
  id: 7,
  url: `/media/${KEY}/1600x900.jpg`,
  width: 1600,
  height: 900,
  created_at: "2026-11-20T12:00:00.000Z",
  name: "harbour.jpg",
  alt: "A harbour",
  caption: "",
  credit: "",
  licence: "",
  focal_x: 0.5,
  focal_y: 0.255,
  size: 1_000,
  uploaded_by: null,
  is_own: false,
  tags: [],
};

test("what an editor types around a text is not stored, and the focal point stays as it was set", () => {
  const typed = { alt: " A harbour\n", caption: "\t", credit: "A ", licence: " CC", focal_x: 0.1, focal_y: 1 };
  expect(PICTURE_KIND.tidy?.(typed)).toEqual({
    alt: "A harbour",
    caption: "",
    credit: "A",
    licence: "CC",
    focal_x: 0.1,
    focal_y: 1,
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

test("a file is refused before it is sent where it is no image, or larger than the server takes", async () => {
  const file = async (bytes: number, type: string) => {
    const made = new File([], "x", { type });
    Object.defineProperty(made, "size", { value: bytes });
    return (await refusalOf(made))?.title ?? null;
  };
  const limit = 10 * 1024 * 1024;
  expect(await file(limit, "image/png")).toBeNull();
  expect(await file(limit + 1, "image/png")).toBe("Upload failed");
  for (const type of ["", "text/html", "application/image/png"])
    expect(await file(1, type), type).toBe("Invalid file type");
  // A kind that only the server can judge.
  expect(await file(1, "image/x-unknown")).toBeNull();
});
