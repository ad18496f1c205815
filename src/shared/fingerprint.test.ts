import fc from "fast-check";
import { expect, test } from "vitest";
import { fingerprint, settingVersion } from "./fingerprint.ts";

const values = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.boolean()), { maxLength: 7 });

test("equal values have the same fingerprint, which fits into a tag and never equals a version number", () => {
  fc.assert(
    fc.property(values, (some) => {
      expect(fingerprint(some)).toBe(fingerprint(structuredClone(some)));
      expect(fingerprint(some)).toMatch(/^c[a-z0-9]+$/);
    }),
  );
});

test("different values have different fingerprints, even if only their boundaries differ", () => {
  fc.assert(
    fc.property(values, values, (left, right) => {
      fc.pre(JSON.stringify(left) !== JSON.stringify(right));
      expect(fingerprint(left)).not.toBe(fingerprint(right));
    }),
  );
  expect(fingerprint(["ab", "c"])).not.toBe(fingerprint(["a", "bc"]));
  expect(fingerprint([true])).not.toBe(fingerprint(["true"]));
});

test("a thousand similar values have a thousand fingerprints", () => {
  const names = new Set(Array.from({ length: 1_000 }, (_, at) => fingerprint(["Name", `place-${at}`, at % 2 === 0])));
  expect(names.size).toBe(1_000);
});

test("a setting has another version for each change, also of the order in a list, but not of the order of fields", () => {
  const rule = { enabled: true, words: ["a", "b"], days: 30 };
  const others = [
    { ...rule, enabled: false },
    { ...rule, days: 365 },
    { ...rule, words: ["b", "a"] },
    { ...rule, words: ['a","b'] },
    { ...rule, words: [] },
  ];
  expect(new Set([rule, ...others].map(settingVersion)).size).toBe(6);
  expect(settingVersion({ days: 30, words: ["a", "b"], enabled: true })).toBe(settingVersion(rule));
});
