import sharp from "sharp";
import { expect, test } from "vitest";
import { feedUrl } from "#shared/urls.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { logIn } from "#test/support/editor.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { TEST_SITE } from "#test/support/test-app.ts";

const HEAD = {
  seo_title: "Title for search",
  seo_description: "Described for search.",
  social_title: "Title for cards",
  social_text: "Text for cards.",
  canonical_url: "https://first.example/story",
};

const metaIn = (html: string, name: string) =>
  new RegExp(`<meta [^>]*(?:name|property)="${name}" [^>]*content="([^"]*)"`).exec(html)?.[1];
const canonicalIn = (html: string) => /rel="canonical" href="([^"]*)"/.exec(html)?.[1];

describeOnEngines("search and sharing", (open) => {
  const start = async () => {
    const desk = await startDesk(open);
    const change = async (id: number, payload: object) =>
      (await desk.call({ method: "PUT", url: apiUrl.article(id), payload })).status;
    const text = async (url: string) => (await desk.app.inject(url)).body;
    return { ...desk, change, text, page: (id: number) => text(`/article/${id}`) };
  };

  test("the page's head has its own title, description, card and canonical address", async () => {
    const { publishOne, change, page } = await start();
    const id = await publishOne({ title: "The headline", excerpt: "The excerpt." });
    expect(metaIn(await page(id), "og:title")).toBe("The headline");
    expect(await change(id, HEAD)).toBe(200);
    const html = await page(id);
    expect(/<title>([^<]*)/.exec(html)?.[1]).toBe("Title for search | Jarida");
    expect(metaIn(html, "description")).toBe(HEAD.seo_description);
    for (const network of ["og", "twitter"])
      expect([metaIn(html, `${network}:title`), metaIn(html, `${network}:description`)]).toEqual([
        HEAD.social_title,
        HEAD.social_text,
      ]);
    expect([canonicalIn(html), metaIn(html, "og:url")]).toEqual([HEAD.canonical_url, HEAD.canonical_url]);
    expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1]).toBe("The headline");
    // A card shows the headline, not the title for search engines.
    expect(await change(id, { social_title: "", social_text: "", canonical_url: "" })).toBe(200);
    const cleared = await page(id);
    expect([metaIn(cleared, "og:title"), metaIn(cleared, "og:description")]).toEqual([
      "The headline",
      HEAD.seo_description,
    ]);
    expect(canonicalIn(cleared)).toBe(`${TEST_SITE}/article/${id}`);
  });

  test("editors get all fields; readers get the genre, and what the page's head says", async () => {
    const { publishOne, change, call, app } = await start();
    const id = await publishOne();
    await change(id, { ...HEAD, genre: "opinion", is_noindex: true });
    expect((await call({ method: "GET", url: apiUrl.article(id) })).body).toMatchObject({
      ...HEAD,
      genre: "opinion",
      is_noindex: true,
      social_image: "",
    });
    const read = (await app.inject(apiUrl.article(id))).json();
    expect(read).toMatchObject({ genre: "opinion", head: { title: HEAD.seo_title, is_noindex: true } });
    const [listed] = (await app.inject(apiUrl.articles())).json();
    expect(listed.genre).toBe("opinion");
    for (const shown of [read, listed])
      for (const name of [...Object.keys(HEAD), "social_image", "is_noindex"]) expect(shown).not.toHaveProperty(name);
  });

  test("search engines skip hidden articles and those of other sites; feeds keep them", async () => {
    const { publishOne, change, page, text } = await start();
    const [plain, hidden, first, paid] = [
      await publishOne({ title: "Plain" }),
      await publishOne({ title: "Hidden" }),
      await publishOne({ title: "First elsewhere" }),
      await publishOne({ title: "Paid" }),
    ];
    const listed = async (url: string) =>
      [...(await text(url)).matchAll(/\/article\/(\d+)<\/(?:loc|link)>/g)].map(([, id]) => Number(id)).sort();
    const [sitemap, news, feed] = [feedUrl.sitemapArticles(1), feedUrl.newsSitemap(), feedUrl.rss()];
    for (const url of [sitemap, news, feed]) expect(await listed(url), url).toEqual([plain, hidden, first, paid]);
    await change(hidden, { is_noindex: true });
    await change(first, { canonical_url: HEAD.canonical_url });
    await change(paid, { genre: "sponsored" });
    expect(await listed(sitemap)).toEqual([plain, paid]);
    expect(await listed(news)).toEqual([plain]);
    expect(await listed(feed)).toEqual([plain, hidden, first, paid]);
    expect(metaIn(await page(hidden), "robots")).toBe("noindex");
    expect(metaIn(await page(first), "robots")).toBe("max-image-preview:large");
    await change(hidden, { is_noindex: false });
    expect(await listed(news)).toEqual([plain, hidden]);
  });

  test("readers see the genre that structured data has, wherever the article is listed", async () => {
    const { publishOne, change, page, text, database } = await start();
    const { id: authorId } = await database.db.selectFrom("account").select("id").executeTakeFirstOrThrow();
    const id = await publishOne({ title: "Our new card", tags: ["Cards"], authorId });
    const portrait = `/media/${"a".repeat(24)}/800x800.jpg`;
    await database.db.updateTable("account").set({ image_url: portrait }).execute();
    const types = { opinion: "Opinion", analysis: "Analysis", review: "Review", explainer: "Explainer" };
    for (const [genre, label] of Object.entries(types)) {
      expect(await change(id, { genre })).toBe(200);
      expect(await page(id)).toContain(genre === "explainer" ? "BackgroundNewsArticle" : `${label}NewsArticle`);
      const listed = ["/", "/category/blockchain", "/topics/cards", "/search?query=card"];
      for (const url of [`/article/${id}`, ...listed])
        expect(await text(url), `${genre} ${url}`).toContain(`>${label}<`);
      expect(await text(feedUrl.rss()), genre).toContain(`<title>${label}: Our new card</title>`);
      expect(await text(feedUrl.json()), genre).toContain(`"${label}: Our new card"`);
      expect(await text(`/article/${id}.md`), genre).toContain(`*${label}*`);
      for (const url of listed)
        expect((await text(url)).includes(portrait.slice(0, 31)), url).toBe(genre === "opinion");
    }
    expect(await change(id, { genre: "news" })).toBe(200);
    expect(await text(feedUrl.rss())).toContain("<title>Our new card</title>");
  });

  test("a sponsored article is labelled wherever readers meet it, and its links are marked", async () => {
    const { publishOne, change, page, text, app } = await start();
    const content =
      '<p><a href="https://shop.example/">Buy</a> or <a href="/about">read</a></p><aside data-file="https://shop.example/a.pdf"></aside>';
    const id = await publishOne({ title: "Our new card", content, tags: ["Cards"] });
    for (const url of ["/", `/article/${id}`, "/category/blockchain", feedUrl.rss(), feedUrl.json()])
      expect(await text(url), url).not.toContain("Sponsored");
    expect(await change(id, { genre: "sponsored" })).toBe(200);
    for (const url of [
      ...["/", `/article/${id}`, "/category/blockchain", "/topics/cards", "/search?query=card"],
      ...[feedUrl.rss(), feedUrl.json(), feedUrl.rss("/category/blockchain")],
    ])
      expect(await text(url), url).toContain("Sponsored");
    expect(await text(feedUrl.rss())).toContain("<title>Sponsored: Our new card</title>");
    const html = await page(id);
    expect(html).toContain('<a rel="sponsored" href="https://shop.example/">Buy</a>');
    expect(html).toContain('<a href="/about">read</a>');
    expect((await app.inject(feedUrl.json())).json().items[0].content_html).toContain('rel="sponsored"');
    // A client that sends back what readers get changes nothing.
    const { content: shown } = (await app.inject(apiUrl.article(id))).json();
    expect(await change(id, { content: shown })).toBe(200);
    expect(await change(id, { genre: "news" })).toBe(200);
    expect(await page(id)).not.toContain('rel="sponsored"');
  });

  test("structured data follow the genre, and describe the publication once, with policies that have pages", async () => {
    const { publishOne, change, page, call } = await start();
    const id = await publishOne();
    await change(id, { genre: "opinion" });
    const dataIn = (html: string) =>
      [...html.matchAll(/<script[^>]*ld\+json">(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json ?? ""));
    const [publisher, , article] = dataIn(await page(id));
    expect(article).toMatchObject({ "@type": "OpinionNewsArticle", publisher: { "@id": publisher["@id"] } });
    expect(publisher).toMatchObject({ "@type": "NewsMediaOrganization" });
    expect(publisher).not.toHaveProperty("ethicsPolicy");
    const ethics = { title: "Ethics", slug: "ethics", content: "<p>We are fair.</p>", status: "published" };
    expect((await call({ method: "POST", url: "/api/pages/", payload: ethics })).status).toBe(201);
    expect(dataIn(await page(id))[0].ethicsPolicy).toBe(`${TEST_SITE}/ethics`);
  });

  test("a social picture comes from the media library, and is in use there", async () => {
    const { app, publishOne, change, page, call } = await start();
    const image = { width: 1400, height: 900, channels: 3 as const, background: "teal" };
    const form = await formRequest({}, { file: await sharp({ create: image }).png().toBuffer() }, "card.png");
    const { access } = (await logIn(app)).json<{ access: string }>();
    const headers = { authorization: `Bearer ${access}`, ...form.headers };
    const upload = { method: "POST", url: editorApiUrl.upload(), payload: form.payload, headers } as const;
    const { url } = (await app.inject(upload)).json<{ url: string }>();
    const id = await publishOne();
    expect(await change(id, { social_image: `${url}#focus=20,20` })).toBe(200);
    expect((await call({ method: "GET", url: apiUrl.article(id) })).body).toMatchObject({ social_image: url });
    const key = url.split("/")[2];
    const html = await page(id);
    expect(metaIn(html, "og:image")).toBe(`${TEST_SITE}/media/${key}/card-50-50.jpg`);
    expect(metaIn(html, "og:image:width")).toBe("1200");
    const pictures = await app.inject(String(metaIn(html, "og:image")).slice(TEST_SITE.length));
    expect(pictures.statusCode).toBe(200);
    const found = await call({ method: "GET", url: `${editorApiUrl.pictures()}?query=${url}` });
    const picture = (found.body as { id: number }[])[0]?.id ?? 0;
    const removal = await call({ method: "DELETE", url: editorApiUrl.storedPicture(picture) });
    expect([removal.status, removal.body.used_in]).toMatchObject([409, [{ type: "article", id }]]);
    await change(id, { social_image: "" });
    expect((await call({ method: "DELETE", url: editorApiUrl.storedPicture(picture) })).status).toBe(204);
  });
});

describeOnSqlite("invalid fields", (open) => {
  test.each([
    ["canonical_url", "http://first.example/a", /must be a complete https address/],
    ["canonical_url", "/article/1", /must be a complete https address/],
    ["canonical_url", "https://me:secret@first.example/", /without a user name/],
    ["canonical_url", "https://first.example/a#part", /a part after #/],
    ["canonical_url", "javascript:alert(1)", /must be a complete https address/],
    ["canonical_url", `https://first.example/${"a".repeat(2000)}`, /at most 2000 characters/],
    ["canonical_url", 7, /must be text/],
    ["social_image", "https://pictures.example/a.jpg", /must be a picture of the media library/],
    ["social_image", "/media/x", /must be a picture of the media library/],
    ["genre", "advert", /must be news or opinion/],
    ["is_noindex", "perhaps", /must be true or false/],
    ["seo_title", "a".repeat(201), /at most 200 characters/],
    ["social_text", "a".repeat(501), /at most 500 characters/],
  ])("%s %j is rejected with a reason", async (name, value, reason) => {
    const { call, publishOne } = await startDesk(open);
    const url = apiUrl.article(await publishOne());
    const { status, body } = await call({ method: "PUT", url, payload: { [name]: value } });
    expect([status, body.errors[name]]).toEqual([400, expect.stringMatching(reason)]);
  });

  test("only users who may publish hide an article from search engines", async () => {
    const { database, clock, app } = await startDesk(open);
    const writer = { email: "w@news.example", password: "a third long password", name: "W", role: "writer" as const };
    await addTestAccount(database, clock, writer);
    const { access } = (await logIn(app, writer)).json<{ access: string }>();
    const headers = { authorization: `Bearer ${access}` };
    const draft = { title: "Mine", category: "Tech" };
    const make = (more: object) =>
      app.inject({ method: "POST", url: apiUrl.articles(), headers, payload: { ...draft, ...more } });
    expect((await make({ is_noindex: true })).statusCode).toBe(403);
    expect((await make({ genre: "opinion", seo_title: "S" })).statusCode).toBe(201);
  });
});
