import { expect, test } from "vitest";
import type { Outcome } from "./outcome.ts";
import { marked, timesIn } from "./quiet.ts";

const OUTCOME: Outcome = {
  limit: "at most 5 ms",
  columns: [],
  rows: [],
  passed: true,
  notes: ["On SQLite."],
  figures: [{ what: "home", limit: "5 ms", measured: "4 ms", held: true }],
};

test("reads the times of all processors, those taken by the host included", () => {
  expect(timesIn("cpu  10 1 5 80 2 1 1 20 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n")).toEqual({
    busy: 18,
    stolen: 20,
    total: 120,
  });
});

test("leaves the outcome of a quiet machine as it is", () => {
  expect(marked(OUTCOME, { before: 0.05, after: 0.02, stolen: 0.01 })).toBe(OUTCOME);
});

test.each([
  ["before", { before: 0.4, after: 0, stolen: 0 }, "used 40 % of the processors before"],
  ["after", { before: 0, after: 0.06, stolen: 0 }, "and 6 % after"],
  ["by the host", { before: 0, after: 0, stolen: 0.13 }, "took 13 % during"],
])("marks every number of a machine that was busy %s, and says how much", (_when, disturbance, words) => {
  const { notes, figures, passed } = marked(OUTCOME, disturbance);
  expect(notes).toEqual([expect.stringMatching(new RegExp(`^NOT QUIET: .*${words}`)), "On SQLite."]);
  expect(figures?.map(({ measured }) => measured)).toEqual(["4 ms (machine not quiet)"]);
  expect(passed).toBe(true);
});
