import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { articleBody, articleChange, articleUpdate, bulkBody, readerListQuery } from "./schema.ts";

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

  test("that differ by case alone are one, as it was written last, where it was first", () => {
    expect(tags(["Élan", "chips", "ÉLAN", "elan"])).toEqual(["ÉLAN", "chips", "elan"]);
  });

  test("are bounded, also after duplicates and in one text", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);
    expect(tags(many(30))).toHaveLength(30);
    expect(errorsOf({ tags: many(31) })).toEqual(["tags: There may be at most 30 tags."]);
    expect(errorsOf({ tags: many(31).join() })).toEqual(errorsOf({ tags: many(31) }));
    expect(errorsOf({ tags: ["a".repeat(61)] })).toEqual(["tags: A tag must have at most 60 characters."]);
    expect(errorsOf({ tags: ["  "] })).toEqual(["tags: A tag is required."]);
    expect(errorsOf({ tags: 7 })).toEqual(["tags: Tags must be a list of strings, or one string with commas."]);
  });
});

describe("a publication date", () => {
  // A server far from UTC.
  beforeEach(() => void vi.stubEnv("TZ", "Africa/Nairobi"));
  afterEach(() => vi.unstubAllEnvs());

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

describe("a language", () => {
  const parsed = (language: unknown) => articleChange.safeParse({ language });

  test("is stored in its canonical form; none is the site's, as null and as an empty text", () => {
    const stored = [" AR ", "pt-br", "iw", "", null, undefined].map((given) => parsed(given).data?.language);
    expect(stored).toEqual(["ar", "pt-BR", "he", "", "", undefined]);
  });

  test.each(["Arabic", "en_US", "a", "x".repeat(40), 7, {}])("is not %j", (given) => {
    expect(parsed(given).error?.issues.map(({ message }) => message)).toEqual([
      "Language must be a language tag, such as ar or pt-BR.",
    ]);
  });
});

describe("a body", () => {
  test("may hold the whole article as it was read: what editors cannot set is passed over", () => {
    expect(parse({ id: 3, author: { name: "A" }, last_updated: "x", category_slug: "ai", title: "T" })).toEqual({
      title: "T",
    });
  });

  test("of a new article needs a title and a category, one of a change needs nothing", () => {
    const missing = articleBody.safeParse({ title: "  " }).error?.issues.map(({ path }) => path.join("."));
    expect(missing).toEqual(["title", "category"]);
    expect(parse({})).toEqual({});
  });

  test("that is no object is refused in a sentence", () => {
    for (const body of [null, "text", 7, ["title"]])
      expect(articleChange.safeParse(body).error?.issues[0]?.message).toBe("The body must be a JSON object or a form.");
  });

  test("has no text that a database would refuse or change", () => {
    for (const text of ["a\u0000b", "half \ud83d"]) {
      expect(errorsOf({ title: text, content: text })).toEqual([
        expect.stringMatching(/^title: /),
        expect.stringMatching(/^content: /),
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

describe("sources", () => {
  const sources = (given: unknown) => parse({ sources: given }).sources;

  test("come as a list, or one in each line", () => {
    expect(sources("A docket, 2026\n\n  A call \r\n")).toEqual(["A docket, 2026", "A call"]);
    expect(sources(["two\nlines", "A call"])).toEqual(["two\nlines", "A call"]);
    expect([sources(""), sources([])]).toEqual([[], []]);
  });

  test("are bounded, in number and each in length", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `source ${at}`);
    expect(sources(many(50))).toHaveLength(50);
    expect(errorsOf({ sources: many(51).join("\n") })).toEqual([expect.stringMatching(/^sources: .*50/)]);
    // Counted as people count: an emoji is one.
    expect(sources(["🚀".repeat(1_000)])).toHaveLength(1);
    expect(errorsOf({ sources: ["🚀".repeat(1_001)] })).toEqual([
      "sources: A source must have at most 1000 characters.",
    ]);
    expect(errorsOf({ sources: { 0: "A call" } })).toEqual([expect.stringMatching(/^sources: Sources must be a list/)]);
  });
});

describe("authors", () => {
  const authors = (given: unknown) => parse({ authors: given }).authors;

  test.each([
    ["names in one text", " Amina , Baraka ,", ["Amina", "Baraka"]],
    ["names and ids", ["Otieno, Amina", 7], ["Otieno, Amina", 7]],
    ["what an article returns, of which the id counts", [{ id: 7, name: "Amina" }], [7]],
    ["what it returns for nobody's", [{ id: null, name: "Amina", bio: "" }], ["Amina"]],
    ["none", "", []],
  ])("come as %s", (_what, given, expected) => {
    expect(authors(given)).toEqual(expected);
  });

  test.each([
    ["too many", Array.from({ length: 21 }, (_, at) => at + 1)],
    ["an id that no account can have", [0]],
    ["half an id", [1.5]],
    ["an empty name", [" "]],
    ["a name too long", ["x".repeat(101)]],
    ["nothing that names anybody", [{}]],
    ["a number", 7],
  ])("are not %s", (_what, given) => {
    expect(errorsOf({ authors: given })).toEqual([expect.stringMatching(/^authors: /)]);
  });

  test("of an older client are one name; the object that an article returns says nothing new", () => {
    expect(parse({ author: " Amina ", author_name: "Baraka" })).toEqual({ author: "Amina", author_name: "Baraka" });
    expect(parse({ author: { name: "Amina", bio: "" } }).author).toBeUndefined();
  });
});

describe("an address of a picture", () => {
  test.each(["https://pictures.example/a.png", "/media/abcdefgh/16x9.jpg", ""])("may be %j", (image_url) => {
    expect(parse({ image_url }).image_url).toBe(image_url);
  });

  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "data:image/png;base64,AAAA",
    "//other.example/a.png",
    "/\\other.example/a.png",
    "a.png",
    "ftp://pictures.example/a.png",
  ])("is not %j", (image_url) => {
    expect(errorsOf({ image_url })).toEqual([expect.stringMatching(/^image_url: Image URL must be/)]);
  });
});

test("what is said of a change is bounded, and a switch there is none that is guessed", () => {
  const errors = (body: object) => articleUpdate.safeParse(body).error?.issues.map(({ message }) => message);
  expect(articleUpdate.parse({ change_note: " Why ", is_minor: "true" })).toEqual({
    change_note: "Why",
    is_minor: true,
  });
  expect(errors({ change_note: "🚀".repeat(500) })).toBeUndefined();
  expect(errors({ change_note: "x".repeat(501) })).toEqual(["The reason must have at most 500 characters."]);
  expect(errors({ is_minor: "on" })).toHaveLength(1);
  expect(errors({ correction: "x".repeat(2_001) })).toEqual(["The correction must have at most 2000 characters."]);
});

describe("a change of many articles", () => {
  const errors = (body: object) =>
    bulkBody.safeParse(body).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

  test("is of each article once, in the order given", () => {
    expect(bulkBody.parse({ ids: [7, 3, 7], change: { is_breaking: true } }).ids).toEqual([7, 3]);
  });

  test.each([
    ["no articles", { ids: [], change: { trash: true } }, "ids: Ids must be a list of 1 to 500 article ids."],
    ["articles by text", { ids: "3", change: { trash: true } }, "ids: Ids must be a list of 1 to 500 article ids."],
    ["one that is no id", { ids: [-1], change: { trash: true } }, "ids.0: Ids must be a list of 1 to 500 article ids."],
    [
      "nothing that it knows",
      { ids: [3], change: { title: "T" } },
      "change: Change must name at least one field that can be changed.",
    ],
    [
      "a restored article with more",
      { ids: [3], change: { trash: false, tags_add: ["x"] } },
      "change: Articles are restored from the trash without other changes.",
    ],
    ["a list as the change", { ids: [3], change: "trash" }, "change: Change must be an object."],
  ])("is not of %s", (_what, body, message) => {
    expect(errors(body)).toEqual([message]);
  });

  test("may move articles to the trash with what else it does, as that comes first", () => {
    const change = { trash: true, status: "draft" };
    expect(bulkBody.parse({ ids: [3], change }).change).toEqual(change);
  });
});
