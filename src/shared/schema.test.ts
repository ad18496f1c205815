import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { MAX_ID } from "./ids.ts";
import { idNumber, pageQuery, text } from "./schema.ts";

const sentenceOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

describe("a text of a request", () => {
  const title = text({ name: "Title", min: 1, max: 5 });

  test("is measured after trimming, in characters rather than UTF-16 units", () => {
    expect(title.parse("  12345 \n")).toBe("12345");
    expect(title.safeParse("123456").success).toBe(false);
    expect(title.parse("🚀🚀🚀🚀🚀")).toHaveLength(10);
    expect(title.safeParse("🚀🚀🚀🚀🚀🚀").success).toBe(false);
  });

  test.each([
    [undefined, "Title is required."],
    [7, "Title must be text."],
    ["", "Title is required."],
    [" \t\n", "Title is required."],
    ["123456", "Title must have at most 5 characters."],
    ["a\u0000b", "Title contains characters that cannot be stored."],
    ["\ud83d", "Title contains characters that cannot be stored."],
  ])("%j is rejected with a message that names it", (input, sentence) => {
    expect(sentenceOf(title, input)).toBe(sentence);
  });

  test("with a minimum length above one says how long; one without may be empty", () => {
    expect(sentenceOf(text({ name: "Bio", min: 3, max: 9 }), "ab")).toBe("Bio must have at least 3 characters.");
    expect(text({ name: "Bio", max: 9 }).parse(" ")).toBe("");
  });
});

test("an id in a body fits the columns of both engines", () => {
  const schema = idNumber("Articles must be ids.");
  for (const id of [1, MAX_ID]) expect(schema.parse(id)).toBe(id);
  for (const id of [0, -1, 1.5, MAX_ID + 1, "1", null, Number.NaN])
    expect(sentenceOf(schema, id)).toBe("Articles must be ids.");
});

describe("the requested part of a list", () => {
  test("is the first fifty by default, up to a hundred from any offset", () => {
    expect(pageQuery.parse({})).toEqual({ limit: 50, offset: 0 });
    expect(pageQuery.parse({ limit: "100", offset: "100000000" })).toEqual({ limit: 100, offset: 100_000_000 });
    expect(pageQuery.parse({ limit: "1", offset: "0" })).toEqual({ limit: 1, offset: 0 });
  });

  test.each([
    [{ limit: "0" }, "Limit must be from 1 to 100."],
    [{ limit: "101" }, "Limit must be from 1 to 100."],
    [{ limit: "" }, "Limit must be a whole number."],
    [{ limit: "1e2" }, "Limit must be a whole number."],
    [{ limit: " 5" }, "Limit must be a whole number."],
    [{ offset: "-1" }, "Offset must be a whole number."],
    [{ offset: "100000001" }, "Offset must be from 0 to 100000000."],
    [{ offset: "9".repeat(30) }, "Offset must be a whole number."],
  ])("%j is rejected", (query, sentence) => {
    expect(sentenceOf(pageQuery, query)).toBe(sentence);
  });
});
