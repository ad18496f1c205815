import fc from "fast-check";
import { expect, test } from "vitest";
import { expectLinear } from "#test/support/growth.ts";
import { textChanges } from "./derive.ts";

type Text = ReturnType<typeof text>;
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
  ["one paragraph of many words", "a b ", "b c ", 250_000],
  ["many paragraphs", "a</p><p>", "b</p><p>", 100_000],
  ["many words in common, in another order", "a b c d ", "d c b a ", 7_000],
  ["no spaces", "a", "b", 60_000],
])("a comparison of %s takes time in proportion to them at most", (_name, before, after, count) =>
  expectLinear(
    (size) => [before, after].map((piece) => text(`<p>${piece.repeat(count * size)}</p>`)) as [Text, Text],
    (both) => textChanges(...both),
  ),
);

test("what is the same and removed is the text before, what is the same and added the one after", () => {
  const title = fc.array(fc.constantFrom("bank", "Bank", "lost", "4", "million", "—", "🦒", "é"), { maxLength: 12 });
  fc.assert(
    fc.property(title, title, (one, other) => {
      const [before, after] = [one.join(" "), other.join(" ")];
      const changes = textChanges({ ...text(""), title: before }, { ...text(""), title: after });
      expect(changes.length).toBe(before === after ? 0 : 1);
      const parts = changes[0]?.parts ?? [];
      const joined = (left: string) =>
        parts
          .filter(({ is }) => is !== left)
          .map(({ text: words }) => words)
          .join("");
      if (before !== after) expect([joined("added"), joined("removed")]).toEqual([before, after]);
    }),
  );
});

test("changes are told field by field, the content last, and paragraphs that stay are not", () => {
  const before = { title: "T", excerpt: "One", image_url: "", content: "<p>Stays.</p><p>Goes.</p><h2>Stays too</h2>" };
  const after = {
    title: "U",
    excerpt: "Two",
    image_url: "/a.jpg",
    content: "<p>Stays.</p><h2>Stays too</h2><p>New.</p>",
  };
  expect(
    textChanges(before, after).map(({ field, parts }) => [field, parts.map(({ is, text: words }) => `${is} ${words}`)]),
  ).toEqual([
    ["title", ["removed T", "added U"]],
    ["excerpt", ["removed One", "added Two"]],
    ["image", ["omitted The picture has changed."]],
    ["content", ["removed Goes."]],
    ["content", ["added New."]],
  ]);
  expect(textChanges(before, { ...before })).toEqual([]);
});

test("what is too long to be compared is said to have changed, behind what is not", () => {
  const long = (word: string) => `<p>${`${word} `.repeat(20_000)}</p>`;
  expect(changesOf(`<p>One</p><p>Same</p>${long("one")}`, `<p>Two</p><p>Same</p>${long("two")}`)).toEqual([
    "removed[One]added[Two]",
    "omitted[Further changes are too long to show word by word.]",
  ]);
});
