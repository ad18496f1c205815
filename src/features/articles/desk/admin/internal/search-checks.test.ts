import { expect, test } from "vitest";
import { NEW_VALUES } from "#features/articles/admin/form-values.tsx";
import { checkSearch, shownBy } from "./search-checks.ts";

const SITE = "https://news.example";
const WHOLE = {
  ...NEW_VALUES,
  title: "A title",
  excerpt: "An excerpt that says in a sentence what the article is about.",
  image_url: "/media/abcdefgh/1600x900.jpg",
};
const TEXT = { text: "The first words.", picture: "" };
const check = (change: Partial<typeof WHOLE>, content = TEXT) => checkSearch({ ...WHOLE, ...change }, content, SITE);

test("empty fields show the title, the excerpt or the start of the text, and the picture", () => {
  expect(shownBy(WHOLE, TEXT)).toEqual({
    title: "A title",
    description: WHOLE.excerpt,
    socialTitle: "A title",
    socialText: WHOLE.excerpt,
    picture: WHOLE.image_url,
  });
  const bare = { ...WHOLE, excerpt: " ", image_url: "" };
  expect(shownBy(bare, { ...TEXT, picture: "/media/inthetext/1600x900.jpg" })).toMatchObject({
    description: "The first words.",
    picture: "/media/inthetext/1600x900.jpg",
  });
  const set = { seo_title: "S", seo_description: "D", social_image: "/media/social00/1200x630.jpg" };
  expect(shownBy({ ...WHOLE, ...set }, TEXT)).toEqual({
    title: "S",
    description: "D",
    // Written for people, unlike the title for search engines.
    socialTitle: "A title",
    socialText: "D",
    picture: set.social_image,
  });
});

test.each([
  ["everything", {}, []],
  ["a title of 60 characters, not halves of them", { title: "😀".repeat(60) }, []],
  ["a longer title", { title: "x".repeat(61) }, [/^The title has 61 characters/]],
  ["a short title for search engines", { title: "x".repeat(61), seo_title: "Short" }, []],
  ["no description", { excerpt: " " }, [/^There is no description/]],
  ["a short description", { excerpt: "Short." }, [/^The description has only 6 characters/]],
  ["a long description", { seo_description: "x".repeat(161) }, [/^The description has 161 characters/]],
  ["a narrow picture", { image_url: "/media/abcdefgh/1199x900.jpg" }, [/^The picture is 1199 px wide/]],
  ["a narrow social picture", { social_image: "/media/socialxx/600x315.jpg" }, [/^The social picture is 600 px wide/]],
  ["no picture", { image_url: "" }, [/^There is no picture/]],
  ["a picture of unknown size", { image_url: "https://x.example/a.jpg" }, []],
  ["the address of another site", { canonical_url: "https://first.example/a" }, []],
  ["an address of this site", { canonical_url: `${SITE}/article/1` }, [/^The original address is on this site/]],
] as const)("suggestions for %s", (_what, change, expected) => {
  expect(check(change)).toEqual(expected.map((words) => expect.stringMatching(words)));
});
