import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { startOtherHosts } from "#test/support/other-host.ts";
import { startTestApp } from "#test/support/test-app.ts";

const SITE = "https://news.example";

async function start(database: Database) {
  const clock = testClock();
  const hosts = await startOtherHosts({});
  const site = await startTestApp(database, { clock, siteUrl: SITE, fetchRemote: hosts.fetchRemote });
  const { headers } = await startEditor(site.app, database);
  const call = async (method: "GET" | "PUT" | "POST" | "DELETE", url: string, payload?: object) => {
    const answer = await site.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.body === "" ? null : answer.json();
  };
  const create = async (fields: object): Promise<number> =>
    (await call("POST", apiUrl.articles(), { category: "Travel", status: "published", ...fields })).id;
  const read = async (path: string) => (await site.app.inject(path)).body;
  return { ...site, clock, hosts, call, create, read };
}

const stored = (id: number) => `<aside class="card"><p><a href="/article/${id}">/article/${id}</a></p></aside>`;
const made = (address: string) =>
  `<p>Before.</p><aside class="card"><p><a href="${address}">A former title</a></p><p>News</p></aside><p>After.</p>`;

describeOnSqlite("a card of the site's own article", (open) => {
  test("stores the address alone, whatever title and form of the address was sent", async () => {
    const { call, create, hosts, fetchRemoteItems } = await start(await open());
    const id = await create({ title: "Harbour" });
    for (const address of [
      `/article/${id}`,
      `${SITE}/article/${id}`,
      `${SITE}/article/${id}/harbour?from=mail#h-ships`,
    ]) {
      const about = await create({ title: "About it", content: made(address) });
      await fetchRemoteItems();
      const { content } = await call("GET", apiUrl.article(about));
      expect(content, address).toBe(`<p>Before.</p>${stored(id)}<p>After.</p>`);
    }
    expect(hosts.asked).toEqual([]);
  });

  test("leaves cards alone that are of another address, or have words of their own", async () => {
    const { call, create, read } = await start(await open());
    for (const content of [
      '<aside class="card"><p><a href="/about">/about</a></p></aside>',
      '<aside class="card"><p><a href="/article/x">A</a></p></aside>',
      '<aside class="card"><p><a href="https://other.example/article/1">A</a></p></aside>',
      '<aside class="card"><p><a href="/article/1">A</a> and words</p></aside>',
      '<aside class="card"><p><a href="/topics/%zz">A</a></p></aside>',
    ]) {
      const id = await create({ title: "About it", content });
      expect((await call("GET", apiUrl.article(id))).content).toBe(content);
      expect(await read(pageUrl.article(id)), content).toContain("About it");
    }
  });

  test("follows renaming, withdrawal and deletion on pages, in feeds, Markdown, previews and the API", async () => {
    const { call, create, read } = await start(await open());
    const id = await create({ title: "Harbour", excerpt: "Ships." });
    const about = await create({ title: "About it", excerpt: "Notes.", content: made(`/article/${id}`) });
    const page = await call("POST", "/api/pages/", {
      title: "Reading list",
      slug: "reading-list",
      status: "published",
      seo_description: "Notes.",
      content: made(`/article/${id}`),
    });
    expect(page.content).toContain(stored(id));
    const preview = await call("POST", editorApiUrl.preview(about));
    const places = [
      pageUrl.article(about),
      `${pageUrl.article(about)}.md`,
      apiUrl.article(about),
      "/rss.xml",
      "/feed.json",
      "/reading-list",
      new URL(preview.url, SITE).pathname,
    ];
    // Of the feeds, the entry of the article with the card.
    const shown = async (path: string) => {
      const text = await read(path);
      return text.slice(text.indexOf("Before."), text.indexOf("After."));
    };
    for (const place of places) expect(await shown(place), place).toContain("Harbour");
    expect(await shown(pageUrl.article(about))).toContain(
      `<a href="/article/${id}">Harbour</a></p><p>Travel</p></aside>`,
    );

    await call("PUT", apiUrl.article(id), { title: "Port" });
    for (const place of places) {
      expect(await shown(place), place).toContain("Port");
      expect(await shown(place), place).not.toContain("Harbour");
    }
    await call("PUT", apiUrl.article(id), { status: "draft" });
    for (const place of places) expect(await shown(place), place).not.toMatch(/Port|article\/\d+"|<aside/);
    await call("PUT", apiUrl.article(id), { status: "published" });
    for (const place of places) expect(await shown(place), place).toContain("Port");
    await call("DELETE", apiUrl.article(id));
    for (const place of places) expect(await shown(place), place).not.toMatch(/Port|<aside/);
  });

  test("has no words in the text, its description or full text, and stays when readers' HTML is sent back", async () => {
    const { app, call, create } = await start(await open());
    const id = await create({ title: "Harbour" });
    const about = await create({ title: "Notes", content: `${stored(id)}<p>Below it.</p>` });
    expect((await app.inject(pageUrl.article(about))).body).toContain('name="description" content="Below it."');
    expect((await app.inject(apiUrl.search("article"))).json()).toEqual([]);
    const { content } = (await app.inject(apiUrl.article(about))).json();
    expect(content).toContain(">Harbour</a>");
    await call("PUT", apiUrl.article(about), { title: "Notes, again", content });
    expect((await call("GET", apiUrl.article(about))).content).toBe(`${stored(id)}<p>Below it.</p>`);
  });

  test("is hidden with the rest of the text below the preview", async () => {
    const { create, read } = await start(await open());
    const id = await create({ title: "Harbour" });
    const about = await create({
      title: "Notes",
      content: `<p>${"Long words. ".repeat(60)}</p>${stored(id)}<p>End.</p>`,
    });
    expect(await read(pageUrl.article(about))).toContain('<aside data-rest class="card"><p><a href=');
  });

  test("appears on a page that was read before, when its article is due", async () => {
    const { clock, create, read } = await start(await open());
    const due = new Date(clock.now() + 3_600_000).toISOString();
    const id = await create({ title: "Harbour", published_date: due });
    const about = await create({ title: "Notes", content: `<p>Before.</p>${stored(id)}` });
    expect(await read(pageUrl.article(about))).not.toContain("Harbour");
    clock.advance(3_600_001);
    expect(await read(pageUrl.article(about))).toContain("Harbour");
  });
});

describeOnEngines("a card of a topic or a series", (open) => {
  const storedAt = (path: string) => `<aside class="card"><p><a href="${path}">${path}</a></p></aside>`;

  test("is stored as its address, and follows name, description, address and publication where it is shown", async () => {
    const { call, create, read } = await start(await open());
    const id = await create({ title: "Harbour", tags: ["Ships"] });
    const { slug } = await call("POST", "/api/series/", { name: "The ports" });
    await call("PUT", `/api/series/${slug}/order/`, { articles: [id] });
    const content = `<p>Before.</p>${made(`${SITE}/topics/ships?from=mail`)}${made("/series/the-ports")}<p>End.</p>`;
    const about = await create({ title: "About it", excerpt: "Notes.", content });
    expect((await call("GET", apiUrl.article(about))).content).toContain(storedAt("/topics/ships"));
    const page = { title: "List", slug: "reading-list", seo_description: "Notes." };
    await call("POST", "/api/pages/", { ...page, status: "published", content });
    const places = [pageUrl.article(about), `${pageUrl.article(about)}.md`, apiUrl.article(about), "/reading-list"];
    const shown = async (path: string) => {
      const text = await read(path);
      return text.slice(text.indexOf("Before."), text.indexOf("End."));
    };
    for (const place of places) {
      expect(await shown(place), place).toContain("Ships");
      expect(await shown(place), place).toContain("The ports");
    }
    await call("PUT", "/api/topics/ships/", { name: "Ships", description: "What sails.", slug: "sails" });
    await call("PUT", "/api/series/the-ports/", { name: "All ports" });
    for (const place of places) {
      expect(await shown(place), place).toContain("What sails.");
      expect(await shown(place), place).toContain("/topics/sails");
      expect(await shown(place), place).toContain("All ports");
    }
    await call("PUT", apiUrl.article(id), { status: "draft" });
    for (const place of places) expect(await shown(place), place).not.toMatch(/sails|ports|<aside/);
    await call("PUT", apiUrl.article(id), { status: "published" });
    for (const place of places) expect(await shown(place), place).toContain("All ports");
    await call("DELETE", "/api/series/the-ports/");
    for (const place of places) expect(await shown(place), place).not.toContain("All ports");
  });

  test("has no words in descriptions and full text, and stays when readers' HTML is sent back", async () => {
    const { app, call, create } = await start(await open());
    await create({ title: "Harbour", tags: ["Ships"] });
    const content = `${storedAt("/topics/ships")}<p>Below it.</p>`;
    const about = await create({ title: "Notes", content });
    expect((await app.inject(pageUrl.article(about))).body).toContain('name="description" content="Below it."');
    const given = (await app.inject(apiUrl.article(about))).json().content;
    expect(given).toContain(">Ships</a>");
    await call("PUT", apiUrl.article(about), { title: "Notes, again", content: given });
    expect((await call("GET", apiUrl.article(about))).content).toBe(content);
  });
});
