import { expect, test } from "vitest";
import { prefersMarkdown } from "./accept.ts";

test.each([
  [undefined, false],
  ["", false],
  ["*/*", false],
  ["text/*", false],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
  ["text/markdown", true],
  ["text/markdown, text/html, */*", true],
  ["TEXT/Markdown;q=0.9, text/html;q=0.8", true],
  ["text/html, text/markdown;q=0.9", false],
  ["text/markdown;q=0", false],
  ["text/markdown;q=x", false],
  ["application/x-text/markdown", false],
])("%j asks for Markdown: %j", (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected);
});
