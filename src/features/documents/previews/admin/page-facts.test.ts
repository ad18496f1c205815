import { expect, test } from "vitest";
import { breadcrumb, cutAt, cutDescription, cutTitle } from "./use-preview.ts";

test("texts are cut after a whole word, and only where they do not fit", () => {
  const title = "The harbour reopens after the longest strike in its history, and ships return | Jarida";
  expect(cutTitle(title)).toBe("The harbour reopens after the longest strike in its …");
  expect(cutTitle("Short | Jarida")).toBe("Short | Jarida");
  expect(cutDescription("a ".repeat(200)).length).toBeLessThanOrEqual(160);
  expect(cutAt(`one ${"long".repeat(20)}`, 20)).toBe("one longlonglonglon …");
});

test("characters are counted as people do", () => {
  expect(cutAt("😀".repeat(30), 30)).toBe("😀".repeat(30));
});

test("an address is shown by its host and the parts of its path", () => {
  expect(breadcrumb("https://news.example/article/12")).toBe("news.example › article › 12");
  expect(breadcrumb("https://news.example/a%20b/%E0%A4%A")).toBe("news.example › a b › %E0%A4%A");
});
