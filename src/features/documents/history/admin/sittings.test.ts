import { expect, test } from "vitest";
import type { Revision } from "../schema.ts";
import { sittingsOf, writersOf } from "./sittings.ts";

const version = (n: number, minute: number, author: string, change: Partial<Revision> = {}): Revision => ({
  ...{ n, author, created: `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`, note: "", is_autosave: true },
  ...change,
});
const numbers = (rows: Revision[]) => sittingsOf(rows).map(({ parts }) => parts.map(({ n }) => n));

test("alternating autosaves of several people are one sitting that names all of them", () => {
  const rows = [version(4, 9, "Grace"), version(3, 6, "Amina"), version(2, 1, "Grace"), version(1, 0, "Amina")];
  const [sitting, ...others] = sittingsOf(rows);
  expect(others).toEqual([]);
  expect(sitting).toMatchObject({ newest: { n: 4 }, oldest: { n: 1 } });
  expect(sitting && writersOf(sitting)).toEqual(["Amina", "Grace"]);
});

test("a pause of ten minutes ends a sitting", () => {
  expect(numbers([version(3, 25, "Amina"), version(2, 16, "Grace"), version(1, 5, "Amina")])).toEqual([[3, 2], [1]]);
});

test.each([
  ["saved by hand", { is_autosave: false }],
  ["named", { note: "For the lawyers" }],
  ["suggested", { suggested_by: "Daniel" }],
  ["what readers have", { public_since: "2026-11-20T12:02:00.000Z" }],
])("a version that was %s stands alone", (_what, change) => {
  expect(numbers([version(3, 3, "Amina"), version(2, 2, "Amina", change), version(1, 1, "Amina")])).toEqual([
    [3],
    [2],
    [1],
  ]);
});
