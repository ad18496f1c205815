import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asEstimate, MAX_LISTED, readBatches, type Slice } from "./full-text.ts";

/** Reads from matches that are numbered in the order in which they are found; keeps what was asked for. */
function matches(total: number) {
  const asked: Slice[] = [];
  const read = async (slice: Slice) => {
    asked.push(slice);
    const found = Array.from(
      { length: Math.max(0, Math.min(slice.most, total - slice.skip)) },
      (_, at) => slice.skip + at,
    );
    const ids = found.slice(0, slice.wanted);
    return { ids, isLast: ids.length < Math.min(slice.most, slice.wanted) };
  };
  return { read, asked };
}

describe("the matches of a step", () => {
  test("are the first ones in their order, each once, however many there are and however they are read", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(7_000),
        fc.integer({ min: 1, max: 6_000 }),
        fc.constantFrom(1, 200, 1_000),
        async (...given) => {
          const [total, limit, first] = given;
          const ids = await readBatches(limit, matches(total).read, first);
          const expected = Math.min(total, limit, MAX_LISTED);
          expect(ids).toHaveLength(expected);
          expect(ids.every((id, at) => id === at)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("are read in batches that neither overlap nor leave a gap, the first as large as is asked for", async () => {
    const { read, asked } = matches(10_000);
    await readBatches(2_500, read, 200);
    expect(asked.map(({ skip, most, wanted }) => [skip, most, wanted])).toEqual([
      [0, 200, 2_500],
      [200, 1_000, 2_300],
      [1_200, 1_000, 1_300],
      [2_200, 1_000, 300],
    ]);
  });

  test("end at what can be paged through, though there are more", async () => {
    const { read, asked } = matches(10_000);
    expect(await readBatches(10_000, read, 200)).toHaveLength(MAX_LISTED);
    expect(Math.max(...asked.map(({ skip, most }) => skip + most))).toBe(MAX_LISTED);
  });

  test("are not read any further once there are no more, or enough", async () => {
    for (const [total, limit] of [
      [0, 10],
      [999, 5_000],
      [5_000, 20],
    ] as const) {
      const { read, asked } = matches(total);
      await readBatches(limit, read);
      expect(asked, `${limit} of ${total}`).toHaveLength(1);
    }
  });
});

test.each([
  [10_049, 10_000],
  [12_345, 12_000],
  [99_500, 100_000],
  [1_234_567, 1_200_000],
])("a total of %d is shown as about %d", (total, shown) => {
  expect(asEstimate(total)).toBe(shown);
});
