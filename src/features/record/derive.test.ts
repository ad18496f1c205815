import { expect, test } from "vitest";
import { textChanges } from "./derive.ts";

const text = (content: string) => ({ title: "T", excerpt: "", image_url: "", content });
const changesOf = (before: string, after: string) =>
  textChanges(text(before), text(after)).map(({ parts }) =>
    parts.map(({ is, text: words }) => (is === "same" ? words : `${is}[${words}]`)).join(""),
  );

test("addresses are shown where only they have changed", () => {
  const link = (href: string) => `<p>Read <a href="${href}">this</a>.</p>`;
  expect(changesOf(link("https://a.example/"), link("https://b.example/"))).toEqual([
    "Read this.removed[ https://a.example/]added[ https://b.example/]",
  ]);
  expect(changesOf("<p>One</p>", "<p><strong>One</strong></p>")).toEqual([
    "omitted[Only formatting or pictures have changed.]",
  ]);
});

test("pictures are never named by their addresses", () => {
  const picture = (src: string) => `<p>One</p><img src="${src}"><img src="${src}" alt="A coin">`;
  expect(changesOf(picture("https://a.example/a.jpg"), picture("/media/b.jpg"))).toEqual([
    "omitted[Only formatting or pictures have changed.]",
  ]);
  const [{ parts } = { parts: [] }] = textChanges({ ...text(""), image_url: "https://a.example/a.jpg" }, text(""));
  expect(parts).toEqual([{ is: "omitted", text: "The picture has changed." }]);
});

test("of a long paragraph, what stands next to a change is shown", () => {
  const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
  const [shown = ""] = changesOf(`<p>${words.join(" ")}</p>`, `<p>${words.with(100, "other").join(" ")}</p>`);
  expect(shown).toMatch(/^….* word99 removed\[word100\]added\[other\] word101 .*…$/);
  expect(shown.length).toBeLessThan(400);
});

test.each([
  ["one paragraph of many words", "a b ".repeat(250_000), "b c ".repeat(250_000)],
  ["many paragraphs", "a</p><p>".repeat(100_000), "b</p><p>".repeat(100_000)],
  ["many words in common, in another order", "a b c d ".repeat(7_000), "d c b a ".repeat(7_000)],
  ["no spaces", "a".repeat(60_000), "b".repeat(60_000)],
])("a comparison of %s takes little time", (_name, before, after) => {
  const began = process.cpuUsage();
  textChanges(text(`<p>${before}</p>`), text(`<p>${after}</p>`));
  const { user } = process.cpuUsage(began);
  expect(user).toBeLessThan(400_000);
});
