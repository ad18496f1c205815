import { describe, expect, test } from "vitest";
import { articleListFilter } from "./schema.ts";

const wrongIn = (query: object) => articleListFilter.safeParse(query).error?.issues.map(({ path }) => path.join("."));

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
    ["status", "gone"],
    ["sort", "views"],
    ["order", "DESC"],
    ["featured", "1"],
    ["editors_pick", ""],
    ["auto_update", true],
    ["mine", ["true", "false"]],
    ["asked", "yes"],
    ["category", " "],
    ["query", "x".repeat(301)],
    ["query", "a\u0000b"],
  ])("names %s where it is %j", (name, value) => {
    expect(wrongIn({ [name]: value })).toEqual([name]);
  });

  test("names every value that it does not know, so that one answer is enough", () => {
    expect(wrongIn({ status: "gone", sort: "views", order: "up" })).toHaveLength(3);
  });
});
