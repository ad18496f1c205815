import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { operator } from "#shared/actor.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const HOUR = 60 * 60 * 1000;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** Those of a connection and of a moment, and what only the framework gives: a tag of the empty body, the call's id. */
const NOT_COMPARED = ["date", "connection", "keep-alive", "etag", "x-request-id"];

type Call = { method?: string; headers?: Record<string, string>; body?: string };

/** Views as they arrive over a connection, where known articles are answered before the framework. */
describeOnSqlite("views over the wire", (open) => {
  async function start(settings: Parameters<typeof startTestApp>[1] = {}) {
    const parts = await startTestApp(await open(), settings);
    await parts.app.listen({ port: 0, host: "127.0.0.1" });
    const origin = `http://127.0.0.1:${(parts.app.server.address() as AddressInfo).port}`;
    const view = (id: number | string, { headers, ...call }: Call = {}) =>
      fetch(`${origin}/api/articles/${id}`, {
        method: "POST",
        headers: { "user-agent": BROWSER, ...headers },
        ...call,
      });
    const viewsOf = async (id: number) => {
      await parts.views.flush();
      const row = parts.store.database.db.selectFrom("article").select("views").where("id", "=", id);
      return (await row.executeTakeFirst())?.views;
    };
    return { ...parts, view, viewsOf };
  }

  test("are answered for a known article as for one that is asked about first", async () => {
    const { app, store, view, viewsOf } = await start();
    const id = await publish(store);
    const { headers } = await app.inject({ method: "POST", url: `/api/articles/${id}/view/` });
    const wanted = Object.entries(headers).filter(([name]) => !NOT_COMPARED.includes(name));
    for (const path of [`${id}/view/`, `${id}/view`, `${id}/view/?from=feed`]) {
      const response = await view(path);
      expect(response.status, path).toBe(204);
      const got = [...response.headers].filter(([name]) => !NOT_COMPARED.includes(name));
      expect(new Map(got), path).toEqual(new Map(wanted as [string, string][]));
    }
    expect(await viewsOf(id)).toBe(1);
    for (const path of [`${id}/view/x`, `0${id}/view/`, `${id}.0/view/`, "9999999999/view/", "99999/view/"])
      expect((await view(path)).status, path).toBe(404);
    expect((await view(`${id}/view/`, { body: "{", headers: { "content-type": "application/json" } })).status).toBe(
      400,
    );
    expect((await view(`${id}/view/`, { body: "x", headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect((await view(`${id}/view/`, { method: "PUT" })).status).toBe(405);
  });

  test("end when the article is no longer to be seen, and begin with its date", async () => {
    const clock = testClock();
    const { store, view, viewsOf } = await start({ clock });
    const withdrawn = await publish(store);
    const deleted = await publish(store);
    const scheduled = await publish(store, { publishedAt: clock.now() + HOUR });
    const statuses = async () =>
      Promise.all([withdrawn, deleted, scheduled].map(async (id) => (await view(`${id}/view/`)).status));
    for (const _ of [1, 2]) expect(await statuses()).toEqual([204, 204, 404]);
    await publish(store);
    expect(await statuses()).toEqual([204, 204, 404]);
    await updateArticle(store, operator, withdrawn, { status: "draft" });
    await trashArticle(store, operator, deleted);
    expect(await statuses()).toEqual([404, 404, 404]);
    await updateArticle(store, operator, withdrawn, { status: "published" });
    clock.advance(HOUR);
    expect(await statuses()).toEqual([204, 404, 204]);
    expect(await viewsOf(scheduled)).toBe(1);
  });

  test("count each client behind a proxy, but no bot, and against the client's limit", async () => {
    const { store, view, viewsOf } = await start({ trustProxy: 1, rateLimits: true });
    const id = await publish(store);
    const from = (address: string, agent = BROWSER) =>
      view(`${id}/view/`, { headers: { "x-forwarded-for": address, "user-agent": agent } });
    for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.9, 203.0.113.3", "203.0.113.9,203.0.113.3"])
      expect((await from(address)).status).toBe(204);
    await from("203.0.113.4", "Googlebot/2.1 (+http://www.google.com/bot.html)");
    expect(await viewsOf(id)).toBe(3);
    const statuses: number[] = [];
    for (let call = 0; call < 1_210; call += 1) statuses.push((await from("203.0.113.5")).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1_200);
    const refused = await from("203.0.113.5");
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await from("203.0.113.6")).status).toBe(204);
  });
});
