import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseContent } from "#features/content/parse.ts";
import { remotePlaces } from "#features/documents/room/admin/remote-checks.tsx";
import { wordsIn } from "#features/documents/room/admin/style-checks.ts";
import { contentFindings, otherLinks, ownLinks } from "#features/documents/room/admin/text-checks.ts";
import { DEFAULT_STYLE } from "#features/settings/house/rules.ts";
import { wordFinder } from "#shared/house-words.ts";
import { SEED } from "#test/support/seed.ts";
import { checkFields } from "./quiet-checks.tsx";

const IMAGES = ".picture > img";
const SITE = "https://news.example";
const WHOLE = { title: "A title", excerpt: "In short.", image_url: "/media/a.jpg", image_alt: "A dot" };
const nodes = (html: string) => parseContent(html).nodes;
const check = (html: string, change: Partial<typeof WHOLE> = {}, file: File | null = null) => {
  const values = { ...WHOLE, ...change };
  return [...checkFields(values, nodes(html)), ...contentFindings(nodes(html), { ...values, file, lead: undefined })];
};
const wordsOf = (...given: Parameters<typeof check>) => check(...given).map(({ words }) => words);
const LONG = `<p>${"word ".repeat(60)}</p>`;

describe("while an article is written", () => {
  test("nothing is said of one that has everything, nor of one just begun", () => {
    expect(check(`${LONG}<h2>One</h2><h3>Two</h3><p><img src="/a.png" alt="A dot"></p>`)).toEqual([]);
    expect(check("<p>Two words</p>", { excerpt: "", image_url: "", image_alt: "" })).toEqual([]);
  });

  test("an excerpt is missed once there is a text, and a title is too long beyond 90 characters", () => {
    expect(check(LONG, { excerpt: " " })).toMatchObject([{ place: { field: "excerpt" } }]);
    expect(check("", { title: `${"é".repeat(90)} ` })).toEqual([]);
    // Characters, not their halves.
    expect(check("", { title: "😀".repeat(90) })).toEqual([]);
    expect(wordsOf("", { title: "x".repeat(91) })).toEqual(["The title has 91 characters: search engines cut it"]);
  });

  test("pictures need a text: the article's own, a chosen file, and each in the text, which is found again", () => {
    expect(check("", { image_alt: "" })).toMatchObject([{ place: { field: "image_alt" } }]);
    expect(check("", { image_url: "", image_alt: "" })).toEqual([]);
    const file = new File(["x"], "x.png", { type: "image/png" });
    expect(check("", { image_url: "", image_alt: "" }, file)).toMatchObject([{ place: { field: "image_alt" } }]);
    const images = '<p><img src="/a.png" alt="A"></p><p><img src="/b.png"></p><p><img src="/c.png" alt=" "></p>';
    expect(check(images).map(({ words }) => words)).toEqual([
      "Image 2 of 3 in the text has no alternative text",
      "Image 3 of 3 in the text has no alternative text",
    ]);
    expect(check(images).map(({ place }) => place)).toEqual([
      { selector: IMAGES, at: 1 },
      { selector: IMAGES, at: 2 },
    ]);
  });

  test.each([
    ["one level after the other", "<h2>a</h2><h3>b</h3><h2>c</h2>", []],
    ["an upper level may follow any", "<h1>a</h1><h2>b</h2><h3>c</h3><h1>d</h1>", []],
    ["a text begins with its uppermost level", "<h3>a</h3><h2>b</h2>", [0]],
    ["no level is left out", "<h1>a</h1><h3>b</h3><h3>c</h3>", [1]],
  ])("headings: %s", (_rule, html, found) => {
    expect(check(html).map(({ place }) => "at" in place && place.at)).toEqual(found);
  });

  test("what is found often is named five times, and long headings are cut", () => {
    expect(check('<p><img src="/a.png"></p>'.repeat(40))).toHaveLength(5);
    const [words] = wordsOf(`<h3>${"long ".repeat(40)}</h3>`);
    expect(words).toBe("The heading “long long long long long long long long…” has level 3 instead of 2");
  });
});

test("links to pages of this site and of others are asked about, not mail or the page itself", () => {
  const html = `<p><a href="/article/3#top">One</a> <a href="https://elsewhere.example/article/3">x</a>
    <a href="mailto:a@b.example">x</a> <a href="#here">x</a> <a href="${SITE}/search?query=a">Two</a></p>`;
  expect(ownLinks(nodes(html), SITE)).toEqual([
    { href: "/article/3#top", path: "/article/3", text: "“One”", place: { selector: "a[href]", at: 0 } },
    {
      href: `${SITE}/search?query=a`,
      path: "/search?query=a",
      text: "“Two”",
      place: { selector: "a[href]", at: expect.any(Number) },
    },
  ]);
  expect(otherLinks(nodes(html), SITE)).toMatchObject([
    { address: "https://elsewhere.example/article/3", place: { selector: "a[href]", at: 1 } },
  ]);
});

test(`any text is checked, in few findings (seed ${SEED})`, () => {
  const part = fc.constantFrom("<h1>a</h1>", "<h2>", "<h3>b", '<img src="/x.png">', "</p>", '<a href="//">c</a>', "😀");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const html = parts.join("");
      expect(check(html).length).toBeLessThanOrEqual(10);
      expect(ownLinks(nodes(html), SITE).length).toBeLessThanOrEqual(40);
    }),
    { seed: SEED },
  );
});

describe("the house style", () => {
  const STYLE = { ...DEFAULT_STYLE, caption: "required", credit: "hint", title_from: 5, title_to: 20 } as const;
  const inStyle = (html: string, change: Partial<typeof WHOLE> = {}) => {
    const values = { ...WHOLE, ...change };
    const own = { ...values, file: null, lead: { caption: "Boats", credit: "" } };
    return [...checkFields(values, nodes(html), STYLE), ...contentFindings(nodes(html), own, STYLE)].map(
      ({ words }) => words,
    );
  };

  test("asks for captions and credits of pictures, in the text or in the library, and says what is required", () => {
    expect(inStyle('<figure><img src="/a.png" alt="A"><small>Amina</small></figure>')).toEqual([
      "The article image has no credit in the library",
      "An image in the text has no caption (required)",
    ]);
    expect(
      inStyle('<aside class="card"><p><a href="https://x.example/"><img src="/a.png" alt="">A</a></p></aside>'),
    ).toHaveLength(1);
  });

  test("has its own lengths of titles", () => {
    expect(inStyle("", { title: "Four", image_url: "" })).toEqual([
      "The title has 4 characters: at least 5 are wanted",
    ]);
    expect(inStyle("", { title: "x".repeat(21), image_url: "" })).toEqual([
      "The title has 21 characters: at most 20 are wanted",
    ]);
  });

  test("offers to replace words and straight quotes in title and excerpt, and leads to those in the text", () => {
    const changes: string[] = [];
    const values = { title: "Utilise Kenya's port", excerpt: "" };
    const words = [{ avoid: "utilise", replacement: "use", reason: "", language: "" }];
    const found = wordsIn(values, nodes("<ul><li>We utilise it</li></ul>"), {
      find: wordFinder(words, "en"),
      language: "en",
      style: DEFAULT_STYLE,
      rewrite: (field, write) => changes.push(write(field === "title" ? values.title : values.excerpt)),
    });
    expect(found.map((one) => one.words)).toEqual([
      "In the title, “Utilise”: write “Use”",
      "The title has straight quotes",
      "“utilise”: write “use”",
    ]);
    expect(found.map(({ place }) => place)).toEqual([
      { field: "title" },
      { field: "title" },
      { selector: ".house-word", at: 0 },
    ]);
    for (const { actions = [] } of found) for (const { run } of actions) run();
    expect(changes).toEqual(["Use Kenya's port", "Utilise Kenya’s port"]);
  });
});

describe("what is on other hosts", () => {
  const places = (html: string, image_url = "") => remotePlaces({ values: { image_url }, content: nodes(html) });
  const ELSEWHERE = "https://elsewhere.example/a.jpg";

  test("is found once for each address, where it first stands, and not what is here or a part of the page", () => {
    const html = `<p><img src="/media/a.jpg"><img src="${ELSEWHERE}"></p><p><img src="${ELSEWHERE}"><img src="HTTP://other.example/b"></p>`;
    expect(places(html)).toEqual([
      { kind: "picture", address: ELSEWHERE, place: { selector: IMAGES, at: 1 } },
      { kind: "picture", address: "HTTP://other.example/b", place: { selector: IMAGES, at: 3 } },
    ]);
    expect(places('<p><img src="data:image/png;base64,AA"><img src="//x.example/a"><img></p>')).toEqual([]);
  });

  test("is the article's own picture before those of its text, also where one shows it again", () => {
    expect(places(`<p><img src="${ELSEWHERE}"></p>`, ` ${ELSEWHERE} `)).toEqual([
      { kind: "picture", address: ELSEWHERE, place: { field: "image_url" } },
    ]);
    expect(places("", "/media/a.jpg")).toEqual([]);
  });
});

test("of a text with many links, forty are asked about; what leads to the page itself or nowhere is none", () => {
  const link = (href: string) => `<a href="${href}">x</a>`;
  expect(
    ownLinks(nodes(`<p>${Array.from({ length: 60 }, (_, at) => link(`/article/${at}`)).join(" ")}</p>`), SITE),
  ).toHaveLength(40);
  expect(
    ownLinks(
      nodes(`<p>${["#a", "https://", "http://news.example/a", `${SITE}.evil.example/a`].map(link).join("")}</p>`),
      SITE,
    ),
  ).toEqual([]);
});
