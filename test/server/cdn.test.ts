import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { cdnFeature } from "#app/cdn/feature.ts";
import { updateArticle } from "#features/articles/commands.ts";
import { operator } from "#shared/actor.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const MINUTE = 60_000;
type Purge = { headers: IncomingHttpHeaders; keys: string[] };

/** A CDN's purge service, which does what it is told: answer with a status, or never. */
async function startPurgeService() {
  const state = { status: 200 as number | "silent", purges: [] as Purge[] };
  const server = createServer(async (request, response) => {
    const { keys } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    state.purges.push({ headers: request.headers, keys });
    if (state.status !== "silent") response.writeHead(state.status, { location: "/elsewhere" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`,
    stop: () => server.closeAllConnections(),
  };
}

describeOnSqlite("a CDN", (open) => {
  test("may keep what readers get, for a while and by what it shows, and nothing else", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store, { title: "Kept" });
    const pages = [pageUrl.home(), pageUrl.category("blockchain"), pageUrl.article(id)];
    for (const path of pages) {
      const { headers } = await app.inject(path);
      expect(headers["cache-control"], path).toBe("public, max-age=0, s-maxage=10");
      expect([headers.vary, headers["set-cookie"]], path).toEqual([
        path === pageUrl.article(id) ? "accept, accept-encoding" : "accept-encoding",
        undefined,
      ]);
      expect(headers.etag, path).toMatch(/^W\/".{22}"$/);
      expect(String(headers["surrogate-key"]).split(" "), path).toContain("all");
    }
    const keysAt = async (path: string) => String((await app.inject(path)).headers["surrogate-key"]).split(" ");
    expect(await keysAt(pageUrl.home())).toEqual(expect.arrayContaining(["latest", `card:${id}`]));
    expect(await keysAt(pageUrl.article(id))).toEqual(expect.arrayContaining(["all", `article:${id}`]));
    expect(await keysAt(apiUrl.latest())).toEqual(expect.arrayContaining(["all", "latest", `article:${id}`]));
    expect(await keysAt(feedUrl.rss())).toEqual(expect.arrayContaining(["all", "latest", `article:${id}`]));
    expect(await keysAt("/about")).toContain("all");
    expect((await app.inject(apiUrl.latest())).headers).toMatchObject({
      "cache-control": "public, max-age=0, s-maxage=10",
      vary: "accept-encoding",
    });
    const { headers } = await startEditor(app, store.database);
    for (const path of [apiUrl.articles(), apiUrl.article(id)])
      expect((await app.inject({ url: path, headers })).headers["cache-control"], path).toMatch(/private|no-store/);
    for (const path of ["/nowhere", "/unsubscribe?token=x"])
      expect((await app.inject(path)).headers["cache-control"], path).toContain("no-store");
  });

  test("gets keys of a bounded length, however much a response shows", async () => {
    const { app, store } = await startTestApp(await open());
    for (let number = 0; number < 100; number += 1) await publish(store, { title: `Number ${number}` });
    const { headers } = await app.inject(`${apiUrl.articles()}?limit=100`);
    expect(headers["surrogate-key"]).toBe("all any");
  });

  test("is told once of the changes since the last time, and again until it has heard", async () => {
    const database = await open();
    const clock = testClock();
    const { state, url } = await startPurgeService();
    const { app, store, runPurges } = await startTestApp(database, { clock, purge: { url, token: "a-token" } });
    const id = await publish(store, { title: "First" });
    await runPurges();
    expect(state.purges, "what was before is not known").toMatchObject([{ keys: ["all"] }]);
    expect(state.purges[0]?.headers).toMatchObject({ authorization: "Bearer a-token", "surrogate-key": "all" });
    await runPurges();
    expect(state.purges).toHaveLength(1);

    await updateArticle(store, operator, id, { title: "Second" });
    await updateArticle(store, operator, id, { title: "Third" });
    await runPurges();
    expect(state.purges).toHaveLength(2);
    expect(state.purges[1]?.keys).toEqual(expect.arrayContaining(["any", `article:${id}`, `card:${id}`]));
    expect(state.purges[1]?.keys).not.toContain("all");

    for (const status of [500, 302, 403]) {
      state.status = status;
      await updateArticle(store, operator, id, { title: `While ${status}` });
      clock.advance(10 * MINUTE);
      await runPurges();
    }
    const { headers } = await startEditor(app, database);
    const tasks = await app.inject({ url: `${editorApiUrl.tasks("purge")}`, headers });
    expect(tasks.json()[0]).toMatchObject({
      kind: "purge",
      state: "queued",
      last_error: expect.stringMatching(/retried/),
    });
    state.status = 200;
    state.purges.length = 0;
    clock.advance(10 * MINUTE);
    await runPurges();
    expect(state.purges).toHaveLength(1);
    expect(state.purges[0]?.keys).toContain(`article:${id}`);
    await runPurges();
    expect(state.purges).toHaveLength(1);
  });
});

test("a purge service that is down or silent neither delays nor fails a save", async () => {
  const database = await openSqliteForTest();
  const { state, url, stop } = await startPurgeService();
  state.status = "silent";
  const { store, runPurges } = await startTestApp(database, { purge: { url, token: undefined } });
  const id = await publish(store, { title: "First" });
  const running = runPurges();
  await expect.poll(() => state.purges.length).toBe(1);
  // The call is under way: no transaction waits for it.
  await updateArticle(store, operator, id, { title: "Second" });
  const { title } = await database.db.selectFrom("article").select("title").executeTakeFirstOrThrow();
  expect(title).toBe("Second");
  stop();
  await running;
  const { last_error } = await database.db.selectFrom("task").select("last_error").executeTakeFirstOrThrow();
  expect(last_error).toMatch(/retried/);
});

test("a staging copy purges nothing", async () => {
  const { state, url } = await startPurgeService();
  const purge = { url, token: undefined };
  const { store, runPurges } = await startTestApp(await openSqliteForTest(), { purge, isStaging: true });
  await publish(store, { title: "Trial" });
  await runPurges();
  expect(state.purges).toEqual([]);
});

test("without a purge service there is nothing to do", () => {
  const log = {} as never;
  expect(
    cdnFeature({
      database: {} as never,
      clock: testClock(),
      log,
      staging: { read: async () => false },
      purge: undefined,
    }).jobs,
  ).toBeUndefined();
});
