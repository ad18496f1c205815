import { describe, expect, test } from "vitest";
import { approvalBody, reviewSettingsBody } from "./schema.ts";

const problemsOf = (schema: typeof reviewSettingsBody | typeof approvalBody, body: unknown) =>
  schema.safeParse(body).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
const words = (...list: unknown[]) => problemsOf(reviewSettingsBody, { words: list });

describe("a change of the two-person rule", () => {
  test("may leave everything out, and empty everything", () => {
    expect(problemsOf(reviewSettingsBody, {})).toEqual([]);
    expect(problemsOf(reviewSettingsBody, { enabled: false, words: [], categories: [] })).toEqual([]);
  });

  test("has words of up to 60 characters, as people count them, and 200 of them", () => {
    expect(words("😀a".repeat(30))).toEqual([]);
    expect(words(`${"é".repeat(60)}a`)).toEqual([["words.0", expect.stringContaining("60")]]);
    expect(words(...Array.from({ length: 200 }, (_, at) => `word${at}`))).toEqual([]);
    expect(words(...Array(201).fill("word"))).toEqual([["words", expect.stringContaining("200")]]);
  });

  test.each([
    ["nothing", ""],
    ["spaces", " \t "],
    ["marks", "!?…"],
    ["what nobody sees", "\u200b\u2060\u00ad"],
    ["no text", 7],
  ])("has no word of %s, which could never be found", (_what, word) => {
    expect(words("hack", word)[0]?.[0]).toBe("words.1");
  });

  test("is an object of the known names alone: a misspelt one would change nothing, and seem to", () => {
    expect(problemsOf(reviewSettingsBody, { word: ["hack"] })).toHaveLength(1);
    for (const body of [null, [], "on", 1]) expect(problemsOf(reviewSettingsBody, body)).toHaveLength(1);
    expect(problemsOf(reviewSettingsBody, { enabled: "true" })).toEqual([["enabled", expect.any(String)]]);
  });
});

describe("an approval", () => {
  test("may come without a body", () => {
    for (const body of [undefined, null, {}]) expect(problemsOf(approvalBody, body)).toEqual([]);
  });

  test("overrides only with a reason that says something, in at most 500 characters", () => {
    expect(problemsOf(approvalBody, { override_reason: "😀".repeat(500) })).toEqual([]);
    for (const override_reason of ["", "  ", "x".repeat(501), null, 1])
      expect(problemsOf(approvalBody, { override_reason }), String(override_reason)).toHaveLength(1);
  });
});
