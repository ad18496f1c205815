import { expect, test } from "vitest";
import { NEW_VALUES } from "#features/articles/admin/form-values.tsx";
import { missingIn, requiredOf } from "./quiet-checks.tsx";

const WHOLE = {
  ...NEW_VALUES,
  category: "AI",
  image_url: "/media/a.jpg",
  image_alt: "A dot",
  excerpt: "In short.",
  tags: "one",
};
const fieldsOf = (change: Partial<typeof WHOLE>, file: File | null = null) =>
  missingIn({ values: { ...WHOLE, ...change }, file }).map(({ place }) => "field" in place && place.field);

test("nothing is missing from a whole article; of a new one everything is, but no text for a picture it has not", () => {
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf(NEW_VALUES)).toEqual(["image_url", "excerpt", "tags"]);
});

test("a title and a category are required, and blanks are neither", () => {
  const required = (change: Partial<typeof WHOLE>) => requiredOf({ ...WHOLE, title: "A", ...change });
  expect(required({})).toEqual([]);
  expect(required({ title: " ", category: "" }).map(({ words }) => words)).toEqual(["No title", "No category"]);
});

test("blanks and commas are nothing, and a chosen file is a picture", () => {
  expect(fieldsOf({ excerpt: "  ", tags: " , ,", category: " " })).toEqual(["excerpt", "tags"]);
  const file = new File(["x"], "x.png", { type: "image/png" });
  expect(fieldsOf({ image_url: "", image_alt: " " }, file)).toEqual([]);
});
