import { describe, expect, test } from "vitest";
import { differsInText } from "./commands.ts";
import { DETAILS, KIND_NAMES, titleOf, wordsOf } from "./rules.ts";

describe("a notification in words", () => {
  const sentence = (told: Parameters<typeof wordsOf>[0]) => {
    const [before, after] = wordsOf(told);
    return [before, titleOf("Bridge opens"), after].filter(Boolean).join(" ");
  };

  test.each([
    ["asked", "", "Amina asked you to review Bridge opens"],
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
    expect(sentence({ kind: "approved", detail: "", actor: null })).toBe("Somebody approved Bridge opens");
  });

  test("says something else for each kind and each detail", () => {
    const plain = KIND_NAMES.map((kind) => sentence({ kind, detail: "", actor: null }));
    const detailed = DETAILS.map((detail) => sentence({ kind: "asked", detail, actor: null }));
    expect(new Set([...plain, ...detailed]).size).toBe(plain.length + detailed.length - 1);
  });

  test("calls an article without a title so, rather than nothing", () => {
    expect(titleOf("")).toBe("an untitled article");
  });
});

describe("owners are told of a change", () => {
  const ARTICLE = { title: "Bridge", excerpt: "", content: "<p>a</p>", image_url: "", image_alt: null, tags: "[]" };

  test.each(["title", "excerpt", "content", "image_url", "image_alt"] as const)("of the text: %s", (field) => {
    expect(differsInText(ARTICLE, { ...ARTICLE, [field]: "other" })).toBe(true);
  });

  test("not of what is no text, such as a tag, nor of none", () => {
    const after: typeof ARTICLE = { ...ARTICLE, tags: '["bridges"]' };
    expect([differsInText(ARTICLE, after), differsInText(ARTICLE, ARTICLE)]).toEqual([false, false]);
  });
});
