import { describe, expect, test } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { documentUrl } from "#shared/urls.ts";
import { clientOfAnswers } from "#test/support/answers.ts";
import { examplePage, exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup, wordsOf } from "#test/support/reader-markup.tsx";
import { articleDetail, editorsPicks } from "../calls.ts";
import { NO_ARTICLE } from "../rules.ts";
import type { ArticlePage, ArticleSummary, PageAuthor } from "../schema.ts";
import { articlePage, loadFailed, Page } from "./article-page.tsx";

const person = (id: number | null, name: string, change: Partial<PageAuthor> = {}): PageAuthor => ({
  id,
  slug: id === null ? null : `author-${id}`,
  name,
  image_url: "",
  bio: "",
  links: [],
  has_page: id !== null,
  ...change,
});

function screen(change: Partial<ArticlePage> = {}): string {
  const { client, has } = clientOfAnswers();
  has(articleDetail("12"), examplePage(change));
  return readerMarkup(<Page />, { client, to: "/article/12", params: { id: "12" } });
}
async function failed(error: Error, picks: ArticleSummary[] = []) {
  const { client, fails, has } = clientOfAnswers();
  has(editorsPicks(), picks);
  await fails(articleDetail("12"), error);
  await loadFailed();
  return readerMarkup(<Page />, { client, to: "/article/12", params: { id: "12" } });
}
const headerOf = (html: string) => html.match(/<header.*?<\/header>/)?.[0] ?? "";

describe("the page of an article that is not shown", () => {
  test("says that it loads, and reads no skeleton aloud", () => {
    const html = readerMarkup(<Page />, { to: "/article/12", params: { id: "12" } });
    const page = parseHtml(html);
    expect(page.role("status")).toEqual(["Loading article..."]);
    expect(page.all("[aria-hidden=true]")).not.toEqual([]);
  });

  test.each([
    ["as the server words it", new ApiError(410, { detail: "It has been removed." }), "It has been removed."],
    ["in its own words where the server has none", new ApiError(404, {}), "Failed to fetch the article."],
    ["without what only the program understands", new Error("socket hang up"), "Failed to fetch the article."],
  ])("says why, %s", async (_what, error, words) => {
    const page = parseHtml(await failed(error));
    expect(page.role("alert")).toEqual([words]);
    expect(page.texts("h1")).toEqual(["Article Not Found"]);
  });

  test("leads on, by a search and by articles", async () => {
    const picks = [1, 2, 3, 4, 5, 6].map((id) => exampleSummary({ id, title: `Pick ${id}` }));
    const page = parseHtml(await failed(new ApiError(410, {}), picks));
    expect(page.values("form", "action")).toEqual(["/search"]);
    expect(page.texts("h3")).toEqual([1, 2, 3, 4, 5].map((id) => `Pick ${id}`));
  });

  test("does not call an article missing while the connection is", async () => {
    const html = await failed(new NetworkError());
    expect(html).not.toContain("Article Not Found");
    expect(html).not.toContain(NO_ARTICLE);
  });

  test("asks for one where the address has none", async () => {
    await loadFailed();
    expect(wordsOf(readerMarkup(<Page />, { params: {} }))).toContain("Article ID is required");
  });
});

test("tags lead to the pages of their topics, and labels that are none to a search", () => {
  const html = screen({ tags: ["Bitcoin", "News"], topics: [{ name: "Bitcoin", slug: "bitcoin" }] });
  expect(html).toMatch(/<a href="\/topics\/bitcoin"[^>]*>Bitcoin</);
  expect(html).toMatch(/<a [^>]*href="\/search\?query=News"[^>]*>News</);
});

describe("the head of an article", () => {
  test("says that it is breaking where it is, and when it was updated where it was", () => {
    expect(wordsOf(headerOf(screen()))).not.toMatch(/Breaking|Updated/);
    const words = wordsOf(headerOf(screen({ is_breaking: true, last_updated: "2025-02-01T10:00:00.000Z" })));
    expect(words).toMatch(/^Breaking Real World/);
    expect(words).toContain("January 5, 2025 (Updated: February 1, 2025 )");
  });

  test("leaves room for the story under a long headline", () => {
    const look = (title: string) => parseHtml(screen({ title })).values("h1", "class")[0];
    expect(look("x".repeat(90))).toBe(look("x"));
    expect(look("x".repeat(91))).not.toBe(look("x"));
  });

  test("names all authors as a sentence does, those with a page by a link", () => {
    const authors = [
      person(3, "Amina"),
      person(null, "The Founding Writer"),
      person(5, "Zoë <b>", { has_page: false }),
    ];
    const html = headerOf(screen({ authors }));
    expect(wordsOf(html)).toContain("Amina , The Founding Writer, and Zoë <b>");
    expect(parseHtml(html).values("a[href^='/authors/']", "href")).toEqual([documentUrl.author("author-3")]);
  });

  test("escapes what editors wrote", () => {
    const html = screen({ title: "<script>1</script>", excerpt: '"><img src=x>', category: "A & <B>" });
    expect(html).not.toMatch(/<script>1|<img src=x/);
    expect(wordsOf(headerOf(html))).toContain('A & <B> <script>1</script> "><img src=x>');
  });
});

test.each([
  ["ar", ["ar", "rtl"], ["ar", "rtl"]],
  ["fr", ["fr", "ltr"], ["fr", "ltr"]],
  ["", [null, "auto"], [null, null]],
  ["not a tag", [null, "auto"], [null, "auto"]],
  [undefined, [null, "auto"], [null, null]],
])("an article in the language %j says it with its title, excerpt, contents and text", (language, ofLines, ofText) => {
  const contents = [{ id: "h-why", text: "Why?" }];
  const page = parseHtml(screen({ language, contents } as Partial<ArticlePage>));
  const saidBy = (selector: string) => ["lang", "dir"].map((name) => page.values(selector, name)[0]);
  expect(saidBy("h1")).toEqual(ofLines);
  expect(saidBy("header h1 ~ p")).toEqual(ofLines);
  expect(saidBy("details bdi")).toEqual(ofLines);
  expect(saidBy("#article-text")).toEqual(ofText);
});

test("the head of an article says how long reading takes, where the backend says it", () => {
  const words = (minutes?: number) =>
    wordsOf(headerOf(screen(minutes === undefined ? {} : { reading_minutes: minutes })));
  expect(words(7)).toContain("January 5, 2025 · 7 min read");
  expect(words()).not.toMatch(/read|·/);
});

test("the by-line and its date have a line without buttons, which never begins with a dot", () => {
  const header = headerOf(screen({ reading_minutes: 7 }));
  const line = parseHtml(header)
    .all("div")
    .filter((box) => box.querySelector("time"))
    .at(-1)?.parentElement;
  expect(line?.querySelectorAll("button")).toHaveLength(0);
  expect(header.replace(/<[^>]*>/g, "")).not.toMatch(/(?<!\u00a0)·/);
});

test("a longer text lists its sections, next to it and above it on small screens", () => {
  const contents = [
    { id: "h-why", text: "Why <b>" },
    { id: "h-how", text: "How" },
  ];
  const page = parseHtml(screen({ contents }));
  expect(page.values("nav a[href^='#']", "href")).toEqual(["#h-why", "#h-how", "#h-why", "#h-how"]);
  expect(page.texts("details nav a")).toEqual(["Why <b>", "How"]);
  expect(wordsOf(screen())).not.toContain("In this article");
});

test("the part of the page that follows the text comes after the authors", () => {
  const { client, has } = clientOfAnswers();
  has(articleDetail("12"), examplePage({ authors: [person(3, "Amina", { bio: "Writes." })] }));
  const { Page: Extended } = articlePage(() => <p>THE NEWSLETTER</p>);
  const words = wordsOf(readerMarkup(<Extended />, { client, to: "/article/12", params: { id: "12" } }));
  expect(words.indexOf("THE NEWSLETTER")).toBeGreaterThan(words.indexOf("About Amina"));
});

describe("layouts", () => {
  const hero_url = `/media/${"a".repeat(24)}/1600x900.jpg`;
  const contents = [{ id: "h-why", text: "Why?" }];
  const look = (change: Partial<ArticlePage>) => {
    const page = parseHtml(screen({ hero_url, contents, ...change }));
    const hasPicture = page.all("img[alt='A drawing']").length === 1;
    const isInColumn = page.all(".article-columns header").length > 0;
    const hasSidebar = page.all(".article-columns.one-column").length === 0;
    return { isInColumn, hasSidebar, hasPicture };
  };

  test.each([
    ["news", { isInColumn: false, hasSidebar: true, hasPicture: true }],
    ["long_read", { isInColumn: true, hasSidebar: false, hasPicture: true }],
    ["photo_essay", { isInColumn: false, hasSidebar: false, hasPicture: true }],
    ["live", { isInColumn: false, hasSidebar: true, hasPicture: true }],
  ] as const)("%s has its place for the picture, and a column beside the text or none", (layout, expected) => {
    expect(look({ layout })).toEqual(expected);
  });

  test("give way to the place that the editors chose, and never enlarge a picture", () => {
    expect(look({ picture_place: "none" }).hasPicture).toBe(false);
    expect(look({ picture_place: "above" }).isInColumn).toBe(true);
    const small = { hero_url: `/media/${"a".repeat(24)}/700x400.jpg`, layout: "photo_essay" as const };
    expect(look(small).isInColumn).toBe(true);
  });

  test("of a live story say whether it still goes on", () => {
    const words = (is_auto_update: boolean) => wordsOf(headerOf(screen({ layout: "live", is_auto_update })));
    expect(words(true)).toMatch(/^Live/);
    expect(words(false)).toMatch(/^As it happened/);
  });
});

test("an author's box leads to more of the author, also without a life", () => {
  const more = [{ id: 7, title: "Another <story>", slug: "another" }];
  const page = parseHtml(screen({ authors: [person(3, "Amina", { more })] }));
  expect(page.texts("nav[aria-label='More by Amina'] a")).toEqual(["Another <story>"]);
});

describe("corrections", () => {
  const corrections = [
    { date: "2025-03-03T00:00:00.000Z", text: "Third.", position: "top" as const },
    { date: "2025-02-02T00:00:00.000Z", text: "Second,\n<two> lines.", position: "bottom" as const },
    { date: "2025-01-01T00:00:00.000Z", text: "First.", position: "top" as const },
  ];

  test("stand where they were put, in the order they were made, above and below the text", () => {
    const html = screen({ corrections, content: "<p>THE TEXT</p>" });
    const words = wordsOf(html);
    const places = ["First.", "Third.", "THE TEXT", "Second,"].map((part) => words.indexOf(part));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(words).toContain("Correction, January 1, 2025 : First.");
    expect(html).toContain("&lt;two&gt; lines.");
  });

  test("and disclosures are not mentioned where there are none", () => {
    expect(wordsOf(screen())).not.toMatch(/Correction,|Disclosure:/);
    expect(wordsOf(screen({ disclosure_sentences: ["Amina holds BTC.", "Baraka holds ETH."] }))).toContain(
      "Disclosure: Amina holds BTC. Baraka holds ETH.",
    );
  });
});

describe("the text of an article", () => {
  test("is shown as it is, and whole to whoever has no scripts", () => {
    const html = screen({ content: '<p>a</p><p data-rest="">b</p>', has_rest: true });
    expect(html).toContain('<p>a</p><p data-rest="">b</p>');
    expect(parseHtml(html).texts("[aria-expanded=false][aria-controls=article-text]")).toEqual(["Read More"]);
  });

  test("has nothing to open where its preview is all of it", () => {
    expect(screen({ has_rest: false })).not.toContain("Read More");
  });

  test("has the picture above it that the page has, never enlarged", () => {
    const heroOf = (hero_url: string) => {
      const page = parseHtml(screen({ hero_url }));
      const size = ["width", "height"].map((name) => page.values("img[alt='A drawing']", name)[0]);
      return { shown: page.all("img[alt='A drawing']").length, size: size.join(" x ") };
    };
    const key = "a".repeat(24);
    expect([heroOf("").shown, heroOf("/fallback.jpg").shown], "none, and a stand-in").toEqual([0, 0]);
    expect(heroOf(`/media/${key}/1600x900.jpg`).shown).toBe(1);
    expect(heroOf(`/media/${key}/300x200.jpg`).size).toBe("300 x 200");
    expect(heroOf(`/media/${key}/584x8764.jpg`).size).toBe("584 x 8764");
    // What is higher than the screen scrolls within its frame, by keyboard too.
    expect(parseHtml(screen({ hero_url: `/media/${key}/584x8764.jpg` })).all("[tabindex='0'] img")).toHaveLength(1);
  });

  test("is followed by its tags, each a search for it, whatever is in them", () => {
    const links = parseHtml(screen({ tags: ["A & B", "#1?"] })).values("a[href^='/search']", "href");
    expect(links.map((href) => new URL(href ?? "", "https://x.example").searchParams.get("query"))).toEqual([
      "A & B",
      "#1?",
    ]);
  });

  test("is followed by who wrote it, each with a portrait, a life and links as far as there are any", () => {
    const authors = [
      person(3, "Amina", {
        image_url: "/a.png",
        bio: "Writes.",
        links: [{ label: "Mastodon", url: "https://m.example" }],
      }),
      person(4, "Baraka"),
    ];
    const page = parseHtml(screen({ authors }));
    expect(page.texts("section[aria-label^=About]")).toEqual([
      expect.stringMatching(/^About Amina ?Writes\. ?Mastodon$/),
    ]);
    expect(page.all("section[aria-label='About Amina'] img")).toHaveLength(1);
  });

  test("of an article that updates itself is announced when it changes, and not before", () => {
    const announcement = (is_auto_update: boolean) => parseHtml(screen({ is_auto_update })).role("status");
    expect([announcement(true), announcement(false)]).toEqual([[""], []]);
  });
});
