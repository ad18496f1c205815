import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { kilobytes, median, milliseconds, preciseMegabytes, printOutcome, quantile } from "./outcome.ts";

afterEach(() => void vi.restoreAllMocks());

test.each([
  [[3, 1, 2], 0.5, 2],
  [[4, 1, 3, 2], 0.5, 2],
  [[5], 0.95, 5],
  [[1, 2, 3], 0, 1],
  [[1, 2, 3], 1, 3],
  // By number, not by text.
  [[9, 10, 100], 1, 100],
])("of %j the value at the share %d is %d", (values, share, value) => {
  expect(quantile(values, share)).toBe(value);
});

test("a quantile is one of the values, which stay in their order, and at least that share is not above it", () => {
  const numbers = fc.array(fc.integer(), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
      const before = [...values];
      const found = quantile(values, share);
      expect(values).toEqual(before);
      expect(values).toContain(found);
      expect(values.filter((value) => value <= found).length).toBeGreaterThanOrEqual(share * values.length);
    }),
  );
});

test("nothing measured is no number, rather than none", () => {
  expect(median([])).toBeNaN();
});

test("figures have as many digits as say something", () => {
  expect([milliseconds(9.94), milliseconds(9.96), milliseconds(10), milliseconds(1_234.5)]).toEqual([
    ...["9.9 ms", "10.0 ms", "10 ms", "1235 ms"],
  ]);
  expect([kilobytes(1_250), preciseMegabytes(1_005_000)]).toEqual(["1.3 kB", "1.00 MB"]);
});

test("a failed limit is told before its table, whose columns are as wide as their longest cell", () => {
  let printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
  const rows = [["a long name", "1"], ["b", "1,000", "more"], ["c"]];
  printOutcome("pages", {
    limit: "at most 5 ms",
    columns: ["Page", "Time"],
    rows,
    passed: false,
    notes: ["On SQLite."],
  });
  vi.restoreAllMocks();
  expect(
    printed
      .trim()
      .split("\n")
      .map((line) => line.trimEnd()),
  ).toEqual([
    "FAIL  pages: at most 5 ms",
    "Page          Time",
    "-----------  -----",
    "a long name      1",
    "b            1,000  more",
    "c",
    "On SQLite.",
  ]);
});
