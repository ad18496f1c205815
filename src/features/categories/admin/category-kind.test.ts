import fc from "fast-check";
import { expect, test } from "vitest";
import { takenError } from "#features/addresses/kinds.ts";
import { isSlug } from "#shared/slug.ts";
import { noteCalls } from "#test/support/admin-markup.tsx";
import { categoryKind, slugOf } from "./category-kind.ts";

const TEXTS = { description: "", editor: "", image_url: "", accent: "" };
const ALL = [
  { id: 1, name: "Crypto", slug: "crypto", count: 3, ...TEXTS },
  { id: 2, name: "Tech", slug: "tech", count: 0, ...TEXTS },
];
const kind = categoryKind(ALL);
const typed = fc.record({
  name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((name) => name.trim() !== ""),
  slug: fc.option(fc.string({ unit: "grapheme", maxLength: 40 })),
  description: fc.string({ unit: "grapheme", maxLength: 40 }),
  editor: fc.constant(""),
  image_url: fc.constant(""),
  accent: fc.constant(""),
});

test("always sends a slug, whatever is typed", () => {
  fc.assert(
    fc.property(typed, (values) => {
      expect(isSlug(slugOf(values))).toBe(true);
    }),
  );
});

test("tidying changes nothing that is sent, and is idempotent", () => {
  fc.assert(
    fc.property(typed, (values) => {
      const once = kind.tidy?.(values) ?? values;
      expect(slugOf(once)).toBe(slugOf(values));
      expect(kind.tidy?.(once)).toEqual(once);
    }),
  );
});

test("a slug may be the category's own, but not another's", () => {
  const mine = ALL[0] ?? null;
  expect(kind.missingIn({ name: "Crypto", slug: null, ...TEXTS }, null)).toEqual({ slug: takenError("category") });
  expect(kind.missingIn({ name: "Coins", slug: "crypto", ...TEXTS }, mine)).toEqual({});
  expect(kind.missingIn({ name: "Coins", slug: "tech", ...TEXTS }, mine)).toEqual({ slug: takenError("category") });
  expect(kind.missingIn({ name: "", slug: "tech", ...TEXTS }, null)).toHaveProperty("name");
});

test("shows a specific toast where the usual one would not explain the error", () => {
  expect(kind.words.refused?.({ slug: takenError("category") })?.description).toBe(takenError("category"));
  expect(kind.words.refused?.({ name: "Name is too loud." })).toBeUndefined();
});

test("one that left the list is gone, and the count is no part of a version", async () => {
  const { api } = noteCalls(() => ({ body: [{ id: 1, name: "Crypto", slug: "crypto", count: 400, ...TEXTS }] }));
  expect((await kind.read(api, 1)).etag).toBe(
    kind.versioned({ id: 1, name: "Crypto", slug: "crypto", count: 3, ...TEXTS }).etag,
  );
  await expect(kind.read(api, 2)).rejects.toMatchObject({ status: 404 });
});
