import { expect, test } from "vitest";
import type { ArticleNumbers } from "#features/articles/numbers/endpoints.ts";
import { HOURS_KEPT, MAX_HOSTS, OTHER_HOSTS } from "#features/articles/numbers/rules.ts";
import { publish } from "#test/support/articles.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";

const HOUR = 60 * 60 * 1000;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

describeOnEngines("the numbers of an article", (open) => {
  async function start() {
    const desk = await startDesk(open, { trustProxy: 1 });
    const { app, call, store, runJob } = desk;
    const id = await publish(store);
    let readers = 0;
    return {
      ...desk,
      id,
      /** One more reader, at another address than those before. */
      async read(query = "", reader = ++readers) {
        const url = `/api/articles/${id}/view/${query}`;
        const address = `198.51.${reader >> 8}.${reader & 255}`;
        const headers = { "user-agent": BROWSER, "x-forwarded-for": address };
        expect((await app.inject({ method: "POST", url, headers })).statusCode, url).toBe(204);
      },
      async numbers() {
        await runJob("article views");
        return (await call({ method: "GET", url: `/api/articles/${id}/numbers/` })).body as ArticleNumbers;
      },
    };
  }

  test("are its readers by hour, those at its end, and where they came from, once each", async () => {
    const { clock, read, numbers } = await start();
    expect(await numbers()).toEqual({ views: 0, hours: [], sources: [] });
    const first = new Date(Math.floor(clock.now() / HOUR) * HOUR).toISOString();
    await read("?from=www.Example.com", 1);
    await read("?from=example.com", 2);
    await read("?from=example.org", 3);
    await read("", 4);
    for (const reader of [1, 1, 4]) await read("?finished=true", reader);
    // The same reader again counts in another hour alone.
    await read("?from=example.org", 3);
    expect(await numbers()).toEqual({
      views: 4,
      hours: [{ at: first, views: 4, finished: 2 }],
      sources: [
        { host: "example.com", views: 2 },
        { host: "example.org", views: 1 },
      ],
    });
    clock.advance(2 * HOUR);
    await read("?from=example.org", 3);
    const later = await numbers();
    expect(later.hours.map(({ at, views }) => [Date.parse(at) - Date.parse(first), views])).toEqual([
      [0, 4],
      [2 * HOUR, 1],
    ]);
    clock.advance(HOURS_KEPT * HOUR);
    await read();
    expect((await numbers()).hours.map(({ views }) => views)).toEqual([1, 1]);
  });

  test("have a limited number of sources, and none that is no host", async () => {
    const { read, numbers } = await start();
    for (const from of ["", "a b", "-%00", "x".repeat(64), "javascript:alert(1)", "ü.example"])
      await read(`?from=${encodeURIComponent(from)}`);
    expect((await numbers()).sources).toEqual([]);
    for (let host = 0; host < MAX_HOSTS + 5; host += 1) await read(`?from=h${host}.example`);
    const { sources } = await numbers();
    expect(sources).toHaveLength(MAX_HOSTS + 1);
    expect(sources[0]).toEqual({ host: OTHER_HOSTS, views: 5 });
  });

  test("are for people who may read the article at the desk, and go with it", async () => {
    const { app, call, id, read, numbers, store } = await start();
    await read("?from=example.com");
    await numbers();
    const url = `/api/articles/${id}/numbers/`;
    expect((await app.inject({ url })).statusCode).toBe(401);
    expect((await call({ method: "GET", url: "/api/articles/999/numbers/" })).status).toBe(404);
    await call({ method: "DELETE", url: `/api/articles/${id}/` });
    expect((await call({ method: "GET", url })).status).toBe(404);
    await call({ method: "POST", url: `/api/articles/${id}/restore/` });
    expect((await numbers()).sources).toHaveLength(1);
    await call({ method: "DELETE", url: `/api/articles/${id}/` });
    await call({ method: "DELETE", url: `/api/trash/${id}/` });
    for (const table of ["article_hour", "article_source"] as const)
      expect(await store.database.db.selectFrom(table).select("article_id").execute(), table).toEqual([]);
  });
});
