import { describe, expect, it } from "vitest";
import { pageCount, pageNumberOf } from "./page.ts";

describe("pages", () => {
  it.each([
    [null, 1],
    ["", 1],
    ["0", 1],
    ["-2", 1],
    ["2.5", 1],
    ["999999999", 1],
    ["3", 3],
  ])("reads ?page=%s as %i", (param, page) => {
    expect(pageNumberOf(param)).toBe(page);
  });
  it.each([
    [0, 1],
    [24, 1],
    [25, 2],
  ])("%i items of 24 a page make %i", (total, pages) => {
    expect(pageCount(total, 24)).toBe(pages);
  });
});
