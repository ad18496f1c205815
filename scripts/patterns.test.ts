import { expect, test } from "vitest";
import { isLinear, patternsIn } from "./patterns.mjs";

test.each([
  // What once held up the process: half a minute for one alternative text, and its siblings.
  '/<img\\b[^>]*?\\ssrc="([^"]+)"/i',
  "/src\\s*=\\s*[\"']?\\s*data:image/gi",
  "/<[^>]*>/g",
  "/\\s+$/",
  "/^(a+)+$/",
  "/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/",
])("%s is reported", (literal) => {
  expect(isLinear(literal)).toBe(false);
});

test.each(["/^\\s+/", "/\\s+/g", "/^[a-z]+-\\d{1,9}$/u", "/[&<>]/g"])("%s is linear", (literal) => {
  expect(isLinear(literal)).toBe(true);
});

test("finds patterns anywhere in a file, including those built at run time", () => {
  const text = "const a = <p title={/x/.source}>/no/</p>;\nconst b = 4 / 2 / 1; // /no/\nnew RegExp(a); RegExp(`b`);";
  expect(patternsIn("x.tsx", text)).toEqual([
    { line: 1, pattern: "/x/", isLiteral: true },
    { line: 3, pattern: "new RegExp(a)", isLiteral: false },
    { line: 3, pattern: "RegExp(`b`)", isLiteral: false },
  ]);
});
