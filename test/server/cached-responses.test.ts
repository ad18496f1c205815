import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import type { Database } from "#db/open.ts";
import { adWrites } from "#features/ads/commands.ts";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { createRecord } from "#platform/records/store.ts";
import { operator } from "#shared/actor.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { type RawAnswer, requestRaw } from "#test/support/raw-http.ts";
import { startTestApp } from "#test/support/test-app.ts";

const HOUR = 60 * 60 * 1000;
const BROWSER = "Accept-Encoding: gzip, deflate, br";

/** A listening server with an article; `get` sends a request over the wire, where cached responses leave early. */
async function start(database: Database, settings: { rateLimits?: boolean } = {}) {
  const clock = testClock();
  const site = await startTestApp(database, { ...settings, clock });
  const id = await publish(site.store, { title: "First words", content: `<p>${"Text. ".repeat(400)}</p>` });
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as AddressInfo;
  const get = (path: string, headers = [BROWSER], method = "GET") => requestRaw(port, method, path, headers);
  const stats = () => site.app.responses.stats();
  return { ...site, clock, id, get, stats };
}

/** Addresses that a reader's page or program asks for, of every kind. */
const addresses = (id: number) => [
  pageUrl.home(),
  pageUrl.article(id),
  `${pageUrl.category("blockchain")}?utm_source=mail`,
  apiUrl.latest(),
  `${apiUrl.articles()}?limit=20&offset=0`,
  apiUrl.article(id),
  apiUrl.categories(),
  apiUrl.search("words"),
  feedUrl.rss(),
  feedUrl.sitemapIndex(),
];

test("addresses that clients can multiply at will are cached apart from the publication's pages", async () => {
  const { app, id, get } = await start(await openSqliteForTest());
  const cached = vi.spyOn(app.responses, "get");
  const partitions: Record<string, string | undefined> = {};
  const paths = {
    pages: [
      pageUrl.home(),
      apiUrl.latest(),
      "/api/categories/blockchain/?limit=50&unknown=1",
      "/api/articles/latest/?home=true",
      `/api/articles/${id}/changes/`,
      "/api/categories/blockchain/",
      "/record.json",
      "/category/blockchain/rss.xml",
    ],
    requests: [
      "/search?query=words",
      apiUrl.search("words"),
      "/api/articles/?limit=49",
      `/api/articles/${id}/changes/?limit=7`,
      "/api/articles/?fields=id",
      "/api/articles/latest/?fields=id,title",
      "/api/categories/?cursor=",
      "/api/record/2026-01-02/",
      "/record.json?before=2026-01-02",
      `/article/${id}/changes?page=2`,
      `/article/${id}/changes/7`,
    ],
  };
  for (const path of Object.values(paths).flat()) {
    cached.mockClear();
    await get(path);
    partitions[path] = cached.mock.calls[0]?.[1].partition;
  }
  const expected = Object.entries(paths).flatMap(([name, of]) => of.map((path) => [path, name]));
  expect(partitions).toEqual(Object.fromEntries(expected));
  for (const day of ["zzz", "2026-1-2", "2026-02-30"]) expect((await get(`/api/record/${day}/`)).status, day).toBe(404);
});

const withoutDate = ({ date: _date, ...headers }: Record<string, unknown>) => headers;

describeOnSqlite("cached responses", (open) => {
  test("leave early with the headers and bytes of the full path, HEAD and 304 included", async () => {
    const { get, id, stats } = await start(await open());
    for (const path of addresses(id)) {
      const first = await get(path);
      const { hits } = stats();
      const second = await get(path);
      expect(stats().hits, path).toBe(hits + 1);
      expect(withoutDate(second.headers), path).toEqual(withoutDate(first.headers));
      expect(second.body, path).toEqual(first.body);
      expect(second.headers["x-content-type-options"], path).toBe("nosniff");
      const head = await get(path, [BROWSER], "HEAD");
      expect([head.status, withoutDate(head.headers), head.body.length], path).toEqual([
        first.status,
        withoutDate(first.headers),
        0,
      ]);
      const known = await get(path, [BROWSER, `If-None-Match: ${first.headers.etag}`]);
      expect([known.status, known.headers.etag], path).toEqual([
        first.status === 200 ? 304 : first.status,
        first.headers.etag,
      ]);
    }
  });

  test("are whole for the next reader where they were made again for one who had them", async () => {
    const { get, id, clock, stats } = await start(await open());
    for (const path of addresses(id).filter((address) => address.startsWith("/api"))) {
      const first = await get(path);
      // Old enough to be made again, and still served meanwhile.
      clock.advance(11_000);
      const { renders } = stats();
      const known = await get(path, [BROWSER, `If-None-Match: ${first.headers.etag}`]);
      expect(known.status, path).toBe(304);
      await expect.poll(() => stats().renders, { message: path }).toBeGreaterThan(renders);
      await expect.poll(async () => (await get(path)).headers.etag, { message: path }).toBe(first.headers.etag);
      const next = await get(path);
      expect([next.status, textOf(next)], path).toEqual([200, textOf(first)]);
    }
  });

  test("show a change on the very next request, counts and dates in their data too", async () => {
    const { get, id, store, clock } = await start(await open());
    const lists = [apiUrl.latest(), apiUrl.articles(), "/api/categories/blockchain/", apiUrl.article(id)];
    const json = async (path: string) => JSON.parse(textOf(await get(path)));
    const count = async () => (await json(apiUrl.categories()))[0]?.count ?? 0;
    for (const path of lists) expect(JSON.stringify(await json(path)), path).toContain("First words");
    const before = await count();
    clock.advance(1_000);
    const { content } = await store.content.prepare("<p>Another text.</p>");
    await updateArticle(store, operator, id, { content });
    for (const path of lists)
      expect(JSON.stringify(await json(path)), path).toContain(
        `"last_updated":"${new Date(clock.now()).toISOString()}`,
      );
    await updateArticle(store, operator, id, { title: "Second words" });
    for (const path of lists) expect(JSON.stringify(await json(path)), path).toContain("Second words");
    await trashArticle(store, operator, id);
    expect(await json(apiUrl.latest())).toEqual([]);
    expect((await get(apiUrl.article(id))).status).toBe(404);
    expect(await count()).toBe(before - 1);
  });

  test("show a scheduled article from its time on, and new ad spaces at once", async () => {
    const { get, store, clock } = await start(await open());
    await publish(store, { title: "Embargoed", publishedAt: clock.now() + HOUR });
    const body = async (path: string) => textOf(await get(path));
    expect(await body(apiUrl.latest())).not.toContain("Embargoed");
    clock.advance(HOUR);
    expect(await body(apiUrl.latest())).toContain("Embargoed");
    const ads = "/api/ads/?location=homepage";
    expect(await body(ads)).not.toContain("Brand new");
    await createRecord(adWrites(store), operator, { active: true, name: "Brand new", location: "homepage" });
    expect(await body(ads)).toContain("Brand new");
  });

  test("are not for editors, and no editor's response is for readers", async () => {
    const { get, app, store, id } = await start(await open());
    const { authorization } = (await startEditor(app, store.database)).headers;
    const draft = await publish(store, { title: "Not for readers", status: "draft" });
    for (const path of [apiUrl.articles(), `${apiUrl.articles()}?status=draft`, apiUrl.categories()]) {
      const reader = await get(path);
      const editor = await get(path, [BROWSER, `Authorization: ${authorization}`]);
      expect(editor.headers["cache-control"], path).toContain("private");
      const again = await get(path);
      expect(again.body, path).toEqual(reader.body);
      expect(textOf(again), path).not.toContain("Not for readers");
      expect(String(again.headers.vary), path).toMatch(/authorization/i);
    }
    expect((await get(apiUrl.article(draft))).status).toBe(404);
    expect((await get(apiUrl.article(id), [BROWSER, "Authorization: Bearer nonsense"])).status).toBe(401);
  });
});

function textOf({ headers, body }: RawAnswer): string {
  const bytes = Buffer.from(body, "latin1");
  if (headers["content-encoding"] === "gzip") return gunzipSync(bytes).toString();
  return (headers["content-encoding"] === "br" ? brotliDecompressSync(bytes) : bytes).toString();
}

test("odd queries, headers, cookies and hosts neither reach other readers nor fill the cache", async () => {
  const { get, stats, id } = await start(await openSqliteForTest());
  const paths = [pageUrl.home(), pageUrl.article(id), apiUrl.latest(), apiUrl.categories()];
  const usual = new Map<string, string>();
  for (const path of paths) usual.set(path, (await get(path)).body);
  const { entries, renders } = stats();
  for (const path of paths) {
    const hostile: [string, string[]][] = [
      ...Array.from({ length: 20 }, (_, number): [string, string[]] => [`${path}?x${number}=${number}`, []]),
      [`${path}?__proto__[a]=1&constructor=2&toString=3`, []],
      [`${path}?utm_source=${"a".repeat(5_000)}`, []],
      [`http://evil.example${path}`, []],
      [path, ["X-Forwarded-Host: evil.example", "X-Forwarded-Proto: http", "X-Original-URL: /admin"]],
      [path, ["Cookie: session=1; a=b", "X-HTTP-Method-Override: DELETE", "Accept: text/csv", "Accept-Language: sw"]],
      [path, ['If-None-Match: "\'\\"', "Range: bytes=0-1", "Cache-Control: no-cache"]],
      [path, ["Accept-Encoding: br;q=0.1, , ;;, gzip;q=9"]],
    ];
    for (const [target, headers] of hostile) {
      const answer = await get(target, [
        ...headers,
        ...(headers.length === 1 && /Encoding/.test(headers[0] ?? "") ? [] : [BROWSER]),
      ]);
      expect(answer.status, target).toBe(200);
      expect(textOf(answer), target).not.toContain("evil.example");
    }
    expect((await get(path)).body, path).toEqual(usual.get(path));
  }
  expect(stats()).toMatchObject({ entries, renders });
  for (const host of ["http://evil.example", "http://[evil"]) {
    const { status, headers } = await get(`${host}${apiUrl.articles()}?limit=1&offset=1`);
    expect(status, host).toBeLessThan(500);
    if (status === 200) expect(headers.link, host).toBe(`<${apiUrl.articles()}?limit=1&offset=0>; rel="prev"`);
  }
  for (const path of ["/api/articles/?limit=1&limit=2", "/api/articles/?limit=x", "/api/articles/?offset=%00"])
    expect((await get(path)).status, path).toBe(400);
  expect(stats().entries).toBe(entries + 1);
});

test("hits are not counted against a client's limit", async () => {
  const { get } = await start(await openSqliteForTest(), { rateLimits: true });
  for (let number = 0; number < 1_300; number += 1) expect((await get(apiUrl.latest())).status).toBe(200);
});
