import { expect, test } from "vitest";
import { chunksOf } from "#db/rows.ts";

test("every item is in one chunk, in order; the last is shorter, and nothing has no chunk", () => {
  expect([...chunksOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...chunksOf([1, 2], 2)]).toEqual([[1, 2]]);
  expect([...chunksOf([])]).toEqual([]);
});
