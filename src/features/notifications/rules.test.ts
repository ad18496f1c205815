import { describe, expect, test } from "vitest";
import { DETAILS, KIND_NAMES, titleOf, wordsOf } from "./rules.ts";

describe("a notification in words", () => {
  const sentence = (told: Parameters<typeof wordsOf>[0]) => {
    const [before, after] = wordsOf(told);
    return [before, titleOf("article", "Bridge opens"), after].filter(Boolean).join(" ");
  };

  test.each([
    ["asked", "", "Amina asked you to review Bridge opens"],
    ["asked", "closed", "Amina closed the request to review Bridge opens : it is published or scheduled"],
    ["approved", "", "Amina approved Bridge opens"],
    ["returned", "", "Amina returned Bridge opens to draft"],
    ["returned", "withdrawn", "Amina withdrew the approval of Bridge opens"],
    ["returned", "unpublished", "Amina took Bridge opens back from publication"],
    ["published", "scheduled", "Amina scheduled Bridge opens"],
    ["published", "updated", "Amina published changes of Bridge opens"],
    ["noted", "reply", "Amina replied to a note on Bridge opens"],
  ] as const)("%s (%s)", (kind, detail, words) => {
    expect(sentence({ kind, detail, actor: "Amina" })).toBe(words);
  });

  test("names nobody where the account is gone", () => {
    expect(sentence({ kind: "approved", detail: "", actor: null })).toBe("Someone approved Bridge opens");
  });

  test("says something else for each kind and each detail", () => {
    const plain = KIND_NAMES.map((kind) => sentence({ kind, detail: "", actor: null }));
    const detailed = DETAILS.map((detail) => sentence({ kind: "asked", detail, actor: null }));
    expect(new Set([...plain, ...detailed]).size).toBe(plain.length + detailed.length - 1);
  });

  test("calls a document without a title so, rather than nothing", () => {
    expect([titleOf("article", ""), titleOf("issue", "")]).toEqual(["an untitled article", "an untitled issue"]);
  });
});
