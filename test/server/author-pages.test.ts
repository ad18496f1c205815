import { expect, test } from "vitest";
import { documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";

const MINE = "amina-otieno";
const THEIRS = "baraka-njoroge";
const DAY = 24 * 60 * 60_000;

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, callAsColleague } = desk;
  const me = (await call({ method: "GET", url: editorApiUrl.me() })).body.id as number;
  const them = (await callAsColleague("GET", editorApiUrl.me())).body.id as number;
  const read = async (id: number | string, query = "") => {
    const url = `${documentUrl.author(0).replace("0", String(id))}${query}`;
    const found = await app.inject(url);
    // Numbers redirect to the slug.
    const { statusCode, body, headers } =
      found.statusCode === 301 ? await app.inject(String(found.headers.location)) : found;
    return { status: statusCode, body, headers };
  };
  return {
    ...desk,
    me,
    them,
    read,
    /** The titles on an author's page. */
    titles: async (id: number, query = "") =>
      [...(await read(id, query)).body.matchAll(/class="link-quiet stretch"[^>]*>([^<]*)</g)].map(([, title]) => title),
    write: async (title: string, payload: object = {}) =>
      (
        await call({
          method: "POST",
          url: apiUrl.articles(),
          payload: { title, category: "Tech", status: "published", authors: [me], ...payload },
        })
      ).body.id as number,
    put: (id: number, payload: object) => call({ method: "PUT", url: apiUrl.article(id), payload }),
  };
}

describeOnSqlite("an author's page", (open) => {
  test("shows who they are, what they hold and what they have published, the newest first", async () => {
    const { app, write, read, titles, call, me, them, clock, callAsColleague } = await start(open);
    expect((await read(me)).status).toBe(404);
    const first = await write("The first");
    clock.advance(DAY);
    await write("The second", { authors: [them, me] });
    await write("A draft", { status: "draft" });
    expect(await titles(me)).toEqual(["The second", "The first"]);
    expect(await titles(them)).toEqual(["The second"]);

    await call({ method: "PUT", url: editorApiUrl.profile(), payload: { bio: "Covers <exchanges>." } });
    await call({ method: "POST", url: editorApiUrl.holdings(), payload: { symbol: "BTC", from: "2025-03-01" } });
    await callAsColleague("POST", editorApiUrl.holdings(), { symbol: "SOL", from: "2027-03-01" });
    const { status, body, headers } = await read(me);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    for (const part of [
      "<h1",
      "Amina Otieno",
      "Covers &lt;exchanges&gt;.",
      "Holds BTC since March 2025",
      `rel="canonical" href="https://news.example${documentUrl.author(MINE)}"`,
      '"@type":"ProfilePage"',
      '"@type":"BreadcrumbList"',
    ])
      expect(body).toContain(part);
    expect((await read(them)).body).not.toContain("Current disclosures");
    // Bylines, author boxes and the sitemap lead to it.
    const article = (await app.inject(pageUrl.article(first))).body;
    expect(article.split(`href="${documentUrl.author(MINE)}"`)).toHaveLength(3);
    const sitemap = (await app.inject(feedUrl.sitemapPages())).body;
    for (const slug of [MINE, THEIRS]) expect(sitemap).toContain(`${documentUrl.author(slug)}</loc>`);
  });

  test("follows every change of what is published, by time as well", async () => {
    const { write, put, call, titles, read, me, them, clock } = await start(open);
    const id = await write("Moved", { authors: [me] });
    const later = await write("Planned", { published_date: new Date(clock.now() + DAY).toISOString() });
    expect(await titles(me)).toEqual(["Moved"]);
    clock.advance(DAY);
    expect(await titles(me)).toEqual(["Planned", "Moved"]);
    await put(id, { authors: [them] });
    expect([await titles(me), await titles(them)]).toEqual([["Planned"], ["Moved"]]);
    await put(id, { title: "Renamed", authors: [them, me] });
    expect([await titles(me), await titles(them)]).toEqual([["Planned", "Renamed"], ["Renamed"]]);
    await call({ method: "DELETE", url: apiUrl.article(id) });
    expect((await read(them)).status).toBe(404);
    await call({ method: "POST", url: editorApiUrl.restore(id) });
    expect(await titles(them)).toEqual(["Renamed"]);
    await call({ method: "POST", url: editorApiUrl.unpublish(later) });
    expect(await titles(me)).toEqual(["Renamed"]);
    // The register, too.
    const { body } = await call({
      method: "POST",
      url: editorApiUrl.holdings(),
      payload: { symbol: "BTC", from: "2025-03-01" },
    });
    expect((await read(me)).body).toContain("Holds BTC");
    await call({ method: "PATCH", url: editorApiUrl.holding(body.id), payload: { to: "2026-01-01" } });
    expect((await read(me)).body).not.toContain("Holds BTC");
  });

  test("has further pages, and none past the last", async () => {
    const { store, write, titles, read, me, clock, publishOne } = await start(open);
    expect(store).toBeDefined();
    for (let count = 0; count < 25; count += 1)
      await publishOne({ title: `Number ${count}`, authorId: me, publishedAt: clock.now() - 1_000 - count });
    await write("The newest");
    expect((await titles(me))[0]).toBe("The newest");
    expect(await titles(me)).toHaveLength(24);
    expect((await read(me)).body).toContain(`href="${documentUrl.author(MINE, 2)}"`);
    expect(await titles(me, "?page=2")).toEqual(["Number 23", "Number 24"]);
    for (const query of ["?page=3", "?page=99999999"]) expect((await read(me, query)).status, query).toBe(404);
    for (const query of ["?page=0", "?page=x", "?page=1&page=2", "?other=1"])
      expect((await titles(me, query))[0], query).toBe("The newest");
  });

  test("is not there for who is unknown, has gone or was erased", async () => {
    const { app, write, read, them, call } = await start(open);
    for (const id of ["9999", "0", "1x", "-1", "9999999999", "%00", "1.5"])
      expect((await read(id)).status, id).toBe(404);
    const alone = await write("Alone", { authors: [them] });
    const shared = await write("Shared", { authors: ["Somebody Else", them] });
    expect([(await read(them)).status, (await read(THEIRS)).status]).toEqual([200, 200]);
    await call({ method: "DELETE", url: `/api/accounts/users/${them}/?erase=true` });
    expect([(await read(them)).status, (await read(THEIRS)).status]).toEqual([404, 404]);
    for (const id of [alone, shared]) {
      const { body } = await app.inject(pageUrl.article(id));
      expect(body).toContain("Former author");
      expect(body).not.toContain(`href="${documentUrl.author(THEIRS)}"`);
    }
    expect((await app.inject(feedUrl.sitemapPages())).body).not.toContain(`${documentUrl.author(THEIRS)}</loc>`);
  });

  test("shows nobody as holding anything who cannot log in any more", async () => {
    const { write, read, them, call, callAsColleague } = await start(open);
    await write("Alone", { authors: [them] });
    await callAsColleague("POST", editorApiUrl.holdings(), { symbol: "SOL", from: "2025-03-01" });
    expect((await read(them)).body).toContain("Holds SOL");
    await call({ method: "DELETE", url: `/api/accounts/users/${them}/` });
    await write("Another", { authors: [them] });
    const { status, body } = await read(them);
    expect([status, body.includes("Holds SOL")]).toEqual([200, false]);
  });
});
