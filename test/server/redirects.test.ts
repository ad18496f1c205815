import { expect, test, vi } from "vitest";
import { publish } from "#test/support/articles.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { TEST_SITE } from "#test/support/test-app.ts";

const URL_ = "/api/redirects/";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

describeOnEngines("redirects", (open) => {
  const start = async () => {
    const desk = await startDesk(open);
    const { app, call, writeRedirectCounts } = desk;
    const add = (payload: object) => call({ method: "POST", url: URL_, payload });
    const get = async (url: string) => {
      const { statusCode, headers, body } = await app.inject({ url, headers: { "user-agent": BROWSER } });
      return { status: statusCode, to: headers.location, body };
    };
    const list = async (rest = "") => (await call({ method: "GET", url: URL_ + rest })).body;
    return { ...desk, add, get, list, flush: writeRedirectCounts };
  };

  test("lead from an address without a page, in any case and with its query, and never hide a page", async () => {
    const { store, add, get } = await start();
    const id = await publish(store);
    expect((await add({ from: "/Old-Story/", to: `/article/${id}` })).status).toBe(201);
    await add({ from: `/article/${id}`, to: "/about" });
    await add({ from: "/category/gone", to: "/category/blockchain", code: 302 });
    for (const path of ["/old-story", "/OLD-story/"])
      expect(await get(`${path}?a=1`), path).toMatchObject({ status: 301, to: `/article/${id}?a=1` });
    expect((await get(`/article/${id}`)).status).toBe(200);
    expect(await get("/category/gone")).toMatchObject({ status: 302, to: "/category/blockchain" });
  });

  test("apply at once to an address that was requested before", async () => {
    const { add, get, call } = await start();
    expect((await get("/late")).status).toBe(404);
    const { body } = await add({ from: "/late", to: "https://elsewhere.example/x" });
    expect(await get("/late")).toMatchObject({ status: 301, to: "https://elsewhere.example/x" });
    expect((await call({ method: "DELETE", url: `${URL_}${body.id}/` })).status).toBe(204);
    expect((await get("/late")).status).toBe(404);
  });

  test("lead from where others expect feeds and the change of a password, unless an editor's redirect does", async () => {
    const { add, get } = await start();
    for (const path of ["/feed", "/rss"]) expect(await get(path)).toMatchObject({ status: 301, to: "/rss.xml" });
    expect(await get("/.well-known/change-password")).toMatchObject({ status: 302, to: "/admin/security" });
    await add({ from: "/feed", to: "/category/tech/rss.xml" });
    expect((await get("/feed")).to).toBe("/category/tech/rss.xml");
  });

  test("match everything below a path, and names of parts", async () => {
    const { add, get } = await start();
    await add({ from: "/blog/*", to: "/search?query=*" });
    await add({ from: "/blog/tech/*", to: "/category/tech" });
    await add({ from: "/:year/:month/:name", to: "/topics/:name" });
    expect((await get("/blog/a/b")).to).toBe("/search?query=a/b");
    expect((await get("/blog/tech/x")).to).toBe("/category/tech");
    expect((await get("/2024/05/bitcoin")).to).toBe("/topics/bitcoin");
    expect((await get("/blog")).status).toBe(404);
  });

  test("never lead to another site by what a request adds to a path, and are ASCII", async () => {
    const { add, get } = await start();
    await add({ from: "/old/*", to: "/*" });
    await add({ from: "/plain", to: "/caf\u00e9/\u65e5" });
    for (const path of [
      "/old//evil.example",
      "/old/\\evil.example",
      "/old/..//evil.example",
      "/old/%2e%2e//evil.example",
    ])
      expect((await get(path)).to ?? "/", path).toMatch(/^\/(?![/\\])/);
    expect(await get("/plain")).toMatchObject({ status: 301, to: "/caf%C3%A9/%E6%97%A5" });
  });

  test("show that a page was removed or withheld, with the reason, and out of search engines", async () => {
    const { add, get } = await start();
    await add({ from: "/removed", code: 410 });
    await add({ from: "/withheld", code: 451, reason: "Court <order> 12." });
    for (const [path, status, words] of [
      ["/removed", 410, "This page was removed"],
      ["/withheld", 451, "Court &#60;order&#62; 12."],
    ] as const) {
      const page = await get(path);
      expect([page.status, page.body.includes(words), page.body.includes('content="noindex"')]).toEqual([
        status,
        true,
        true,
      ]);
      expect(page.body, path).toMatch(/action="\/search"/);
    }
  });

  test("of a removed, a withheld and an unknown page show sections, and stories that are not the same twice", async () => {
    const { store, add, get } = await start();
    for (let number = 1; number <= 9; number += 1) await publish(store, { title: `Story ${number}` });
    await add({ from: "/removed", code: 410 });
    await add({ from: "/withheld", code: 451 });
    for (const path of ["/removed", "/withheld", "/unknown"]) {
      const page = parseHtml((await get(path)).body);
      const read = page.texts('[aria-labelledby="suggested"] h3');
      const newest = page.texts('[aria-labelledby="newest"] h3');
      expect([read.length, newest.length, new Set([...read, ...newest]).size], path).toEqual([5, 3, 8]);
      expect(page.texts('main a[href="/category/blockchain"]'), path).toContain("Blockchain");
    }
  });

  test("take one step, and reject a circle, a taken address and one of the site's own", async () => {
    const { add, get, list, call } = await start();
    await add({ from: "/b", to: "/c" });
    expect((await add({ from: "/a", to: "/b" })).body.to).toBe("/c");
    await add({ from: "/c", to: "/d" });
    expect((await list()).map(({ from, to }: { from: string; to: string }) => `${from} ${to}`)).toEqual([
      "/c /d",
      "/a /d",
      "/b /d",
    ]);
    expect((await get("/a")).to).toBe("/d");
    for (const body of [
      { from: "/d", to: "/a" },
      { from: "/x/*", to: "/x/y/*" },
      { from: "/:year/:name", to: "/topics/:name" },
      { from: "/self", to: "/self/" },
      { from: "/self", to: "/self?page=2" },
    ])
      expect((await add(body)).body, JSON.stringify(body)).toMatchObject({ code: "invalid_redirect" });
    expect((await add({ from: "/A", to: "/e" })).body).toMatchObject({ code: "redirect_taken" });
    await add({ from: "/query", to: "/other?page=2" });
    expect((await add({ from: "/other", to: "/query" })).body).toMatchObject({ code: "invalid_redirect" });
    const unstorable = ["/a%00b", "/a\ud800"];
    for (const from of ["/api/x", "/", "old", "/a?b=1", "/a*", "/*/b", `${TEST_SITE}.evil/x`, ...unstorable])
      expect((await add({ from, to: "/e" })).status, from).toBe(400);
    for (const to of ["javascript:alert(1)", "//evil.example", "", "/x/:name"])
      expect((await add({ from: "/new", to })).status, to).toBe(400);
    const [row] = await list("?query=/b");
    const stale = {
      method: "PUT",
      url: `${URL_}${row.id}/`,
      ifMatch: '"other"',
      payload: { from: "/b", to: "/z" },
    } as const;
    expect((await call(stale)).status).toBe(409);
  });

  test("to another site never let a request decide which, by any form of the target or of a file", async () => {
    const { add, get, call, database } = await start();
    const targets = [
      "https://*",
      "https://*/x",
      "https://*.example/",
      "https://:name/",
      "https:///*",
      "https:/*",
      "https:\\\\*",
      "https://good.example@*/",
      "https://good.example@evil.example/",
      "https://user:word@good.example/",
      "//*",
      "/\\*",
      "/\t/*",
      "https://good.example\t/*",
    ];
    for (const to of targets) {
      for (const from of ["/out/*", "/go-to/:name"])
        expect((await add({ from, to })).status, JSON.stringify(to)).toBe(400);
      const text = `/out/*,${to}\n`;
      expect((await call({ method: "POST", url: `${URL_}import/`, payload: { text } })).body, to).toMatchObject({
        added: 0,
      });
    }
    await add({ from: "/away/*", to: "https://good.example/*" });
    for (const rest of ["@evil.example", "/evil.example", "\\evil.example", "%2F%2Fevil.example", "%09//evil.example"])
      expect((await get(`/away/${rest}`)).to, rest).toMatch(/^https:\/\/good\.example\//);
    const stored = { from_path: "/old-out/*", from_key: "/old-out/*", is_pattern: 1 as const, target: "https://*" };
    await database.db
      .insertInto("redirect")
      .values({ ...stored, target_key: null, code: 301, last_hit_at: null, source: "import", updated_at: 0 })
      .execute();
    expect((await get("/old-out/evil.example")).status).toBe(404);
  });

  test("are no circle, in whatever order their parts were stored, and one that was stored is not served", async () => {
    const { add, get, call, list, database } = await start();
    await add({ from: "/b/foo", to: "/a/foo" });
    expect((await add({ from: "/a/:x", to: "/b/:x" })).body).toMatchObject({ code: "invalid_redirect" });
    const text = "/h/a /g/a 301\n/g/* /h/:splat 301\n";
    const run = (dry_run: boolean) => call({ method: "POST", url: `${URL_}import/`, payload: { text, dry_run } });
    const report = { added: 1, changed: 0, skipped: [{ line: 2, from: "/g/*" }] };
    expect((await run(true)).body).toMatchObject(report);
    expect((await run(false)).body).toMatchObject(report);
    const row = { target_key: null, code: 301, last_hit_at: null, source: "editor" as const, updated_at: 0 };
    const pattern = { ...row, from_path: "/a/:x", from_key: "/a/:x", is_pattern: 1 as const, target: "/b/:x" };
    await database.db.insertInto("redirect").values(pattern).execute();
    await add({ from: "/harmless", to: "/about" });
    expect([(await get("/a/foo")).status, (await get("/b/foo")).status]).toEqual([404, 404]);
    expect(await get("/a/bar")).toMatchObject({ status: 301, to: "/b/bar" });
    expect(await list()).toHaveLength(4);
  });

  test("of a file are checked as they would be stored, without a lock while others write", async () => {
    const { call, list, database } = await start();
    const chain = Array.from({ length: 60 }, (_, at) => `/step-${at},/step-${at + 1}`).join("\n");
    const text = `${chain}\n/into,/step-0\n/step-60,/step-0\n/step-3,/elsewhere\n`;
    const run = async (dry_run: boolean) =>
      (await call({ method: "POST", url: `${URL_}import/`, payload: { text, dry_run } })).body;
    const write = vi.spyOn(database.db, "transaction");
    const checked = await run(true);
    expect(write, "no transaction for a check").not.toHaveBeenCalled();
    expect(await run(false)).toEqual(checked);
    expect(checked).toMatchObject({ added: 61, changed: 1, skipped: [{ from: "/step-60" }] });
    expect((await list("?query=/into"))[0].to).toBe("/step-60");
  });

  test("count each reader once, and addresses that were not found every request, with a suggestion", async () => {
    const { store, add, get, list, flush } = await start();
    const id = await publish(store, { title: "Bitcoin falls below everything" });
    await add({ from: "/old", to: "/about" });
    for (const path of ["/old", "/OLD", "/2024/bitcoin-falls.html", "/2024/bitcoin-falls.html"]) await get(path);
    await flush();
    expect(await list()).toMatchObject([{ from: "/old", hits: 1, last_hit: expect.any(String) }]);
    expect(await list("missing/")).toMatchObject([
      { path: "/2024/bitcoin-falls.html", hits: 2, suggestion: `/article/${id}` },
    ]);
    await add({ from: "/2024/bitcoin-falls.html", to: `/article/${id}` });
    expect(await list("missing/")).toEqual([]);
  });

  test("keep a bounded list of addresses that were not found, without the least requested, and no marks of readers", async () => {
    const { get, list, flush, database } = await start();
    const rows = Array.from({ length: 5_000 }, (_, at) => ({ path: `/p-${at}`, hits: at < 10 ? 1 : 2, last_at: at }));
    for (let at = 0; at < rows.length; at += 500)
      await database.db
        .insertInto("missing_page")
        .values(rows.slice(at, at + 500))
        .execute();
    for (const path of ["/often", "/often", "/often"]) await get(path);
    for (let at = 0; at < 5; at++) await get(`/new-${at}/deep/x`);
    await flush();
    const { count } = await database.db
      .selectFrom("missing_page")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(5_000);
    expect((await list("missing/"))[0]).toMatchObject({ path: "/often", hits: 3 });
    expect(await database.db.selectFrom("view_mark").selectAll().execute()).toEqual([]);
  });

  test("count other addresses next to one that cannot be stored", async () => {
    const { add, get, list, flush } = await start();
    await add({ from: "/old/*", to: "/about" });
    expect((await get("/a%00b")).status).toBe(404);
    expect((await get("/old/%00")).status).toBe(301);
    await get("/missing");
    await flush();
    expect(await list("missing/")).toMatchObject([{ path: "/missing" }]);
  });

  test("skip the lines of a file that cannot be stored", async () => {
    const { call } = await start();
    const text = "/a\u0000b,/c\n/d%00,/e\n/f,/g\u0000\n/h,/i\n";
    const { body } = await call({ method: "POST", url: `${URL_}import/`, payload: { text } });
    expect(body).toMatchObject({ added: 1, skipped: [{ line: 1 }, { line: 2 }, { line: 3 }] });
  });

  test("may be given as addresses of this site with or without www, never with undecoded letters", async () => {
    const { call } = await start();
    const other = TEST_SITE.replace("://", "://www.");
    const text = `${other}/www-page,/about\n${TEST_SITE}/plain-page,/about\n${other}/x?id=1,/about\nhttps://else.example/y,/about\n/gr\uFFFD\uFFFDe,/about`;
    const { body } = await call({ method: "POST", url: `${URL_}import/`, payload: { text, dry_run: true } });
    expect(body.added).toBe(2);
    expect(body.skipped).toMatchObject([
      { line: 3, why: "From must be a path of this site, such as /old-page, without a query." },
      { line: 4, why: "From must be a path of this site." },
      { line: 5, why: "From has characters that could not be decoded. Save the file as UTF-8." },
    ]);
  });

  test("are imported as one change, after a report that stores nothing", async () => {
    const { call, list, get } = await start();
    const text = "source,target,regex,code\n/one,/a,0,301\n^/two/(.*)$,/b/$1,1,301\n^/(x|y)$,/c,1,301\n/one,/d,0,302\n";
    const run = (dry_run: boolean) => call({ method: "POST", url: `${URL_}import/`, payload: { text, dry_run } });
    const report = { added: 2, changed: 1, skipped: [{ line: 4, from: "^/(x|y)$" }] };
    expect((await run(true)).body).toMatchObject(report);
    expect(await list()).toEqual([]);
    expect((await run(false)).body).toMatchObject(report);
    expect(await get("/two/x")).toMatchObject({ status: 301, to: "/b/x" });
    expect(await get("/one")).toMatchObject({ status: 302, to: "/d" });
  });

  test("of a file may lead to one another, but not in chains of thousands", async () => {
    const { call, list, get } = await start();
    const chain = (length: number) => Array.from({ length }, (_, at) => `/step-${at},/step-${at + 1}`).join("\n");
    const run = (text: string) => call({ method: "POST", url: `${URL_}import/`, payload: { text } });
    expect((await run(chain(1_000))).body).toMatchObject({
      code: "invalid_redirect",
      errors: { text: expect.any(String) },
    });
    expect(await list()).toEqual([]);
    expect((await run(chain(100))).body).toMatchObject({ added: 100, skipped: [] });
    expect((await get("/step-0")).to).toBe("/step-100");
  });

  test("with names or * are at most 500, and the last one can still be changed", async () => {
    const { call, list } = await start();
    const line = (at: number, to: string) => `/old-${at}/*,${to}`;
    const lines = Array.from({ length: 501 }, (_, at) => line(at, "/about"));
    const run = (text: string) => call({ method: "POST", url: `${URL_}import/`, payload: { text } });
    expect((await run(lines.join("\n"))).body).toMatchObject({ added: 500, skipped: [{ line: 501 }] });
    expect((await run(line(499, "/contact"))).body).toMatchObject({ changed: 1, skipped: [] });
    expect(await list("?query=/old-499/")).toMatchObject([{ to: "/contact" }]);
  });
});
