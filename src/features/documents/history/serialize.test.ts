import { zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeSnapshot, encodeSnapshot, storedSnapshot } from "./serialize.ts";

/** Any text that JSON can hold, control characters and the halves of others among them. */
const text = fc.string({ unit: "binary", maxLength: 200 });
const snapshot = fc.record({
  title: text,
  content: text,
  tags: fc.array(text, { maxLength: 3 }),
  is_breaking: fc.boolean(),
});
/** Words that do not repeat, so that they cannot be compressed much. */
const words = (count: number, seed: number) =>
  Array.from({ length: count }, (_, at) => ((at * 7_919 + seed * 104_729) % 1_000_003).toString(36)).join(" ");

describe("a stored snapshot", () => {
  test("is read back as it was, whole and as a change of any other", () => {
    fc.assert(
      fc.property(snapshot, snapshot, (one, base) => {
        expect(decodeSnapshot(encodeSnapshot(one))).toEqual(one);
        expect(decodeSnapshot(encodeSnapshot(one, base), base)).toEqual(one);
      }),
      { numRuns: 30 },
    );
  });

  test("as a change cannot be read as something else: without its base, or with another one, it fails", () => {
    const [base, other] = [{ content: words(500, 1) }, { content: words(500, 2) }];
    const stored = encodeSnapshot({ content: `${words(500, 1)} more` }, base);
    expect(() => decodeSnapshot(stored)).toThrow(/corruption/);
    expect(() => decodeSnapshot(stored, other)).toThrow(/corruption|JSON/);
  });

  test.each([
    ["nothing", "", /end of file/],
    ["no base64", "%%%", /end of file/],
    ["another format", Buffer.from("H4sIAAAAAAAA", "base64").toString("base64"), /frame descriptor/],
    ["JSON", '{"title":"a"}', /frame descriptor/],
  ])("that is %s is rejected", (_what, stored, reason) => {
    expect(() => decodeSnapshot(stored)).toThrow(reason);
  });

  test("is cut off by no one: half of it is refused", () => {
    const stored = encodeSnapshot({ content: words(2_000, 1) });
    expect(() => decodeSnapshot(stored.slice(0, stored.length / 2))).toThrow(/end of file/);
  });

  test("that would grow beyond all bounds is refused, rather than filling the memory", () => {
    const json = Buffer.from(`"${"a".repeat(16 * 1024 * 1024)}"`);
    const bomb = zstdCompressSync(json).toString("base64");
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => decodeSnapshot(bomb)).toThrow(RangeError);
  });
});

describe("a version is stored", () => {
  const before = { content: words(2_000, 1) };
  const base = { n: 3, body: encodeSnapshot(before) };

  test("whole where none before it is", () => {
    const { base_n, body } = storedSnapshot(before, undefined);
    expect([base_n, decodeSnapshot(body)]).toEqual([null, before]);
  });

  test("as its difference from the last whole one, where that is small", () => {
    const after = { content: before.content.replace(" ", " one more word ") };
    const { base_n, body } = storedSnapshot(after, base);
    expect([base_n, decodeSnapshot(body, before)]).toEqual([3, after]);
    expect(body.length).toBeLessThan(base.body.length / 12);
  });

  test("whole again where it has become another text, as each later one would cost the same again", () => {
    const after = { content: words(2_000, 2) };
    const { base_n, body } = storedSnapshot(after, base);
    expect([base_n, decodeSnapshot(body)]).toEqual([null, after]);
  });
});
