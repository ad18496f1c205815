import { describe, expect, it } from "vitest";
import { dateIn, dateOrderIn } from "./dates.ts";

const shown = (text: string, options = {}) => {
  const time = dateIn(text, options);
  return time === null ? null : new Date(time).toISOString().replace(":00.000Z", "Z");
};

describe("dates of sources", () => {
  it.each([
    ["2020-01-02", "2020-01-02T00:00Z"],
    ["2020", "2020-01-01T00:00Z"],
    ["2020-05", "2020-05-01T00:00Z"],
    ["2020-1-2", "2020-01-02T00:00Z"],
    ["2020/01/02", "2020-01-02T00:00Z"],
    ["2020年1月2日", "2020-01-02T00:00Z"],
    ["20200102", "2020-01-02T00:00Z"],
    ["2020-01-02 10:30", "2020-01-02T10:30Z"],
    ["2020-01-02 10:30:00 +0200", "2020-01-02T08:30Z"],
    ["2020-01-02T10:30:00.123456-05:00", "2020-01-02T15:30Z"],
    ["2020-01-02 10:30:00 UTC", "2020-01-02T10:30Z"],
    ["2020-01-02 10:30 PM", "2020-01-02T22:30Z"],
    ["2020-07-02 10:30 Europe/Berlin", "2020-07-02T08:30Z"],
    ["1577961000", "2020-01-02T10:30Z"],
    ["Thu, 02 Jan 2020 10:30:00 GMT", "2020-01-02T10:30Z"],
    ["January 2nd, 2020", "2020-01-02T00:00Z"],
    ["2 Jan 2020 10:30 PM", "2020-01-02T22:30Z"],
    ["Jan 02 2020", "2020-01-02T00:00Z"],
    ["31.12.2020", "2020-12-31T00:00Z"],
    ["31/12/2020 08:00", "2020-12-31T08:00Z"],
    ["12/31/2020", "2020-12-31T00:00Z"],
    ["01/02/2020", null],
    ["2020-13-01", null],
    ["2020-02-30", null],
    ["2020-01-02 10:30 XYZ", null],
    ["0001-01-01", null],
    ["soon", null],
    ["", null],
  ])("reads %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it("reads dates without a zone in that of the site, also when its clocks change", () => {
    expect(shown("2020-07-02 10:30", { zone: "Europe/Berlin" })).toBe("2020-07-02T08:30Z");
    expect(shown("2020-03-29 01:30", { zone: "Europe/Berlin" })).toBe("2020-03-29T00:30Z");
    expect(shown("January 2, 2020", { zone: "America/New_York" })).toBe("2020-01-02T05:00Z");
    expect(shown("2020-07-02 10:30", { zone: "Nowhere/Land" })).toBe("2020-07-02T10:30Z");
  });

  it("reads day and month in the order that other dates prove", () => {
    expect(dateOrderIn("31/01/2020")).toBe("day");
    expect(dateOrderIn("01/31/2020")).toBe("month");
    expect(dateOrderIn("01/02/2020")).toBeNull();
    expect(shown("01/02/2020", { order: "day" })).toBe("2020-02-01T00:00Z");
    expect(shown("01/02/2020", { order: "month" })).toBe("2020-01-02T00:00Z");
  });
});
