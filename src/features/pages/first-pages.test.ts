import { expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { viewOf } from "#features/content/page-view.ts";
import { readPublication } from "#features/settings/publication/parse.ts";
import { firstPages, firstViews } from "./first-pages.ts";

test("the first pages read the same from what is stored as from the program", () => {
  const texts = readPublication("A & B");
  const stored = firstPages(texts, "A & B").map(({ content, ...page }) =>
    viewOf({
      ...page,
      content: deriveContent(content, [], "page").content.html,
      editedAt: null,
      retention: undefined,
    }),
  );
  expect(stored).toEqual(firstViews(texts, "A & B"));
});
