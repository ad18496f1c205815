import { describe, expect, test } from "vitest";
import type { Head } from "#shared/page.ts";
import { SITE } from "#test/support/reader-markup.tsx";
import { documentTitle, headTags } from "./head-tags.ts";

const HEAD: Head = { title: "A title", description: "In short.", canonical: "/article/12" };

/** The content of all metas of a name or property, and the targets of all links of a relation. */
const metas = (head: Head, name: string) =>
  headTags(head, SITE).flatMap(({ attributes: { name: own, property, content = "" } }) =>
    (own ?? property) === name ? [content] : [],
  );
const links = (head: Head, rel: string) =>
  headTags(head, SITE).flatMap(({ tag, attributes }) => (tag === "link" && attributes.rel === rel ? [attributes] : []));
const data = (head: Head, site = SITE): Record<string, unknown>[] =>
  headTags(head, site).flatMap(({ tag, text }) => (tag === "script" ? [JSON.parse(text ?? "")] : []));

test("the tab title is the page's, then the publication's name, without repeating it", () => {
  expect(documentTitle(HEAD, SITE)).toBe("A title | Jarida");
  expect(documentTitle({ ...HEAD, title: "Jarida" }, SITE)).toBe("Jarida");
});

test("an address without a page names no other one", () => {
  const missing = { ...HEAD, canonical: null };
  expect([links(missing, "canonical"), metas(missing, "og:url")]).toEqual([[], []]);
});

test("canonical addresses are absolute, and one per page", () => {
  expect(links(HEAD, "canonical")).toEqual([{ rel: "canonical", href: "https://news.example/article/12" }]);
  expect(metas(HEAD, "og:url")).toEqual(["https://news.example/article/12"]);
  for (const name of ["og:image", "twitter:image"])
    expect(metas({ ...HEAD, image: { url: "/media/abcdefgh/800x450.jpg" } }, name)).toEqual([
      "https://news.example/media/abcdefgh/800x450.jpg",
    ]);
  expect(metas({ ...HEAD, image: { url: "https://pictures.example/a.png" } }, "og:image")).toEqual([
    "https://pictures.example/a.png",
  ]);
});

describe("search engines", () => {
  test("may show large pictures of a page, unless it is not indexed", () => {
    expect(metas(HEAD, "robots")).toEqual(["max-image-preview:large"]);
    expect(metas({ ...HEAD, robots: "noindex" }, "robots")).toEqual(["noindex"]);
  });
});

describe("the picture of a shared page", () => {
  test("is the publication's on the home page, with its real size and the publication's name", () => {
    const head = { ...HEAD, canonical: "/" };
    expect(metas(head, "og:image")).toEqual(["https://news.example/social-card.png"]);
    expect([metas(head, "og:image:width"), metas(head, "og:image:height")]).toEqual([["1200"], ["630"]]);
    expect(metas(head, "og:image:alt")).toEqual([SITE.name]);
  });

  test("is drawn from the title if the page has none, at an address for each title", () => {
    const head: Head = { ...HEAD, canonical: "/category/markets?page=2", title: "Markets" };
    const [address = ""] = metas(head, "og:image");
    expect(address).toMatch(/^https:\/\/news\.example\/social-card\/category\/markets\.png\?v=c[a-z0-9]+$/);
    expect(metas(head, "og:image:alt")).toEqual(["Markets"]);
    expect(metas({ ...head, title: "Money" }, "og:image")).not.toEqual([address]);
    const elsewhere = { ...head, canonical: "https://first.example/a", path: "/article/1" };
    expect(metas(elsewhere, "og:image")[0]).toContain("https://news.example/social-card/article/1.png?v=");
  });

  test("is the one that the newsroom chose for pages without one", () => {
    const site = { ...SITE, socialCard: { url: "/media/abcdefgh/card-50-50.jpg", width: 1200, height: 630 } };
    const tags = headTags({ ...HEAD, canonical: "/category/markets" }, site);
    const image = tags.find(({ attributes }) => attributes.property === "og:image");
    expect(image?.attributes.content).toBe("https://news.example/media/abcdefgh/card-50-50.jpg");
  });

  test("has both sizes or none", () => {
    const head: Head = { ...HEAD, image: { url: "/a.jpg", width: 800, alt: "A robot" } };
    expect([metas(head, "og:image:width"), metas(head, "og:image:height")]).toEqual([[], []]);
    expect([metas(head, "og:image:alt"), metas(head, "twitter:image:alt")]).toEqual([["A robot"], ["A robot"]]);
  });
});

describe("an article", () => {
  const article: NonNullable<Head["article"]> = {
    published: "2026-01-02T00:00:00.000Z",
    modified: null,
    authors: ["Amina Otieno", "Zo\u00eb"],
    section: "AI",
    tags: ["one", "two"],
  };

  test("has its dates, its author and each of its tags, unlike other pages", () => {
    expect(metas(HEAD, "og:type")).toEqual(["website"]);
    const head = { ...HEAD, article };
    expect(metas(head, "og:type")).toEqual(["article"]);
    expect(metas(head, "article:published_time")).toEqual([article.published]);
    expect(metas(head, "article:modified_time")).toEqual([]);
    expect(metas(head, "article:tag")).toEqual(["one", "two"]);
    expect([metas(head, "article:author"), metas(head, "article:section")]).toEqual([
      ["Amina Otieno", "Zo\u00eb"],
      ["AI"],
    ]);
  });

  test.each([
    [undefined, "en_US"],
    ["sw", "sw_TZ"],
    ["pt-BR", "pt_BR"],
    ["not a tag", "en_US"],
  ])("in the language %j has the locale %s", (language, locale) => {
    expect(metas({ ...HEAD, article, language }, "og:locale")).toEqual([locale]);
  });

  test("that is not published has no date", () => {
    expect(metas({ ...HEAD, article: { ...article, published: null } }, "article:published_time")).toEqual([]);
  });
});

test("every page names the publication's feeds, a category's page its own as well", () => {
  const feeds = (head: Head) => links(head, "alternate").map(({ type, title, href }) => [type, title, href]);
  const own = [
    ["application/rss+xml", "Jarida", "https://news.example/rss.xml"],
    ["application/feed+json", "Jarida", "https://news.example/feed.json"],
  ];
  expect(feeds(HEAD)).toEqual(own);
  expect(feeds({ ...HEAD, title: "AI", feedOf: "/category/ai" })).toEqual([
    ...own,
    ["application/rss+xml", "AI | Jarida", "https://news.example/category/ai/rss.xml"],
    ["application/feed+json", "AI | Jarida", "https://news.example/category/ai/feed.json"],
  ]);
});

describe("structured data", () => {
  test("describes the publication first, then the page, separately", () => {
    const all = data({ ...HEAD, jsonLd: [{ "@type": "NewsArticle", headline: "A title" }] });
    expect(all.map((item) => item["@type"])).toEqual(["NewsMediaOrganization", "WebSite", "NewsArticle"]);
    for (const item of all) expect(item["@context"]).toBe("https://schema.org");
    expect(all[1]?.publisher).toEqual({ "@id": all[0]?.["@id"] });
  });

  test("describes how to search the site, with a placeholder that is kept as it is", () => {
    expect(JSON.stringify(data(HEAD)[1])).toContain("https://news.example/search?query={search_term_string}");
  });

  test("names the publication's policies that have pages", () => {
    const plain = data(HEAD)[0];
    expect(plain).toMatchObject({ correctionsPolicy: "https://news.example/corrections" });
    for (const name of ["ethicsPolicy", "publishingPrinciples", "ownershipFundingInfo"])
      expect(plain).not.toHaveProperty(name);
    expect(data(HEAD, { ...SITE, policies: { ethics: "/ethics", ownership: "/ownership" } })[0]).toMatchObject({
      ethicsPolicy: "https://news.example/ethics",
      publishingPrinciples: "https://news.example/ethics",
      ownershipFundingInfo: "https://news.example/ownership",
    });
  });

  test("links the publication to its profiles, if it has any", () => {
    expect(data(HEAD)[0]).not.toHaveProperty("sameAs");
    const social = [
      { label: "Twitter", url: "https://x.example/jarida" },
      { label: "Facebook", url: "" },
    ];
    expect(data(HEAD, { ...SITE, social })[0]?.sameAs).toEqual(["https://x.example/jarida"]);
  });
});
