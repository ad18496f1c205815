import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { putDocuments } from "#db/open-full-text.ts";
import { readText } from "#features/articles/derive.ts";
import { deriveMissing } from "#features/articles/tasks.ts";
import { contentPreparer } from "#features/content/commands.ts";
import { DERIVATION } from "#features/content/derive.ts";
import { searchIds } from "#features/search/queries.ts";
import { rememberSiteHost } from "#features/settings/commands.ts";
import { readSiteHosts } from "#features/settings/queries.ts";
import type { CleanHtml } from "#shared/html.ts";
import { feedUrl } from "#shared/urls.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "../support/articles.ts";
import { testClock } from "../support/clock.ts";
import { openContent } from "../support/content.ts";
import { startEditor } from "../support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "../support/engines.ts";
import { startTestApp, TEST_SITE } from "../support/test-app.ts";

const picture = (color: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: color } })
    .png()
    .toBuffer();

async function start(database: Database) {
  const site = await startTestApp(database, { clock: testClock() });
  const { headers } = await startEditor(site.app, database);
  const write = (content: string, more: object = {}) =>
    site.app.inject({
      method: "POST",
      url: apiUrl.articles(),
      headers,
      payload: { title: "T", category: "C", status: "published", content, ...more },
    });
  const pageOf = async (id: number) => (await site.app.inject(apiUrl.article(id))).json();
  return { ...site, headers, write, pageOf };
}

test("a data address that is not a picture is blanked, and the rest is kept", async () => {
  const { write } = await start(await openSqliteForTest());
  for (const address of ["data:text/html,<script>x</script>", "data:text/html;base64,PHA+", "data:,", "DATA:x"]) {
    const made = await write(`<p>a</p><img src="${address}" alt="b"><a href="${address}">c</a>`);
    expect(made.statusCode).toBe(201);
    expect(made.json().content).toBe('<p>a</p><img alt="b" />c');
  }
});

const RELATIVE =
  '<p><a href="about">one</a> <a href="./about">two</a> <a href="../about">three</a> <a href="?x=1">four</a> ' +
  '<a href="www.example.com">five</a> <a href="/about">six</a></p>';
const hrefsIn = (html: string) => [...html.matchAll(/ href=(?:"|&quot;)([^"&]*)/g)].map(([, href]) => href);

describe("addresses of the site itself", () => {
  test("are stored as paths from the root, and complete in feeds", async () => {
    const { app, write } = await start(await openSqliteForTest());
    const made = await write(`${RELATIVE}<p><a href="${TEST_SITE}/article/1#end">x</a></p>`);
    const paths = ["/about", "/about", "/about", "/?x=1", "https://www.example.com", "/about", "/article/1#end"];
    expect(hrefsIn(made.json().content)).toEqual(paths);
    const feed = (await app.inject(feedUrl.rss())).body;
    const html = /<content:encoded>(.*?)<\/content:encoded>/s.exec(feed)?.[1] ?? "";
    expect(hrefsIn(html)).toEqual(paths.map((path) => new URL(path, TEST_SITE).href.replace(/com\/$/, "com")));
  });

  test.each([true, false])(
    "are complete in feeds also in a text that was stored before, derived: %s",
    async (isDerived) => {
      const database = await openSqliteForTest();
      const { app, write, store } = await start(database);
      const { id } = (await write("<p>a</p>")).json();
      await database.db
        .updateTable("article")
        .set({ content: RELATIVE as CleanHtml, version: 9 })
        .where("id", "=", id)
        .execute();
      if (isDerived) await deriveMissing(store, () => false);
      const feed = (await app.inject(feedUrl.rss())).body;
      const html = /<content:encoded>(.*?)<\/content:encoded>/s.exec(feed)?.[1] ?? "";
      expect(hrefsIn(html)).toHaveLength(6);
      for (const href of hrefsIn(html)) expect(href).toMatch(/^https?:\/\//);
      expect(hrefsIn((await app.inject(apiUrl.article(id))).json().content)[0]).toBe("/about");
    },
  );

  test("that name a former host are paths too", async () => {
    const { store } = await start(await openSqliteForTest());
    await rememberSiteHost(store, "old.example");
    await rememberSiteHost(store, "old.example");
    await rememberSiteHost(store, "new.example");
    const siteHosts = await readSiteHosts(store.database.db);
    expect(siteHosts).toEqual(["old.example", "new.example"]);
    const preparer = contentPreparer("", { siteHosts });
    const { content } = await preparer.prepare(
      '<p><a href="https://www.old.example/about">a</a></p>',
      [],
      "article",
      undefined,
      { isWritten: true },
    );
    expect(content.html).toBe('<p><a href="/about">a</a></p>');
  });
});

describe("an article's page", () => {
  test("has its content prepared, with what readers need to know about it", async () => {
    const { write, pageOf } = await start(await openSqliteForTest());
    const text = "Fees &amp; blocks. ".repeat(60);
    const { id } = (await write(`<h1>Head</h1><p>${text}</p>`)).json();
    const page = await pageOf(id);
    expect(page.content).toContain('<h2 id="h-head"><a href="#h-head">Head</a></h2>');
    expect(page.content).toContain("<span data-ellipsis>...</span>");
    expect(page).toMatchObject({ has_rest: true, hero_url: "/fallback.jpg" });
    expect(page.description).toMatch(/^Head Fees & blocks\. .*\.\.\.$/);
  });

  test("shows a picture from its text once, and its own one above", async () => {
    const { write, pageOf } = await start(await openSqliteForTest());
    const content = '<p>a</p><img src="/media/abcdefgh/400x300.jpg" alt="" />';
    const without = await pageOf((await write(content)).json().id);
    expect(without).toMatchObject({ hero_url: "", image_url: "/media/abcdefgh/400x300.jpg" });
    const own = { image_url: "/media/hgfedcba/400x300.jpg" };
    expect(await pageOf((await write(content, own)).json().id)).toMatchObject({ hero_url: own.image_url });
    const same = { image_url: "/media/abcdefgh/400x300.jpg" };
    expect(await pageOf((await write(content, same)).json().id)).toMatchObject({ hero_url: "" });
  });

  test("is for readers: a draft has none", async () => {
    const { app, write } = await start(await openSqliteForTest());
    const { id } = (await write("<p>a</p>", { status: "draft" })).json();
    for (const url of [apiUrl.article(id), apiUrl.article("12abc"), apiUrl.article(4711)])
      expect((await app.inject(url)).statusCode).toBe(404);
  });
});

describeOnSqlite("data derived from content", (open) => {
  test("follows each edit of the content, and no others", async () => {
    const { app, headers, write, pageOf } = await start(await open());
    const { id } = (await write("<p>harbour</p>")).json();
    const change = (payload: object) => app.inject({ method: "PUT", url: apiUrl.article(id), headers, payload });
    await change({ title: "Other" });
    expect((await pageOf(id)).content).toBe("<p>harbour</p>");
    expect((await app.inject(apiUrl.search("harbour"))).json()).toHaveLength(1);
    await change({ content: "<p>lantern</p>" });
    expect((await pageOf(id)).content).toBe("<p>lantern</p>");
    expect((await app.inject(apiUrl.search("harbour"))).json()).toEqual([]);
  });

  test("is created where an older program left none, or wrote without it", async () => {
    const database = await open();
    const { store, app, pageOf } = await start(database);
    const { db } = database;
    const link = '<p><a href="/x">one</a></p>';
    const [none, older, behind, whole] = await Promise.all([1, 2, 3, 4].map(() => publish(store, { content: link })));
    await db
      .deleteFrom("derived_content")
      .where("article_id", "=", none ?? 0)
      .execute();
    const derived = (id: number | undefined) => db.updateTable("derived_content").where("article_id", "=", id ?? 0);
    await derived(older)
      .set({ derivation: DERIVATION - 1, plain_text: "" })
      .execute();
    await derived(behind).set({ article_version: 0, local_addresses: "[]" }).execute();
    await db
      .updateTable("derived_content")
      .set({ page_html: "stale" as never, reading_minutes: 99 })
      .where("article_id", "!=", whole ?? 0)
      .execute();
    const feed = () => app.inject(feedUrl.json()).then((answer) => answer.body.match(/https:\/\/news.example\/x/g));
    const check = async () => {
      for (const id of [none, older, behind, whole])
        expect(await pageOf(id ?? 0)).toMatchObject({ content: link, reading_minutes: 1 });
      expect(await feed()).toHaveLength(4);
    };
    await check();
    await deriveMissing(store, () => false);
    await check();
    const rows = await db
      .selectFrom("derived_content")
      .select(["page_html", "derivation", "article_version", "reading_minutes"])
      .execute();
    expect(rows).toEqual(
      Array.from({ length: 4 }, () => ({
        page_html: link,
        derivation: DERIVATION,
        article_version: 1,
        reading_minutes: 1,
      })),
    );
  });

  test("is found by the words of the current rules, once an older program's text is derived again", async () => {
    const database = await open();
    const { store } = await start(database);
    const { clock } = store;
    const id = await publish(store, { content: "<p>数字货币政策</p>" });
    await database.db
      .updateTable("derived_content")
      .set({ derivation: DERIVATION - 1 })
      .execute();
    const stored = { title: [], tags: [], excerpt: [], about: [], body: ["数字货币政策"] };
    await putDocuments(database.db as never, new Map([[id, stored]]));
    const found = async (query: string) =>
      (await searchIds(database, { viewer: ANYBODY, now: clock.now() }, { query, limit: 5, offset: 0 })).ids;
    expect(await found("货币")).toEqual([]);
    await deriveMissing(store, () => false);
    expect(await found("货币")).toEqual([id]);
  });

  test("is read for its plain text, where that is of this version and these rules", async () => {
    const database = await open();
    const { db } = database;
    const { store } = await start(database);
    const id = await publish(store, { content: "<p>harbour</p>" });
    const article = await db.selectFrom("article").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const stored = db.updateTable("derived_content").where("article_id", "=", id);
    await stored.set({ plain_text: "as stored" }).execute();
    expect(await readText(db, article)).toBe("as stored");
    expect(await readText(db, { ...article, version: 2 })).toBe("harbour");
    await stored.set({ derivation: DERIVATION - 1 }).execute();
    expect(await readText(db, article)).toBe("harbour");
    await db.deleteFrom("derived_content").execute();
    expect(await readText(db, article)).toBe("harbour");
  });

  test("a new picture in several articles written at once is stored once", async () => {
    const database = await open();
    const { write, storedFiles } = await start(database);
    const src = `data:image/png;base64,${(await picture("purple")).toString("base64")}`;
    const made = await Promise.all([1, 2, 3, 4].map(() => write(`<img src="${src}"><img src="${src}">`)));
    const addresses = made.flatMap((answer) => answer.json().content.match(/\/media\/[^"]+/g));
    expect(addresses).toHaveLength(8);
    expect(new Set(addresses).size).toBe(1);
    expect(await database.db.selectFrom("picture").selectAll().execute()).toHaveLength(1);
    expect(storedFiles()).toHaveLength(1);
  });
});

test("figures and tables work everywhere: page, feed, search, and the mail of an issue", async () => {
  const { app, headers, write, pageOf } = await start(await openSqliteForTest());
  const content =
    '<figure><img src="/media/abcdefgh/400x300.jpg" alt="A" /><small>Photo: Amina</small><figcaption>Said <em>so</em></figcaption></figure>' +
    "<table><tbody><tr><th><p>Coin</p></th><th><p>Price</p></th></tr><tr><td><p>BTC</p></td><td><p>64,000</p></td></tr></tbody></table>";
  const made = (await write(content)).json();
  expect(made.content).toBe(content);
  const { content: html } = await pageOf(made.id);
  expect(html).toContain("<figure><picture>");
  expect(html).toContain('<table tabindex="0">');
  expect((await app.inject(feedUrl.json())).json().items[0].content_html).toBe(
    content.replace('src="/', 'src="https://news.example/'),
  );
  expect((await app.inject(apiUrl.search("64,000"))).json()).toHaveLength(1);
  const issue = await app.inject({
    method: "POST",
    url: editorApiUrl.issues(),
    headers,
    payload: { subject: "S", article_ids: [made.id] },
  });
  const preview = await app.inject({ url: editorApiUrl.issuePreview(issue.json().id), headers });
  expect(preview.body).toContain("Photo: Amina Said so Coin | Price BTC | 64,000");
});

test("a thread that cannot start fails long content alone, and the next one tries again", async () => {
  const broken = contentPreparer("/nowhere/worker.ts");
  const long = `<p>${"x".repeat(100_000)}</p>`;
  for (let attempt = 0; attempt < 2; attempt++) await expect(broken.prepare(long)).rejects.toThrow("failed");
  expect((await broken.prepare("<p>x</p>")).content.html).toBe("<p>x</p>");
  const working = openContent();
  const both = await Promise.allSettled([working.prepare(long), working.prepare(`${"<b>".repeat(100_000)}`)]);
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  await working.close();
});

test("a long text is written as Markdown in the thread too", async () => {
  const stored = { cards: new Map(), page: `${TEST_SITE}/article/1`, site: TEST_SITE, language: "en" };
  const html = `<ul>${`<li><p>See <a href="/about">us</a>.</p></li>`.repeat(5_000)}</ul>`;
  const broken = contentPreparer("/nowhere/worker.ts");
  await expect(broken.markdown({ ...stored, html })).rejects.toThrow("failed");
  expect(await broken.markdown({ ...stored, html: "<p>x</p>" })).toBe("x");
  const working = openContent();
  const line = `- See [us](<${TEST_SITE}/about>).`;
  expect(await working.markdown({ ...stored, html })).toBe(Array(5_000).fill(line).join("\n"));
  await working.close();
});

test("content that takes too long is rejected, and what was queued behind it is parsed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-worker-"));
  const path = join(folder, "worker.mjs");
  writeFileSync(
    path,
    `import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ id, prepare: { html } }) => {
      while (html.startsWith("slow"));
      parentPort.postMessage({ id, done: html.slice(0, 5) });
    });`,
  );
  // Longer than a thread takes to start on a busy machine.
  const preparer = contentPreparer(path, { taskTimeoutMs: 3_000 });
  const rest = "x".repeat(100_000);
  const all = await Promise.allSettled(["one", "slow", "two"].map((word) => preparer.prepare(`${word}  ${rest}`)));
  expect(all.map((each) => (each.status === "fulfilled" ? each.value : String(each.reason)))).toEqual([
    "one  ",
    "InvalidError: The content is too complex to process.",
    "two  ",
  ]);
  await preparer.close();
  rmSync(folder, { recursive: true });
});
