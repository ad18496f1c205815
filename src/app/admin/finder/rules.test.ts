import { expect, test } from "vitest";
import { bestOf, rankOf } from "./rules.ts";

test.each([
  ["med", "Media", 0],
  ["  MEDIA ", "Media", 0],
  ["ad man", "Ad Management", 0],
  ["man ad", "Ad Management", 1],
  ["zielinski", "Ola Zieliński", 1],
  ["meida", "Media", 2],
  ["calnd", "Calendar", 2],
  ["clendar", "Calendar", 2],
  ["artcle nwe", "New article", undefined],
  ["artcle new", "New article", 2],
  ["tras", "Trash", 0],
  ["trsh", "Trash", 2],
  ["nwe", "New article", undefined],
  ["xyz", "Media", undefined],
  ["!?", "Media", undefined],
])("'%s' answers '%s' with rank %s", (query, label, rank) => {
  expect(rankOf(query, { label })).toBe(rank);
});

test("another name for a thing finds it, after those that are called so", () => {
  const entries = [{ label: "Media", words: "pictures uploads" }, { label: "Picture of the day" }, { label: "Trash" }];
  expect(bestOf("pictur", entries, 5).map(({ label }) => label)).toEqual(["Picture of the day", "Media"]);
  expect(bestOf("pictur", entries, 1)).toHaveLength(1);
});

test("a query of any length is answered in time that grows with it", () => {
  expect(rankOf("a ".repeat(150), { label: "b ".repeat(150) })).toBeUndefined();
});

test("typing errors are assumed only where nothing answers the query as typed", () => {
  const named = [{ label: "Messages", words: "audience" }, { label: "Audit log" }];
  expect(bestOf("audit", named, 5).map(({ label }) => label)).toEqual(["Audit log"]);
  expect(bestOf("audiense", named, 5).map(({ label }) => label)).toEqual(["Messages"]);
});
