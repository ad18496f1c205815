import { DomUtils, parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { seedFoundation } from "#app/demo/seed.ts";
import type { Images } from "#platform/images.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

type Head = {
  title: string;
  /** Contents of the metas of each name or property. */
  meta: Record<string, string[]>;
  canonical: (string | undefined)[];
  jsonLd: Record<string, unknown>[];
};

/** The head as search engines and share previews parse it. */
function parseHead(html: string): Head {
  const all = (tag: string) => DomUtils.getElementsByTagName(tag, parseDocument(html), true);
  const meta: Head["meta"] = {};
  for (const { attribs } of all("meta")) {
    const name = attribs.property ?? attribs.name;
    if (name) meta[name] = [...(meta[name] ?? []), attribs.content ?? ""];
  }
  const scripts = all("script").filter(({ attribs }) => attribs.type === "application/ld+json");
  return {
    title: all("title").map(DomUtils.textContent).join(),
    meta,
    canonical: all("link").flatMap(({ attribs }) => (attribs.rel === "canonical" ? [attribs.href] : [])),
    jsonLd: scripts.map((script) => JSON.parse(DomUtils.textContent(script))),
  };
}

async function start() {
  const { app, store, storage } = await startTestApp(await openSqliteForTest());
  await seedFoundation({ ...store, storage, images: {} as Images });
  const headOf = async (path: string) => parseHead((await app.inject(path)).body);
  return { app, store, headOf };
}
const typed = ({ jsonLd }: Head, type: string) => jsonLd.filter((data) => data["@type"] === type);
const trailOf = (head: Head) =>
  typed(head, "BreadcrumbList").flatMap(({ itemListElement }) =>
    (itemListElement as { name: string; item: string }[]).map(({ name, item }) => [name, item]),
  );

test("an article is described alike in tags and structured data, as text whatever its title contains", async () => {
  const { app, store, headOf } = await start();
  const title = "</script><b>\"Fees\" & 'fortunes'</b>";
  const id = await publish(store, { title, excerpt: "In short.", category: "NFTs", tags: ["one", "two"] });
  const article = (await app.inject(apiUrl.article(id))).json();
  const address = `${TEST_SITE}/article/${id}`;
  const head = await headOf(`/article/${id}`);
  expect(head).toMatchObject({ title: `${title} | Jarida`, canonical: [address] });
  expect(head.meta).toMatchObject({
    description: ["In short."],
    "og:type": ["article"],
    "og:title": [title],
    "og:url": [address],
    "twitter:title": [title],
    "article:published_time": [article.published_date],
    "article:section": ["NFTs"],
    "article:tag": ["one", "two"],
    robots: ["max-image-preview:large"],
  });
  expect(typed(head, "NewsArticle")).toMatchObject([
    { headline: title, url: address, mainEntityOfPage: { "@id": address }, datePublished: article.published_date },
  ]);
  expect(trailOf(head)).toEqual([
    ["Home", `${TEST_SITE}/`],
    ["NFTs", `${TEST_SITE}/category/nfts`],
    [title, address],
  ]);
});

test("search results, errors and the unsubscribe page are not indexed; all other screens are, by titles of their own", async () => {
  const { headOf } = await start();
  const titles = new Set<string>();
  for (const path of ["/", "/category/nfts", "/about", "/contact", "/advertise", "/privacy-policy"]) {
    const head = await headOf(path);
    expect(head.meta.robots, path).toEqual(["max-image-preview:large"]);
    expect(head.meta.description?.[0], path).toBeTruthy();
    expect(head.canonical, path).toEqual([TEST_SITE + path]);
    expect(typed(head, "NewsMediaOrganization"), path).toHaveLength(1);
    if (path !== "/") expect(trailOf(head).map(([, item]) => item)).toEqual([`${TEST_SITE}/`, TEST_SITE + path]);
    titles.add(head.title);
  }
  expect(titles.size).toBe(6);
  for (const path of ["/search?query=wallet", "/unsubscribe", "/article/999999", "/category/none", "/none"])
    expect((await headOf(path)).meta.robots, path).toEqual(["noindex"]);
});
