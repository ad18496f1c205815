import { describe, expect, test } from "vitest";
import { articleBody, articleChange, readerListQuery } from "./schema.ts";

const parse = (body: object) => articleChange.parse(body);
const errorsOf = (body: object) =>
  articleChange.safeParse(body).error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ?? [];

describe("tags", () => {
  const tags = (given: unknown) => parse({ tags: given }).tags;

  test.each([
    ["one text with commas", " DeFi , chips ,", ["DeFi", "chips"]],
    ["a list, in which a comma is part of a tag", ["Rock, paper"], ["Rock, paper"]],
    ["none", "", []],
    ["only commas", " , ,", []],
  ])("come as %s", (_what, given, expected) => {
    expect(tags(given)).toEqual(expected);
  });

  test("that differ by case or accents alone are one, as it was written last, where it was first", () => {
    expect(tags(["Élan", "chips", "ELAN"])).toEqual(["ELAN", "chips"]);
  });

  test("are bounded, also after duplicates and in one text", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);
    expect(tags(many(30))).toHaveLength(30);
    expect(errorsOf({ tags: many(31) })).toEqual(["tags: There may be at most 30 tags."]);
    expect(errorsOf({ tags: many(31).join() })).toEqual(["tags: There may be at most 30 tags."]);
    expect(errorsOf({ tags: ["a".repeat(61)] })).toEqual(["tags: A tag must have at most 60 characters."]);
    expect(errorsOf({ tags: ["  "] })).toEqual(["tags: A tag is required."]);
    expect(errorsOf({ tags: 7 })).toEqual(["tags: Tags must be a list of texts, or one text with commas."]);
  });
});

describe("a publication date", () => {
  const date = (given: unknown) => parse({ published_date: given }).published_date;

  test.each([
    ["with a zone", "2026-11-20T12:30:00+03:00", Date.UTC(2026, 10, 20, 9, 30)],
    ["in UTC", "2026-11-20T09:30:00.123Z", Date.UTC(2026, 10, 20, 9, 30, 0, 123)],
    ["without a zone, which is UTC wherever the server runs", "2026-11-20T09:30", Date.UTC(2026, 10, 20, 9, 30)],
    ["a day, which begins in UTC", "2026-11-20", Date.UTC(2026, 10, 20)],
    ["the first that is taken", "1000-01-01", Date.UTC(1000, 0, 1)],
    ["the last", "9999-12-31", Date.UTC(9999, 11, 31)],
    ["none", null, null],
    ["an emptied control", "", null],
  ])("%s", (_what, given, expected) => {
    expect(date(given)).toBe(expected);
  });

  test.each([
    ["a year that one database cannot hold", "0999-12-31"],
    ["a day that does not exist", "2026-02-30"],
    ["another order", "20/11/2026"],
    ["words", "tomorrow"],
    ["a number, whose unit nobody knows", 1_795_000_000],
  ])("is not %s", (_what, given) => {
    expect(errorsOf({ published_date: given })).toEqual([
      expect.stringMatching(/^published_date: The publication date/),
    ]);
  });
});

describe("a switch", () => {
  test("is the same as JSON and as a form's text, and never guessed", () => {
    expect([true, "true", false, "false"].map((given) => parse({ is_featured: given }).is_featured)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    for (const given of [1, "yes", "", null])
      expect(errorsOf({ is_featured: given })).toEqual(["is_featured: Featured must be true or false."]);
  });
});

describe("a body", () => {
  test("may hold the whole article as it was read: what editors cannot set is passed over", () => {
    expect(parse({ id: 3, author: { name: "A" }, last_updated: "x", category_slug: "ai", title: "T" })).toEqual({
      title: "T",
    });
  });

  test("of a new article needs a title and a category, one of a change needs nothing", () => {
    const missing = articleBody.safeParse({ title: "  " }).error?.issues.map(({ message }) => message);
    expect(missing).toEqual(["Title is required.", "Category is required."]);
    expect(parse({})).toEqual({});
  });

  test("that is no object is refused in a sentence", () => {
    for (const body of [null, "text", 7, ["title"]])
      expect(articleChange.safeParse(body).error?.issues[0]?.message).toBe("The body must be a JSON object or a form.");
  });

  test("has no text that a database would refuse or change", () => {
    for (const text of ["a\u0000b", "half \ud83d"]) {
      expect(errorsOf({ title: text, content: text })).toEqual([
        "title: Title contains characters that cannot be stored.",
        "content: Content contains characters that cannot be stored.",
      ]);
    }
  });
});

test("readers may ask for fewer articles than fifty, not for more", () => {
  expect(readerListQuery.parse({})).toEqual({ limit: 50 });
  expect(readerListQuery.parse({ limit: "1" })).toEqual({ limit: 1 });
  for (const limit of ["0", "51", "-1", "1.5", "all"])
    expect(readerListQuery.safeParse({ limit }).success, limit).toBe(false);
});
