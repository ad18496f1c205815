import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { listOf } from "#platform/lists.ts";
import { operator } from "#shared/actor.ts";
import { HOUR } from "#shared/time.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

type Page = { results: { id: number; name: string }[]; next_cursor: string | null };

const readPage = async (app: FastifyInstance, path: string, cursor: string | null, headers = {}) =>
  (await app.inject({ url: `/api/${path}cursor=${cursor ?? ""}`, headers })).json<Page>();

/** All rows of a list, page by page; calls `between` after each page with its last row. */
async function readAll(app: FastifyInstance, path: string, between?: (last?: Page["results"][number]) => unknown) {
  const all: Page["results"] = [];
  let cursor: string | null = null;
  do {
    const { results, next_cursor }: Page = await readPage(app, path, cursor);
    all.push(...results);
    cursor = next_cursor;
    await between?.(results.at(-1));
  } while (cursor !== null);
  return all;
}

const cursorAt = (position: unknown) => Buffer.from(JSON.stringify(position)).toString("base64url");

describeOnSqlite("every list", (open) => {
  test("has fields that name its rows, and is read whole, by fields and by cursor", async () => {
    const database = await open();
    const { app, store } = await startTestApp(database);
    const { headers } = await startEditor(app, database);
    await publish(store, { title: "A title" });
    const read = async (url: string) => app.inject({ url, headers });
    let count = 0;
    for (const [name, { endpoint }] of app.endpoints) {
      const list = listOf(name, endpoint);
      if (!list) continue;
      expect(list.fields, name).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(id|n|slug|path|symbol|name|kind)$/)]),
      );
      if (name.includes(":") || name.includes("search")) continue;
      count += 1;
      const url = `/api${name.slice(4)}/`;
      const [whole, paged] = [await read(url), await read(`${url}?cursor=`)];
      expect(whole.statusCode, name).toBe(200);
      if (list.isPaged) expect(whole.headers, name).toHaveProperty("x-total-count");
      // The audit log grows when it is read.
      if (name !== "GET /audit") expect(paged.json(), name).toEqual({ results: whole.json(), next_cursor: null });
      const [field = ""] = list.fields;
      for (const row of (await read(`${url}?fields=${field}`)).json()) expect(Object.keys(row), name).toEqual([field]);
      const odd = await read(`${url}?fields=${field},__proto__`);
      expect([odd.statusCode, odd.json().code], name).toEqual([400, "unknown_field"]);
      expect(odd.json().errors.fields, name).toContain(list.fields.join(", "));
    }
    expect(count).toBeGreaterThan(30);
  });

  test("is a CSV with all fields for those who ask for one", async () => {
    const database = await open();
    const { app } = await startTestApp(database);
    const { headers } = await startEditor(app, database);
    for (const url of ["/api/audit/", "/api/newsletter/subscribers/"]) {
      const { body } = await app.inject({
        url: `${url}?fields=id&cursor=`,
        headers: { ...headers, accept: "text/csv" },
      });
      expect(body.split("\n")[0], url).toMatch(/^[^"{]+,/);
    }
  });

  test("names the pages before and after in Link", async () => {
    const { app, store } = await startTestApp(await open());
    for (let count = 0; count < 5; count += 1) await publish(store);
    const linkOf = async (query: string) => (await app.inject(`/api/articles/${query}`)).headers.link;
    expect(await linkOf("?limit=2&offset=2&fields=id")).toBe(
      '</api/articles/?fields=id&limit=2&offset=0>; rel="prev", </api/articles/?fields=id&limit=2&offset=4>; rel="next"',
    );
    expect(await linkOf("?limit=2&cursor=")).toMatch(/^<\/api\/articles\/\?limit=2&cursor=[\w-]+>; rel="next"$/);
    for (const query of ["", "?cursor="]) expect(await linkOf(query)).toBeUndefined();
  });

  test("rejects cursors that are not its own, and those of rows that are gone", async () => {
    const { app, store } = await startTestApp(await open());
    for (let count = 0; count < 5; count += 1) await publish(store);
    const odd = ["x", "e30", "bnVsbA", "a".repeat(501), "a&cursor=b", cursorAt({ at: -1, after: ["a"] })];
    odd.push(
      cursorAt({ at: 1, after: [] }),
      cursorAt({ at: 1e9, after: ["a"] }),
      cursorAt({ at: 1, after: ["a".repeat(99)] }),
    );
    for (const cursor of odd)
      expect((await app.inject(`/api/articles/?cursor=${cursor}`)).json().code, cursor).toBe("invalid_input");
    for (const at of [0, 3, 500, 100_000_000]) {
      const gone = await app.inject(`/api/articles/?cursor=${cursorAt({ at, after: ["a"] })}`);
      expect([gone.statusCode, gone.json().code], String(at)).toEqual([410, "cursor_expired"]);
    }
  });

  test("follows changes of its rows in any form", async () => {
    const clock = testClock();
    const { app, store } = await startTestApp(await open(), { clock });
    const id = await publish(store, { title: "A title" });
    const titles = async () => (await app.inject("/api/articles/?fields=title")).json();
    expect(await titles()).toEqual([{ title: "A title" }]);
    await updateArticle(store, operator, id, { title: "Another title" });
    clock.advance(20_000);
    await titles();
    await expect.poll(titles).toEqual([{ title: "Another title" }]);
  });

  test("has only rows that were published or changed since a time", async () => {
    const clock = testClock();
    const { app, store } = await startTestApp(await open(), { clock });
    await publish(store, { publishedAt: clock.now() });
    clock.advance(HOUR);
    const since = encodeURIComponent(new Date(clock.now()).toISOString());
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      clock.advance(1_000);
      ids.push(await publish(store, { publishedAt: clock.now() }));
    }
    const rows = await readAll(app, `articles/?limit=2&updated_since=${since}&`);
    expect(rows.map(({ id }) => id)).toEqual(ids.toReversed());
    const odd = await app.inject("/api/articles/?updated_since=yesterday");
    expect([odd.statusCode, odd.json().code]).toEqual([400, "invalid_input"]);
  });
});

describeOnEngines("a cursor", (open) => {
  test("misses and repeats no row while others are added and removed", async () => {
    const clock = testClock();
    const { app, store } = await startTestApp(await open(), { clock });
    const add = async () => {
      clock.advance(1_000);
      return publish(store, { publishedAt: clock.now() });
    };
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await add());
    const read = await readAll(app, "articles/?limit=4&", async (last) => {
      for (let count = 0; count < 7; count += 1) await add();
      await trashArticle(store, operator, last?.id ?? 0);
    });
    expect(read.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test("finds its place after more rows were added than a page has", async () => {
    const clock = testClock();
    const { app, store } = await startTestApp(await open(), { clock });
    const add = async (publishedAt: number) => publish(store, { publishedAt });
    const start = clock.now();
    const old = [await add(start), await add(start), await add(start)];
    const newer: number[] = [];
    for (let count = 0; count < 4; count += 1) newer.push(await add(start + 1));
    clock.advance(HOUR);
    const { results, next_cursor } = await readPage(app, "articles/?limit=5&", null);
    expect(results.map(({ id }) => id).toSorted()).toEqual([...newer, results.at(-1)?.id].toSorted());
    const rest = old.filter((id) => id !== results.at(-1)?.id);
    const added: number[] = [];
    for (let count = 0; count < 150; count += 1) added.push(await add(start + 2));
    clock.advance(60_000);
    const after = await readPage(app, "articles/?limit=5&", next_cursor);
    expect(after.results.map(({ id }) => id).toSorted()).toEqual(rest.toSorted());
    expect(after.next_cursor).toBeNull();
  });
});

describeOnEngines("related rows", (open) => {
  test("are included where a list names them by id, as far as the caller may see them", async () => {
    const database = await open();
    const clock = testClock();
    const { app, store } = await startTestApp(database, { clock });
    const { headers } = await startEditor(app, database);
    const article = await publish(store, { title: "A title" });
    const removed = await publish(store);
    const read = async (path: string) => (await app.inject({ url: `/api/${path}`, headers })).json();
    expect(await read("newsletter/issues/?include=articles")).toEqual([]);
    for (const article_ids of [[], [removed, article]])
      await app.inject({
        method: "POST",
        url: "/api/newsletter/issues/",
        headers,
        payload: { subject: "S", article_ids },
      });
    await trashArticle(store, operator, removed);
    const listed = await read("newsletter/issues/?include=articles&fields=article_ids");
    expect(listed).toMatchObject([
      { article_ids: [removed, article], included: { articles: [{ id: article, title: "A title" }] } },
      { article_ids: [], included: { articles: [] } },
    ]);
    const paged = await read("newsletter/issues/?include=articles&cursor=&limit=1");
    expect(paged.results[0].included.articles).toHaveLength(1);
    expect((await read("newsletter/issues/"))[0]).not.toHaveProperty("included");

    const corrections = async () => (await app.inject("/api/corrections/?include=article")).json();
    expect(await corrections()).toEqual([]);
    const payload = { text: "The price was in euros.", position: "top" };
    const url = `/api/articles/${article}/corrections/`;
    expect((await app.inject({ method: "POST", url, headers, payload })).json()).toMatchObject({ article });
    expect(await corrections()).toMatchObject([{ article, included: { article: { id: article, title: "A title" } } }]);

    const odd = await read("newsletter/issues/?include=articles,recipients");
    expect([odd.code, odd.errors.include]).toEqual(["unknown_include", "Known relations: articles."]);
    expect((await app.inject("/api/corrections/?include=")).json().code).toBe("unknown_include");
  });
});
