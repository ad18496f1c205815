import { QueryClient } from "@tanstack/react-query";
import { expect, it, test } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import type { PageContext } from "#shared/page.ts";
import { examplePage } from "#test/support/article-answers.ts";
import { SITE } from "#test/support/reader-markup.tsx";
import { articleDetail } from "../calls.ts";
import type { ArticlePage } from "../schema.ts";
import { announcementOf } from "./announcement.ts";
import { articleHead } from "./article-head.ts";
import { queries, status } from "./article-page.tsx";
import { completeArticle } from "./complete-article.ts";

const ARTICLE = examplePage();

const contextOf = (id: string): PageContext => ({
  params: { id },
  search: new URLSearchParams(),
  now: 0,
  site: { ...SITE, url: "https://news.example.org" },
});

async function clientAfter(id: string, answer: () => ArticlePage): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await client.prefetchQuery({ queryKey: articleDetail(id).queryKey, queryFn: async () => answer() });
  return client;
}

const fails = (error: Error) => () => {
  throw error;
};

it.each([
  ["an article that is there", () => ARTICLE, 200],
  ["an unknown article", fails(new ApiError(404, {})), 404],
  ["a server in trouble", fails(new ApiError(500, {})), 503],
  ["a broken call", fails(new Error("socket")), 503],
])("%s has its status", async (_name, answer, expected) => {
  expect(status(contextOf("12"), await clientAfter("12", answer))).toBe(expected);
});

it("keeps a missing article out of search engines", async () => {
  const client = await clientAfter("12", fails(new ApiError(404, {})));
  expect(articleHead(contextOf("12"), client)).toMatchObject({
    title: "Article Not Found",
    robots: "noindex",
    canonical: null,
  });
});

it("does not report an article as missing while it is loading or the connection is down", async () => {
  const loading = articleHead(contextOf("12"), new QueryClient());
  expect(loading).toMatchObject({ title: "Loading article", canonical: "/article/12" });
  expect(loading.robots).toBeUndefined();
  const client = await clientAfter("12", fails(new NetworkError()));
  expect(articleHead(contextOf("12"), client).title).toBe("Connection Error");
});

it("describes an article in tags and structured data alike", async () => {
  const client = await clientAfter("12", () => ({ ...ARTICLE, description: "How it begins..." }));
  const { description, jsonLd } = articleHead(contextOf("12"), client);
  expect(description).toBe("How it begins...");
  expect(jsonLd?.[0]?.description).toBe(description);
});

it("preloads no picture that is part of the text or smaller than its slot", async () => {
  for (const hero_url of ["", "/fallback.jpg", "/media/abcdefgh/300x200.jpg"])
    expect(
      articleHead(contextOf("12"), await clientAfter("12", () => ({ ...ARTICLE, hero_url }))).preloadImage,
    ).toBeUndefined();
});

it("shows other sites the card's picture, and the publication's card where it is a stand-in", async () => {
  const imageOf = async (card: ArticlePage["card"]) =>
    articleHead(contextOf("12"), await clientAfter("12", () => ({ ...ARTICLE, card }))).image;
  expect(await imageOf(ARTICLE.card)).toEqual(ARTICLE.card);
  for (const url of ["/fallback.jpg", "/placeholder.jpg"]) expect(await imageOf({ url, alt: "" }), url).toBeUndefined();
});

it("describes the article in structured data with absolute addresses and the category's slug", async () => {
  const { canonical, jsonLd, preloadImage } = articleHead(contextOf("12"), await clientAfter("12", () => ARTICLE));
  expect(canonical).toBe("/article/12");
  expect(preloadImage?.url).toBe(ARTICLE.image_url);
  expect(jsonLd?.[0]).toMatchObject({
    "@type": "NewsArticle",
    url: "https://news.example.org/article/12",
    image: [
      {
        "@type": "ImageObject",
        url: "https://news.example.org/media/abcdefgh/1600x900.jpg",
        width: 1600,
        height: 900,
      },
    ],
    publisher: { "@id": "https://news.example.org/#organization" },
    dateModified: ARTICLE.published_date,
  });
  expect(jsonLd?.[1]).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [
      { position: 1, item: "https://news.example.org/" },
      { position: 2, name: "Real World", item: "https://news.example.org/category/real-world" },
      { position: 3, item: "https://news.example.org/article/12" },
    ],
  });
});

it("dates an article in structured data by its newest update or correction", async () => {
  const dateOf = async (change: Partial<ArticlePage>) =>
    articleHead(contextOf("12"), await clientAfter("12", () => ({ ...ARTICLE, ...change }))).jsonLd?.[0]?.dateModified;
  const [updated, corrected] = ["2027-01-02T00:00:00.000Z", "2027-01-03T00:00:00.000Z"];
  const corrections = [{ date: corrected, text: "Another bank.", position: "top" as const }];
  expect(await dateOf({ last_updated: updated })).toBe(updated);
  expect(await dateOf({ last_updated: updated, corrections })).toBe(corrected);
  expect(await dateOf({ last_updated: "2027-01-04T00:00:00.000Z", corrections })).toBe("2027-01-04T00:00:00.000Z");
});

it("requests related articles only if the address contains a valid id", () => {
  const urls = (id: string) => queries(contextOf(id)).map(({ queryKey }) => queryKey[0]);
  expect(urls("12").filter((url) => url.includes("related"))).toHaveLength(1);
  expect(urls("12abc").filter((url) => url.includes("related"))).toHaveLength(0);
});

const article = (more: object = {}) =>
  completeArticle({ id: 7, title: "T", content: "<p>x</p>", category: "AI", ...more } as never);

test("announces whatever readers see change in an open article", () => {
  for (const more of [
    { title: "U" },
    { content: "<p>y</p>" },
    { authors: [{ name: "Amina" }, { name: "Baraka" }] },
    { disclosure_sentences: ["Amina holds BTC."] },
    { is_breaking: true },
  ])
    expect(announcementOf(article(), article(more)), JSON.stringify(more)).toBe("This article has been updated.");
});

test("announces a correction as one", () => {
  const corrections = [{ text: "It was 5." }];
  expect(announcementOf(article(), article({ corrections }))).toBe("A correction was added to this article.");
});

test("says nothing of what readers do not see, or of another article", () => {
  expect(announcementOf(article(), article({ last_updated: "2026-11-27T00:00:00Z" }))).toBeNull();
  expect(announcementOf(article(), article({ id: 8, title: "U" }))).toBeNull();
});
