import type { Page } from "@playwright/test";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { detailOf, listOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

/** Search engines and share previews read the server's own document. */
test.use({ javaScriptEnabled: false });

const ID = 40;

type DocumentHead = {
  title: string;
  /** Content of every meta tag by its name or property; a repeated one has several. */
  meta: Record<string, string[]>;
  links: { rel: string; type: string; href: string; title: string }[];
  jsonLd: Record<string, unknown>[];
};

async function headOf(page: Page, path: string): Promise<DocumentHead> {
  await page.goto(path);
  return page.evaluate(() => {
    const meta: Record<string, string[]> = {};
    for (const tag of document.head.querySelectorAll("meta")) {
      const name = tag.getAttribute("property") ?? tag.name;
      if (name) meta[name] = [...(meta[name] ?? []), tag.content];
    }
    const links = [...document.head.querySelectorAll("link")].map(({ rel, type, href, title }) => ({
      rel,
      type,
      href,
      title,
    }));
    const scripts = document.head.querySelectorAll("script[type='application/ld+json']");
    return {
      title: document.title,
      meta,
      links,
      jsonLd: [...scripts].map((script) => JSON.parse(script.textContent ?? "") as Record<string, unknown>),
    };
  });
}

const only = (head: DocumentHead, type: string) => {
  const found = head.jsonLd.filter((data) => data["@type"] === type);
  expect(found, type).toHaveLength(1);
  expect(found[0]?.["@context"]).toBe("https://schema.org");
  return found[0];
};
const canonicalOf = (head: DocumentHead) => head.links.filter(({ rel }) => rel === "canonical").map(({ href }) => href);
const feedsOf = (head: DocumentHead) =>
  head.links.filter(({ rel }) => rel === "alternate").map(({ type, href }) => `${type} ${new URL(href).pathname}`);

test("the document's head has what search engines and shared links need", async ({
  page,
  site,
  request,
  publishArticle,
}) => {
  test.slow();
  await test.step("home: title, description, canonical, cards, feeds, publisher and search", async () => {
    const head = await headOf(page, "/");
    expect(head.title).toContain("Jarida");
    expect(head.meta.description?.[0]?.length).toBeGreaterThan(50);
    expect(canonicalOf(head)).toEqual([`${site.url}/`]);
    expect(head.meta).toMatchObject({
      "og:type": ["website"],
      "og:site_name": ["Jarida"],
      "og:url": [`${site.url}/`],
      "og:description": head.meta.description,
      "twitter:card": ["summary_large_image"],
      robots: ["max-image-preview:large"],
    });
    const picture = await request.get(head.meta["og:image"]?.[0] ?? "");
    expect(picture.headers()["content-type"]).toBe("image/png");
    expect(feedsOf(head)).toEqual(["application/rss+xml /rss.xml", "application/feed+json /feed.json"]);
    for (const { href } of head.links.filter(({ rel }) => rel === "alternate"))
      expect((await request.get(href)).status(), href).toBe(200);
    expect(only(head, "Organization")).toMatchObject({ name: "Jarida", url: `${site.url}/` });
    const search = only(head, "WebSite")?.potentialAction as { target: { urlTemplate: string } };
    expect(search.target.urlTemplate).toBe(`${site.url}/search?query={search_term_string}`);
  });
  await page.unrouteAll();
  await test.step("category: its own title, feeds and breadcrumbs", async () => {
    const head = await headOf(page, "/category/nfts");
    expect(head.title).toBe("NFTs | Jarida");
    expect(canonicalOf(head)).toEqual([`${site.url}/category/nfts`]);
    expect(head.meta["og:title"]).toEqual(["NFTs"]);
    expect(feedsOf(head)).toEqual([
      "application/rss+xml /rss.xml",
      "application/feed+json /feed.json",
      "application/rss+xml /category/nfts/rss.xml",
      "application/feed+json /category/nfts/feed.json",
    ]);
    for (const { href } of head.links.filter(({ href }) => href.includes("/category/nfts/")))
      expect((await request.get(href)).status(), href).toBe(200);
    expect(only(head, "BreadcrumbList")?.itemListElement).toEqual([
      { "@type": "ListItem", position: 1, name: "Home", item: `${site.url}/` },
      { "@type": "ListItem", position: 2, name: "NFTs", item: `${site.url}/category/nfts` },
    ]);
  });
  await page.unrouteAll();
  await test.step("article: everything that news search and shared links need", async () => {
    const article = await detailOf(request, ID);
    const address = `${site.url}${pageUrl.article(ID)}`;
    const picture = `${site.url}${article.image_url}`;
    const crop = (name: string) => picture.replace(/[^/]+$/, `${name}-50-50.jpg`);
    const head = await headOf(page, pageUrl.article(ID));
    expect(head.title).toBe(`${article.title} | Jarida`);
    expect(canonicalOf(head)).toEqual([address]);
    expect(head.meta).toMatchObject({
      description: [article.excerpt],
      "og:type": ["article"],
      "og:title": [article.title],
      "og:description": [article.excerpt],
      "og:url": [address],
      "og:image": [crop("card")],
      "og:image:alt": [article.image_alt],
      "twitter:card": ["summary_large_image"],
      "twitter:title": [article.title],
      "twitter:image": [crop("card")],
      "article:published_time": [article.published_date],
      "article:author": [article.author.name],
      "article:section": [article.category],
      "article:tag": article.tags,
    });
    for (const url of [picture, crop("card"), crop("square")]) expect((await request.get(url)).status()).toBe(200);
    expect(only(head, "NewsArticle")).toMatchObject({
      headline: article.title,
      description: article.excerpt,
      url: address,
      mainEntityOfPage: { "@id": address },
      image: [
        { "@type": "ImageObject", url: crop("card"), width: 1200, height: 630 },
        { "@type": "ImageObject", url: crop("square"), width: 1080, height: 1080 },
        { "@type": "ImageObject", url: picture, width: expect.any(Number), height: expect.any(Number) },
      ],
      datePublished: article.published_date,
      dateModified: article.published_date,
      author: [{ "@type": "Person", name: article.author.name }],
      publisher: { name: "Jarida", logo: { url: `${site.url}/apple-touch-icon.png` } },
      articleSection: article.category,
    });
    const trail = only(head, "BreadcrumbList")?.itemListElement as { name: string; item: string }[];
    expect(trail.map(({ name, item }) => [name, item])).toEqual([
      ["Home", `${site.url}/`],
      [article.category, `${site.url}${pageUrl.category(article.category_slug)}`],
      [article.title, address],
    ]);
  });
  await page.unrouteAll();
  await test.step("static pages: their breadcrumbs start at home", async () => {
    for (const path of ["/about", "/contact", "/advertise", "/privacy-policy"]) {
      const trail = only(await headOf(page, path), "BreadcrumbList")?.itemListElement as {
        name: string;
        item: string;
      }[];
      expect(trail.map(({ item }) => item)).toEqual([`${site.url}/`, `${site.url}${path}`]);
      expect(trail[0]?.name, path).toBe("Home");
    }
  });
  await page.unrouteAll();
  await test.step("titles with quotes and tags stay text, in tags and in JSON-LD", async () => {
    const title = "</script><b>\"Fees\" & 'fortunes'</b>";
    const id = await publishArticle({ title, excerpt: title });
    const head = await headOf(page, pageUrl.article(id));
    expect(head.title).toBe(`${title} | Jarida`);
    expect(head.meta["og:title"]).toEqual([title]);
    expect(only(head, "NewsArticle")?.headline).toBe(title);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  });
  await page.unrouteAll();
  await test.step("search results, errors and the unsubscribe page are not indexed; all other screens are", async () => {
    const [article] = await listOf(request, apiUrl.latest());
    const titles: string[] = [];
    for (const path of ["/about", "/contact", "/advertise", "/privacy-policy", pageUrl.article(article?.id ?? 0)]) {
      const head = await headOf(page, path);
      expect(head.meta.robots, path).toEqual(["max-image-preview:large"]);
      expect(head.meta.description?.[0], path).toBeTruthy();
      titles.push(head.title);
    }
    expect(new Set(titles).size).toBe(titles.length);
    for (const path of ["/search?query=wallet", "/unsubscribe", "/article/999999", "/category/none", "/none"])
      expect((await headOf(page, path)).meta.robots, path).toEqual(["noindex"]);
  });
});
