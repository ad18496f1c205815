import { describe, expect, test } from "vitest";
import { differsInText } from "./changes.ts";

describe("owners are notified of a change", () => {
  const ARTICLE = { title: "Bridge", excerpt: "", content: "<p>a</p>", image_url: "", image_alt: null, tags: "[]" };

  test.each(["title", "excerpt", "content", "image_url", "image_alt"] as const)("of the text: %s", (field) => {
    expect(differsInText(ARTICLE, { ...ARTICLE, [field]: "other" })).toBe(true);
  });

  test("not of what is no text, such as a tag, nor of none", () => {
    const after: typeof ARTICLE = { ...ARTICLE, tags: '["bridges"]' };
    expect([differsInText(ARTICLE, after), differsInText(ARTICLE, ARTICLE)]).toEqual([false, false]);
  });
});
