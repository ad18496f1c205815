import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { takenError } from "#features/addresses/kinds.ts";
import { renameTask } from "#features/articles/tasks.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines, openSqliteForTest } from "#test/support/engines.ts";
import { runTasks } from "#test/support/tasks.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

async function start(database: Database) {
  const site = await startTestApp(database);
  const { headers } = await startEditor(site.app, database);
  const call = (method: "POST" | "PUT" | "DELETE", url: string, payload?: object) =>
    site.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  const create = async (payload: object) => {
    const response = await call("POST", apiUrl.categories(), payload);
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  const at = (id: number) => apiUrl.category(String(id));
  const read = async (slug: string) => site.app.inject(apiUrl.category(slug));
  return { ...site, call, create, at, read };
}

describeOnEngines("changing categories", (open) => {
  test("a new one has the slug given, or one derived from its name", async () => {
    const { app, create } = await start(await open());
    expect(await create({ name: "Layer Two", slug: "l2", count: 0 })).toEqual({
      id: expect.any(Number),
      name: "Layer Two",
      slug: "l2",
      count: 0,
      description: "",
      editor: "",
      image_url: "",
      accent: "",
    });
    expect((await create({ name: "Real  World Assets", slug: "" })).slug).toBe("real-world-assets");
    expect((await create({ name: "Café & Co" })).slug).toBe("cafe-co");
    expect((await create({ name: "../../etc/pass" })).slug).toBe("etc-pass");
    expect((await create({ name: "2024" })).slug).toBe("category-2024");
    expect((await app.inject(apiUrl.categories())).json()).toHaveLength(5);
  });

  test("a taken slug or name is rejected with 409, given or derived", async () => {
    const { call, create, at } = await start(await open());
    await create({ name: "Layer Two", slug: "l2" });
    const other = await create({ name: "Other" });
    for (const [method, url] of [
      ["POST", apiUrl.categories()],
      ["PUT", at(other.id)],
    ] as const) {
      const bySlug = await call(method, url, { name: "Another", slug: "l2" });
      expect([bySlug.statusCode, bySlug.json().code], method).toEqual([409, "slug_taken"]);
      const derived = await call(method, url, { name: "L2", slug: "" });
      expect([derived.statusCode, derived.json().code], method).toEqual([409, "slug_taken"]);
      const byName = await call(method, url, { name: "LAYER TWO", slug: "free" });
      expect(byName.json().code, method).toBe("name_taken");
    }
  });

  test("composed and decomposed forms of a name are one name, with one slug", async () => {
    const { call, create } = await start(await open());
    await create({ name: "Café" });
    const again = await call("POST", apiUrl.categories(), { name: "Cafe\u0301" });
    expect(again.json()).toEqual({
      code: "slug_taken",
      detail: takenError("category"),
      errors: { slug: expect.any(String) },
    });
    const other = await call("POST", apiUrl.categories(), { name: "Cafe\u0301", slug: "other" });
    expect(other.json().code).toBe("name_taken");
  });

  test("of many concurrent requests for one slug, one succeeds", async () => {
    const { call, create, at } = await start(await open());
    const made = await Promise.all(
      ["A", "B", "C"].map((name) => call("POST", apiUrl.categories(), { name, slug: "same" })),
    );
    expect(made.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409]);
    const ids = [(await create({ name: "D" })).id, (await create({ name: "E" })).id];
    const moved = await Promise.all(ids.map((id) => call("PUT", at(id), { name: `N${id}`, slug: "wanted" })));
    expect(moved.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  });

  test("a renamed one keeps its articles, and its old slugs redirect to it", async () => {
    const { app, store, call, create, at, read } = await start(await open());
    const { id } = await create({ name: "Layer Two", slug: "l2" });
    const article = await publish(store, { category: "Layer Two" });
    const renamed = await call("PUT", at(id), { name: "Scaling", slug: "scaling" });
    expect(renamed.json()).toEqual({
      id,
      name: "Scaling",
      slug: "scaling",
      description: "",
      editor: "",
      image_url: "",
      accent: "",
      count: 1,
    });
    await call("PUT", at(id), { name: "Rollups", slug: "rollups" });
    for (const slug of ["l2", "scaling", "rollups"]) expect((await read(slug)).json(), slug).toHaveLength(1);
    expect((await app.inject(apiUrl.article(article))).json()).toMatchObject({
      category: "Rollups",
      category_slug: "rollups",
    });
    // A slug that is left out does not change; the way back is free.
    expect((await call("PUT", at(id), { name: "Roll-ups" })).json().slug).toBe("rollups");
    expect((await call("PUT", at(id), { name: "Layer Two", slug: "l2" })).json().slug).toBe("l2");
    expect((await read("rollups")).json()).toHaveLength(1);
  });

  test("a job updates the search for a new name, even if it is renamed again while the job runs", async () => {
    const { app, store, call, create, at } = await start(await open());
    const { id } = await create({ name: "Zeppelins" });
    for (let number = 0; number < 25; number += 1) await publish(store, { category: "Zeppelins" });
    await publish(store, { category: "Zeppelins", status: "draft" });
    const count = async (query: string) => (await app.inject(apiUrl.search(query))).headers["x-total-count"];
    expect(await count("zeppelins")).toBe("25");
    await call("PUT", at(id), { name: "Balloons" });
    let steps = 0;
    await runTasks(store.database, renameTask(store), () => ++steps > 2);
    await call("PUT", at(id), { name: "Gliders" });
    await runTasks(store.database, renameTask(store));
    expect([await count("zeppelins"), await count("balloons"), await count("gliders")]).toEqual(["0", "0", "25"]);
    const tasks = await store.database.db.selectFrom("task").select(["state", "done", "total"]).execute();
    expect(tasks).toEqual(Array(2).fill({ state: "done", done: 26, total: 26 }));
  });

  test("the pages of an old slug or name redirect to the new one, empty or not, page by page", async () => {
    const { app, store, create, call, at } = await start(await open());
    const { id } = await create({ name: "Layer Two", slug: "l2" });
    await call("PUT", at(id), { name: "Scaling Łódź", slug: "scaling" });
    const follow = async (url: string) => {
      const { statusCode, headers } = await app.inject(url);
      return [statusCode, headers.location];
    };
    for (const articles of [0, 1]) {
      if (articles) await publish(store, { category: "Scaling Łódź" });
      for (const again of ["first", "cached"]) {
        expect(await follow("/category/l2"), again).toEqual([308, "/category/scaling"]);
        expect(await follow("/category/L2?page=2&from=mail"), again).toEqual([
          308,
          "/category/scaling?page=2&from=mail",
        ]);
      }
      const page = await app.inject("/category/scaling");
      expect([page.statusCode, page.headers.location]).toEqual([200, undefined]);
      expect(page.body).toContain(`rel="canonical" href="${TEST_SITE}/category/scaling"`);
    }
    // By name, in any case, as well: a category has one page.
    expect(await follow(`/category/${encodeURIComponent("scaling łódź")}`)).toEqual([308, "/category/scaling"]);
    expect(await follow("/category/SCALING")).toEqual([308, "/category/scaling"]);
    expect(await follow(feedUrl.rss(pageUrl.category("scaling łódź")))).toEqual([
      308,
      feedUrl.rss(pageUrl.category("scaling")),
    ]);
  });

  test("one with articles, drafts included, cannot be deleted, and says how many it has", async () => {
    const { store, call, create, at } = await start(await open());
    const { id } = await create({ name: "Full" });
    await publish(store, { category: "Full" });
    await publish(store, { category: "Full", status: "draft" });
    const refused = await call("DELETE", at(id));
    expect(refused.statusCode).toBe(409);
    expect(refused.json().detail).toContain("2 articles");
  });

  test("an article does not move to a category whose slug is its own category's name", async () => {
    const { app, store, call, create } = await start(await open());
    await create({ name: "Foo", slug: "bar" });
    const article = await publish(store, { category: "Foo" });
    await create({ name: "Other", slug: "foo" });
    await call("PUT", apiUrl.article(article), { title: "Changed" });
    expect((await app.inject(apiUrl.article(article))).json()).toMatchObject({ category: "Foo", category_slug: "bar" });
  });
});

test.each([
  ["no name", { slug: "x" }, "name"],
  ["a blank name", { name: " " }, "name"],
  ["a slug that is none", { name: "N", slug: "Not A Slug" }, "slug"],
  ["a path for a slug", { name: "N", slug: "../../etc/pass" }, "slug"],
  ["two hyphens in its slug", { name: "N", slug: "ai--machines" }, "slug"],
  ["an accent in its slug", { name: "N", slug: "cafe\u0301" }, "slug"],
  ["an underscore in its slug", { name: "N", slug: "a_b" }, "slug"],
  ["a number for a slug", { name: "N", slug: "12" }, "slug"],
  ["a name without end", { name: "x".repeat(101) }, "name"],
])("a category with %s is rejected with 400", async (_case, payload, field) => {
  const { call, create, at } = await start(await openSqliteForTest());
  const { id } = await create({ name: "Known" });
  for (const [method, url] of [
    ["POST", apiUrl.categories()],
    ["PUT", at(id)],
  ] as const) {
    const response = await call(method, url, payload);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().errors)).toEqual([field]);
  }
});

test.each(["0", "1.5", "12abc", "9999999999", "known"])(
  "category %s does not exist and cannot be changed",
  async (id) => {
    const { call, create } = await start(await openSqliteForTest());
    await create({ name: "Known" });
    expect((await call("PUT", apiUrl.category(id), { name: "x" })).statusCode).toBe(404);
    expect((await call("DELETE", apiUrl.category(id))).statusCode).toBe(404);
  },
);
