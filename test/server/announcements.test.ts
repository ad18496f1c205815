import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { operator } from "#shared/actor.ts";
import { feedUrl } from "#shared/urls.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const SITE = "https://paper.news";
const MINUTE = 60_000;

type Request = { type: string | undefined; body: string };

/** A search engine or hub, which responds with a status of the test's. */
async function startListener() {
  const state = { status: 200, retryAfter: "", requests: [] as Request[] };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    state.requests.push({ type: request.headers["content-type"], body });
    response.writeHead(state.status, state.retryAfter ? { "retry-after": state.retryAfter } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describeOnEngines("announcements", (open) => {
  async function start(settings: Parameters<typeof startTestApp>[1] = {}) {
    const database = await open();
    const clock = testClock();
    const [engine, hub] = [await startListener(), await startListener()];
    const announce = { indexNowUrl: engine.url, hub: hub.url };
    const site = await startTestApp(database, { clock, siteUrl: SITE, announce, ...settings });
    // The first article of a category, and the last, change every page: then only its date shows what is new.
    await publish(site.store, { title: "First" });
    /** What was announced since the last call, after the time in which changes are collected. */
    const heard = async (wait = MINUTE) => {
      await site.runAnnouncements();
      clock.advance(wait);
      await site.runAnnouncements();
      const urls = engine.state.requests.splice(0).map(({ body }) => JSON.parse(body).urlList as string[]);
      const feeds = hub.state.requests.splice(0).map(({ body }) => new URLSearchParams(body).getAll("hub.url"));
      return { urls, feeds };
    };
    const taskOf = async (kind: string) =>
      database.db.selectFrom("task").selectAll().where("kind", "=", kind).orderBy("id", "desc").executeTakeFirst();
    return { ...site, database, clock, engine: engine.state, hub: hub.state, heard, taskOf };
  }

  test("name what was published, changed and withdrawn, together in one request", async () => {
    const { store, heard, database, clock } = await start();
    const old = await publish(store, { title: "Old" });
    expect(await heard(), "the archive is nothing new").toEqual({ urls: [], feeds: [] });
    const author = await addTestAccount(database, clock, {
      email: "a@news.example",
      password: "a long password",
      name: "Zawadi Mushi",
      role: "writer",
    });
    const id = await publish(store, { title: "New", tags: ["Solana"], authorId: author });
    await updateArticle(store, operator, id, { title: "Newer" });
    await updateArticle(store, operator, old, { status: "draft" });
    const { urls, feeds } = await heard();
    expect(urls).toHaveLength(1);
    expect(urls[0]?.toSorted()).toEqual([`${SITE}/article/${old}`, `${SITE}/article/${id}`].toSorted());
    expect(feeds).toHaveLength(1);
    for (const page of ["", "/category/blockchain", "/topics/solana", "/authors/zawadi-mushi"])
      expect(feeds[0]).toEqual(expect.arrayContaining([`${SITE}${feedUrl.rss(page)}`, `${SITE}${feedUrl.json(page)}`]));
    await trashArticle(store, operator, id);
    expect((await heard()).urls).toEqual([[`${SITE}/article/${id}`]]);
    expect(await heard()).toEqual({ urls: [], feeds: [] });
  });

  test("name the last article of a category when it is withdrawn, which changes every page", async () => {
    const { store, heard, clock } = await start();
    const draft = await publish(store, { title: "Draft", status: "draft", publishedAt: null });
    const last = await publish(store, { title: "Alone", category: "Mining" });
    await heard();
    clock.advance(MINUTE);
    await updateArticle(store, operator, draft, { title: "Still a draft" });
    await updateArticle(store, operator, last, { status: "draft" });
    expect((await heard()).urls).toEqual([[`${SITE}/article/${last}`]]);
    expect(await heard()).toEqual({ urls: [], feeds: [] });
  });

  test("name nothing that readers have never seen, and a scheduled article at its time", async () => {
    const { store, heard, clock } = await start();
    await heard();
    const scheduled = await publish(store, { title: "Later", publishedAt: clock.now() + 10 * MINUTE });
    const draft = await publish(store, { title: "Draft", status: "draft", publishedAt: null, tags: ["Solana"] });
    await updateArticle(store, operator, draft, { title: "Still a draft" });
    expect(await heard()).toEqual({ urls: [], feeds: [] });
    clock.advance(9 * MINUTE);
    expect((await heard()).urls).toEqual([[`${SITE}/article/${scheduled}`]]);
  });

  test("leave out what search engines should not list, or know from another site", async () => {
    const { store, heard } = await start();
    await heard();
    const hidden = await publish(store, { title: "Hidden", is_noindex: true });
    await publish(store, { title: "Elsewhere", canonical_url: "https://first.news/story" });
    const { urls, feeds } = await heard();
    expect(urls).toEqual([]);
    expect(feeds).toHaveLength(1);
    await trashArticle(store, operator, hidden);
    expect(await heard()).toEqual({ urls: [], feeds: [] });
  });

  test("prove who sent them by a key at its own address", async () => {
    const { store, app, engine, heard, runAnnouncements, clock } = await start();
    await heard();
    await publish(store);
    await runAnnouncements();
    clock.advance(MINUTE);
    await runAnnouncements();
    const { host, key, keyLocation } = JSON.parse(engine.requests[0]?.body ?? "{}");
    expect([host, key]).toEqual(["paper.news", expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const { body, headers } = await app.inject(new URL(keyLocation).pathname);
    expect([body, headers["content-type"]]).toEqual([key, "text/plain; charset=utf-8"]);
  });

  test("are retried when asked to, with what has changed since, and show why they were refused", async () => {
    const { store, engine, heard, clock, taskOf } = await start();
    await heard();
    const first = await publish(store);
    Object.assign(engine, { status: 429, retryAfter: "3600" });
    await heard();
    expect(await taskOf("indexnow")).toMatchObject({ state: "queued", due_at: clock.now() + 3_600_000 });
    const second = await publish(store);
    Object.assign(engine, { status: 200, retryAfter: "" });
    clock.advance(60 * MINUTE);
    expect((await heard()).urls.at(-1)?.toSorted()).toEqual([first, second].map((id) => `${SITE}/article/${id}`));
    engine.status = 403;
    await updateArticle(store, operator, first, { title: "Changed" });
    await heard();
    expect(await taskOf("indexnow")).toMatchObject({ state: "failed", last_error: expect.stringContaining("403") });
  });

  test("are not made of a staging copy", async () => {
    const { store, heard } = await start({ isStaging: true });
    await heard();
    await publish(store, { title: "Trial" });
    expect(await heard()).toEqual({ urls: [], feeds: [] });
  });

  test("are made of no site that others cannot reach", async () => {
    for (const siteUrl of ["http://paper.news", "https://localhost", "https://203.0.113.5", "https://news.example"]) {
      const { store, heard } = await start({ siteUrl });
      await heard();
      await publish(store);
      expect(await heard(), siteUrl).toEqual({ urls: [], feeds: [] });
    }
  });

  test("name the hub in feeds, with the feed's own address once", async () => {
    const { app } = await start();
    const { headers, body } = await app.inject(feedUrl.rss());
    expect(headers.link).toMatch(
      /^<http:\/\/127\.0\.0\.1:\d+\/>; rel="hub", <https:\/\/paper\.news\/rss\.xml>; rel="self"$/,
    );
    expect(body.match(/rel="hub"/g)).toHaveLength(1);
    expect((await app.inject(feedUrl.json())).json().hubs).toMatchObject([{ type: "WebSub" }]);
  });
});
