import { expect, test } from "vitest";
import { bulkChangeOf, NO_BULK_VALUES } from "./bulk-values.ts";

test("only what was given is changed", () => {
  expect(bulkChangeOf(NO_BULK_VALUES)).toBeUndefined();
  expect(bulkChangeOf({ ...NO_BULK_VALUES, category: "  ", tags_add: " , ", authors: " , " })).toBeUndefined();
  expect(bulkChangeOf({ ...NO_BULK_VALUES, is_featured: "false", status: "draft" })).toEqual({
    is_featured: false,
    status: "draft",
  });
  expect(
    bulkChangeOf({
      ...NO_BULK_VALUES,
      category: " AI ",
      authors: "Amina, Baraka ",
      tags_add: "one, two",
      tags_remove: "three",
    }),
  ).toEqual({ category: "AI", authors: ["Amina", "Baraka"], tags_add: ["one", "two"], tags_remove: ["three"] });
});
