import { expect, test } from "vitest";
import { instantOf, valueWords } from "./entry-words.ts";

test("a day in the address is an instant of the browser's zone, and anything else none", () => {
  expect(instantOf("2026-01-31", "begins")).toBe(new Date(2026, 0, 31).toISOString());
  expect(instantOf("2026-01-31", "ends")).toBe(new Date(2026, 1, 1).toISOString());
  for (const other of ["", "2026", "2026-1-3", "31.01.2026", "2026-01-31T00:00"])
    expect(instantOf(other, "begins"), other).toBeUndefined();
});

test("values are words, and of a long text its length is", () => {
  expect(["", null, true, 0, "x"].map(valueWords)).toEqual(["empty", "empty", "yes", "0", "x"]);
  expect(valueWords({ characters: 1234, sha256: "0" })).toBe("a text of 1,234 characters");
});
