import { describe, expect, test } from "vitest";
import { allCategories } from "#features/categories/rules.ts";
import { pictureList } from "#features/media/pictures/admin/calls.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { adminMarkup, hookResult } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { isKnown, useCategoryQuestion } from "./article-fields.tsx";
import { ArticlePictureField } from "./article-picture-field.tsx";

const nothing = () => {};
const buttonsIn = (html: string) =>
  [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(
    ([whole, words = ""]) => whole.match(/aria-label="([^"]*)"/)?.[1] ?? wordsOf(words),
  );

describe("a category that is typed", () => {
  const KNOWN = ["Technology", "AI", "Real World"].map((name, at) => ({
    id: at + 1,
    name,
    slug: name.toLowerCase().replace(" ", "-"),
    count: 1,
  }));
  const answered = () => {
    const { client, has } = clientOfAnswers();
    has(allCategories(), KNOWN);
    return { client };
  };
  const meant = (typed: string, stored = "") => hookResult(() => useCategoryQuestion(typed, stored), answered()).meant;

  test.each([
    ["a known one, in whatever case", "technology", "", null],
    ["one of another accent", "Téchnology", "", "Technology"],
    ["one with typing errors", "Tecnolgy", "", "Technology"],
    ["too short to be a typing error", "AR", "", null],
    ["that of the article, however near to another", "Tecnology", "tecnology", null],
    ["nothing", "  ", "", null],
  ])("%s", (_what, typed, stored, expected) => {
    expect(meant(typed, stored)).toBe(expected);
  });

  test("is known or is not, whatever its case and the space around it", () => {
    expect(["  real WORLD ", "Real Wörld", ""].map((typed) => isKnown(typed, KNOWN))).toEqual([true, false, false]);
  });

  test("holds back what is to follow until it is answered, but only where there is a question", () => {
    const run: string[] = [];
    const question = (typed: string) => hookResult(() => useCategoryQuestion(typed, ""), answered());
    question("Technology").whenAnswered(() => run.push("known"));
    question("Gardening").whenAnswered(() => run.push("far from any"));
    question("Tecnology").whenAnswered(() => run.push("near one"));
    expect(run).toEqual(["known", "far from any"]);
  });
});

describe("the field of an article's picture", () => {
  const KEY = "a".repeat(24);
  const STORED = `/media/${KEY}/1600x900.jpg`;
  const PICTURE = {
    id: 9,
    url: STORED,
    width: 1600,
    height: 900,
    name: "harbour.jpg",
    alt: "A harbour",
    caption: "Mombasa",
    credit: "A. Otieno",
    licence: "CC BY",
    focal_x: 0.5,
    focal_y: 0.5,
  } as StoredPicture;
  type Given = Partial<Parameters<typeof ArticlePictureField>[0]> & { picture?: Partial<StoredPicture> };
  const field = ({ picture, ...given }: Given) => {
    const { client, has } = clientOfAnswers();
    const { address = "" } = given;
    if (picture)
      has(pictureList({ query: address, from: "", to: "", used: "" })(1, 1), {
        items: [{ ...PICTURE, ...picture }],
        total: 1,
      });
    return adminMarkup(
      <ArticlePictureField
        {...{ address: "", alt: "", isInText: false, file: null, ...given }}
        onAddress={nothing}
        onFile={nothing}
        onAlt={nothing}
        onIntoText={nothing}
      />,
      { client },
    );
  };

  test("offers to choose one where there is none, and nothing to remove", () => {
    expect(buttonsIn(field({}))).toEqual(["Choose image", "Choose from library"]);
    expect(field({})).not.toContain("<img");
  });

  test("asks no other host for a picture: it is shown once it is copied", () => {
    const html = field({ address: "https://pictures.example/a.png" });
    expect(html).not.toContain("<img");
    expect(html).toContain("Shown once it has been copied from there");
    expect(buttonsIn(html)).toContain("Remove image");
  });

  test("says what becomes of a chosen file, in whose place no address can be typed", () => {
    const html = field({ address: STORED, file: new File(["x"], "quay <1>.png") });
    expect(wordsOf(html)).toContain("quay <1>.png uploads automatically.");
    const [address = ""] = html.match(/<input[^>]*name="image_url"[^>]*>/) ?? [];
    expect([address.includes('disabled=""'), address.includes('value=""')]).toEqual([true, true]);
  });

  test("calls a picture of the library by its name, with the texts that are stored with it", () => {
    const words = wordsOf(field({ address: STORED, picture: {} }));
    expect(words).toContain("harbour.jpg Mombasa A. Otieno, CC BY");
    expect(wordsOf(field({ address: STORED, picture: { name: "" } }))).toContain("Picture 9");
    expect(wordsOf(field({ address: STORED }))).toContain("From the media library.");
  });

  test.each([
    [
      "its stored text, where the article has none",
      {},
      ["Use its stored alternative text", "Show its caption and credit"],
    ],
    ["not where the article has one", { alt: "Own" }, ["Show its caption and credit"]],
    ["nor its caption where it stands in the text", { alt: "Own", isInText: true }, []],
    ["nor what is not stored", { picture: { alt: "", caption: "", credit: "", licence: "" } }, []],
    [
      "but a licence alone is owed too",
      { alt: "Own", picture: { caption: "", credit: "" } },
      ["Show its caption and credit"],
    ],
  ])("offers %s", (_what, given: Given, offered) => {
    const buttons = buttonsIn(field({ address: STORED, picture: {}, ...given }));
    expect(buttons.filter((label) => label.startsWith("Use ") || label.startsWith("Show "))).toEqual(offered);
  });

  test("shows the address of a library's picture that the server refuses, so that it can be corrected", () => {
    const html = field({ address: STORED, error: "Picture not found." });
    expect(html).toMatch(new RegExp(`name="image_url"[^>]*value="${STORED}"`));
    expect(wordsOf(html)).toContain("Picture not found.");
  });
});
