import { describe, expect, test } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { documentUrl } from "#shared/urls.ts";
import { clientOfAnswers } from "#test/support/answers.ts";
import { examplePage } from "#test/support/article-answers.ts";
import { readerMarkup, wordsOf } from "#test/support/reader-markup.tsx";
import { articleDetail } from "../calls.ts";
import { NO_ARTICLE } from "../rules.ts";
import type { ArticlePage, PageAuthor } from "../schema.ts";
import { Page } from "./article-page.tsx";

const person = (id: number | null, name: string, change: Partial<PageAuthor> = {}): PageAuthor => ({
  ...{ id, name, image_url: "", bio: "", links: [], has_page: id !== null },
  ...change,
});

function screen(change: Partial<ArticlePage> = {}): string {
  const { client, has } = clientOfAnswers();
  has(articleDetail("12"), examplePage(change));
  return readerMarkup(<Page />, { client, to: "/article/12", params: { id: "12" } });
}
async function failed(error: Error) {
  const { client, fails } = clientOfAnswers();
  await fails(articleDetail("12"), error);
  return readerMarkup(<Page />, { client, to: "/article/12", params: { id: "12" } });
}
const headerOf = (html: string) => html.match(/<header.*?<\/header>/)?.[0] ?? "";

describe("the page of an article that is not shown", () => {
  test("says that it loads, and reads no skeleton aloud", () => {
    const html = readerMarkup(<Page />, { to: "/article/12", params: { id: "12" } });
    expect(html).toMatch(/role="status"[^>]*>Loading article\.\.\.</);
    expect(html).toContain('aria-hidden="true"');
  });

  test.each([
    ["as the server words it", new ApiError(410, { detail: "It has been removed." }), "It has been removed."],
    ["in its own words where the server has none", new ApiError(404, {}), "Failed to fetch the article."],
    ["without what only the program understands", new Error("socket hang up"), "Failed to fetch the article."],
  ])("says why, %s", async (_what, error, words) => {
    const html = await failed(error);
    expect(html.match(/role="alert"[^>]*>([^<]*)</)?.[1]).toBe(words);
    expect(html).toContain('<h1 class="headline-xl">Article Not Found</h1>');
  });

  test("does not call an article missing while the connection is", async () => {
    const html = await failed(new NetworkError());
    expect(html).not.toContain("Article Not Found");
    expect(html).not.toContain(NO_ARTICLE);
  });

  test("asks for one where the address has none", () => {
    expect(wordsOf(readerMarkup(<Page />, { params: {} }))).toContain("Article ID is required");
  });
});

describe("the head of an article", () => {
  test("says that it is breaking where it is, and when it was updated where it was", () => {
    expect(wordsOf(headerOf(screen()))).not.toMatch(/Breaking|Updated/);
    const words = wordsOf(headerOf(screen({ is_breaking: true, last_updated: "2025-02-01T10:00:00.000Z" })));
    expect(words).toMatch(/^Breaking Real World/);
    expect(words).toContain("January 5, 2025 (Updated: February 1, 2025 )");
  });

  test("leaves room for the story under a long headline", () => {
    const look = (title: string) => headerOf(screen({ title })).match(/<h1 dir="auto" class="mt-3 (\S+)"/)?.[1];
    expect([look("x".repeat(90)), look("x".repeat(91))]).toEqual(["headline-xl", "headline-lg"]);
  });

  test("names all authors as a sentence does, those with a page by a link", () => {
    const authors = [
      person(3, "Amina"),
      person(null, "The Founding Writer"),
      person(5, "Zoë <b>", { has_page: false }),
    ];
    const html = headerOf(screen({ authors }));
    expect(wordsOf(html)).toContain("Amina , The Founding Writer, and Zoë <b>");
    expect([...html.matchAll(/<a href="([^"]*)" class="link-quiet">/g)].map(([, href]) => href)).toEqual([
      documentUrl.author(3),
    ]);
  });

  test("escapes what editors wrote", () => {
    const html = screen({ title: "<script>1</script>", excerpt: '"><img src=x>', category: "A & <B>" });
    expect(html).not.toMatch(/<script>1|<img src=x/);
    expect(wordsOf(headerOf(html))).toContain('A & <B> <script>1</script> "><img src=x>');
  });
});

test.each([
  ["ar", ' lang="ar" dir="rtl"', ' lang="ar" dir="rtl"'],
  ["fr", ' lang="fr" dir="ltr"', ' lang="fr" dir="ltr"'],
  ["", ' dir="auto"', ""],
  ["not a tag", ' dir="auto"', ' dir="auto"'],
  [undefined, ' dir="auto"', ""],
])("an article in the language %j says it with its title, excerpt and text", (language, ofLines, ofText) => {
  const html = screen({ language } as Partial<ArticlePage>);
  expect(html).toContain(`<h1${ofLines} class`);
  expect(html).toContain(`<p${ofLines} class="mt-4 max-w-3xl`);
  expect(html).toContain(`<div id="article-text"${ofText} class`);
});

test("the head of an article says how long reading takes, where the backend says it", () => {
  const words = (minutes?: number) =>
    wordsOf(headerOf(screen(minutes === undefined ? {} : { reading_minutes: minutes })));
  expect(words(7)).toContain("January 5, 2025 · 7 min read");
  expect(words()).not.toMatch(/read|·/);
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
    expect(html).toMatch(/aria-expanded="false" aria-controls="article-text"[^>]*>Read More/);
  });

  test("has nothing to open where its preview is all of it", () => {
    expect(screen({ has_rest: false })).not.toContain("Read More");
  });

  test("has the picture above it that the page has, never enlarged", () => {
    const heroOf = (hero_url: string) => screen({ hero_url }).match(/<img src="([^"]*)" alt="A drawing"([^>]*)>/);
    expect(heroOf("")).toBeNull();
    const key = "a".repeat(24);
    expect(heroOf(`/media/${key}/1600x900.jpg`)?.[2]).toContain('class="size-full');
    expect(heroOf(`/media/${key}/300x200.jpg`)?.[2]).toContain('width="300" height="200"');
    expect(heroOf("/fallback.jpg"), "a stand-in").toBeNull();
    expect(heroOf(`/media/${key}/584x8764.jpg`)?.[2]).toContain('width="584" height="8764"');
    expect(screen({ hero_url: `/media/${key}/584x8764.jpg` })).toMatch(/<div tabindex="0" class="[^"]*overflow-y-auto/);
  });

  test("is followed by its tags, each a search for it, whatever is in them", () => {
    const html = screen({ tags: ["A & B", "#1?"] });
    const found = [...html.matchAll(/href="(\/search\?[^"]*)"/g)].map(([, href = ""]) =>
      new URL(href.replaceAll("&amp;", "&"), "https://x.example").searchParams.get("query"),
    );
    expect(found).toEqual(["A & B", "#1?"]);
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
    const boxes = [...screen({ authors }).matchAll(/<section aria-label="About ([^"]*)"(.*?)<\/section>/g)];
    expect(boxes.map(([, name, box = ""]) => [name, box.includes("<img"), wordsOf(`<a ${box}`)])).toEqual([
      ["Amina", true, "About Amina Writes. Mastodon"],
    ]);
  });

  test("of an article that updates itself is announced when it changes, and not before", () => {
    const empty = /<p role="status" class="sr-only"><\/p>/;
    expect([empty.test(screen({ is_auto_update: true })), empty.test(screen())]).toEqual([true, false]);
  });
});
