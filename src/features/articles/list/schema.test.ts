import { describe, expect, test } from "vitest";
import { articleListFilter } from "./schema.ts";

const errorsOf = (query: object) =>
  articleListFilter.safeParse(query).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("the filter of the editors' list", () => {
  test("reads switches from the address as what they say, and leaves out what is not given", () => {
    expect(articleListFilter.parse({ featured: "true", mine: "false", query: "  bitcoin " })).toEqual({
      featured: true,
      mine: false,
      query: "bitcoin",
    });
    expect(articleListFilter.parse({ limit: "50", offset: "0" })).toEqual({});
  });

  test.each([
    ["status", "gone", "status: Status must be one of published, scheduled, ready, draft."],
    ["sort", "views", "sort: Sort must be one of date, title, category, author, status, updated."],
    ["order", "DESC", "order: Order must be one of asc, desc."],
    ["featured", "1", "featured: Featured must be true or false."],
    ["editors_pick", "", "editors_pick: Editor's pick must be true or false."],
    ["auto_update", true, "auto_update: Automatic update must be true or false."],
    ["mine", ["true", "false"], "mine: Mine must be true or false."],
    ["asked", "yes", "asked: Asked must be true or false."],
    ["category", " ", "category: Category is required."],
    ["query", "x".repeat(301), "query: Query must have at most 300 characters."],
    ["query", "a\u0000b", "query: Query contains characters that cannot be stored."],
  ])("says in a sentence why %s cannot be %j", (name, value, message) => {
    expect(errorsOf({ [name]: value })).toEqual([message]);
  });

  test("names every value that it does not know, so that one answer is enough", () => {
    expect(errorsOf({ status: "gone", sort: "views", order: "up" })).toHaveLength(3);
  });
});
