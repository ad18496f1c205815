import fc from "fast-check";
import { expect, test } from "vitest";
import { differing, isSameWork } from "./versions.ts";

const values = fc.record({
  text: fc.string(),
  date: fc.option(fc.string()),
  isOn: fc.boolean(),
  ids: fc.array(fc.nat({ max: 5 }), { maxLength: 4 }),
});

test("names the fields that differ, and no others", () => {
  fc.assert(
    fc.property(values, values, (left, right) => {
      const names = differing(left, right);
      // Copying the differing fields makes both equal, and copying fewer does not.
      const mended = { ...left, ...Object.fromEntries(names.map((name) => [name, right[name]])) };
      expect(mended).toEqual(right);
      for (const name of names) expect(left[name]).not.toEqual(right[name]);
      expect(differing(left, structuredClone(left))).toEqual([]);
    }),
  );
});

test("another file is a difference, whatever it contains", () => {
  const file = new File(["a"], "a.png");
  const same = { values: { title: "T" }, file };
  expect(isSameWork(same, { values: { title: "T" }, file })).toBe(true);
  expect(isSameWork(same, { values: { title: "T" }, file: new File(["a"], "a.png") })).toBe(false);
  expect(isSameWork(same, { values: { title: "T" }, file: null })).toBe(false);
});
