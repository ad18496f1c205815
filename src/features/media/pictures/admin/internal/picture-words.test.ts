import { describe, expect, test } from "vitest";
import { inTimeZone } from "#test/support/time-zone.ts";
import { fileSize, kindOfUse, momentsOf, nameOf, PERIODS } from "./picture-words.ts";

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
