import { describe, expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { viewOf } from "#features/content/page-view.ts";
import { nameTexts, readPublication } from "#features/settings/publication/endpoints.ts";
import { builtInPages, firstViews, likeFirst } from "./first-pages.ts";

const NAME = "A & B";
const TEXTS = nameTexts(readPublication(), NAME);
const VIEWS = firstViews(TEXTS, NAME);
const readAs = (change: object = {}) =>
  builtInPages(TEXTS, NAME).map((page, at) =>
    likeFirst(viewOf({ ...page, editedAt: null, retention: undefined, ...change }), VIEWS[at]),
  );

describe("the first pages", () => {
  test("read the same from what is stored as from the program", () => {
    expect(readAs()).toEqual(VIEWS);
  });

  test("are stored as they are made: a start has nothing to parse", () => {
    for (const { content } of builtInPages(TEXTS, NAME))
      expect(deriveContent(content, [], "page").content.html).toBe(content);
  });

  test("keep the words and the addresses of the first edition", () => {
    const [about, , , privacy] = VIEWS;
    expect([about?.kicker, about?.head.title]).toEqual(["About A & B", "About"]);
    expect(about?.sections.at(-1)?.parts[0]).toMatchObject({ type: "points", isNumbered: true });
    expect(privacy?.sections.map(({ id }) => id).join(" ")).toBe(
      "collected use sharing kept cookies security rights links children changes contact",
    );
  });

  test("show an editor's own words above the title", () => {
    expect(readAs({ seo_title: "Who we are" })[0]?.kicker).toBe("Who we are");
  });
});
