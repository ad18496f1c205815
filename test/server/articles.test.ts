import { expect, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { operator } from "#shared/actor.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const HOUR = 60 * 60 * 1000;

describeOnEngines("readers' calls for articles", (open) => {
  test("lists are newest first and never contain content", async () => {
    const { app, store } = await startTestApp(await open());
    const older = await publish(store, { title: "Older", publishedAt: store.clock.now() - 2 * HOUR });
    const newer = await publish(store, { title: "Newer" });
    const response = await app.inject("/api/articles/latest/");
    expect(response.json().map((article: { id: number }) => article.id)).toEqual([newer, older]);
    expect(response.json()[0]).not.toHaveProperty("content");
  });

  test("drafts and scheduled articles are invisible until their time", async () => {
    const clock = testClock();
    const { app, store } = await startTestApp(await open(), { clock });
    const draft = await publish(store, { status: "draft", title: "Secret draft", is_featured: true });
    const scheduled = await publish(store, {
      title: "Secret plan",
      publishedAt: clock.now() + HOUR,
      is_editors_pick: true,
    });
    const visible = await publish(store, { title: "Visible" });
    const lists = [
      "articles/",
      "articles/latest/",
      "articles/featured/",
      "articles/editors-picks/",
      "articles/trending/",
      "categories/blockchain/",
      `articles/${visible}/related/`,
      "articles/search/?query=secret",
    ];
    for (const list of lists) expect((await app.inject(`/api/${list}`)).body, list).not.toContain("Secret");
    for (const id of [draft, scheduled]) expect((await app.inject(`/api/articles/${id}/`)).statusCode).toBe(404);
    expect((await app.inject("/api/categories/")).json()).toContainEqual(
      expect.objectContaining({ slug: "blockchain", count: 1 }),
    );

    clock.advance(HOUR);
    expect((await app.inject(`/api/articles/${scheduled}/`)).statusCode).toBe(200);
    expect((await app.inject("/api/articles/search/?query=secret")).json()).toHaveLength(1);
  });

  test("a missing picture falls back to the content's first, then to a placeholder", async () => {
    const { app, store } = await startTestApp(await open());
    const bare = await publish(store);
    const illustrated = await publish(store, {
      content:
        '<p>Text</p><img src="https://pictures.example/a.png" alt=""><img src="/media/abcdefgh/400x300.jpg" alt="">',
    });
    const list = (await app.inject("/api/articles/latest/")).json();
    const imageOf = (id: number) => list.find((article: { id: number }) => article.id === id).image_url;
    expect(imageOf(bare)).toBe("/fallback.jpg");
    expect(imageOf(illustrated)).toBe("https://pictures.example/a.png");
    const related = (await app.inject(`/api/articles/${illustrated}/related/`)).json();
    expect(related[0]).toMatchObject({ id: bare, image_url: "/placeholder.jpg" });
  });

  test("a search accepts every text, and uses its words", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store, { title: "Bitcoin rises" });
    for (const query of ["\u202Ebitcoin", "\u202Dbitcoin\u202C", "\u2067bitcoin\u2069", "\uFEFFbitcoin"]) {
      const { statusCode, body } = await app.inject(`/api/articles/search/?query=${encodeURIComponent(query)}`);
      expect(statusCode, query).toBe(200);
      expect(JSON.parse(body), query).toMatchObject([{ id }]);
    }
    expect((await app.inject("/api/articles/search/?query=%E2%80%AE")).statusCode).toBe(200);
    for (const blank of ["", "%20", "%C2%A0"])
      expect((await app.inject(`/api/articles/search/?query=${blank}`)).statusCode).toBe(400);
  });

  test("pages report the full count and reject limits outside 1 to 100", async () => {
    const { app, store } = await startTestApp(await open());
    for (const title of ["One", "Two", "Three"]) await publish(store, { title });
    const page = await app.inject("/api/articles/?limit=2&offset=2");
    expect(page.headers["x-total-count"]).toBe("3");
    expect(page.json()).toHaveLength(1);
    for (const query of ["limit=0", "limit=101", "limit=x", "offset=-1", "limit=1.5"]) {
      const refused = await app.inject(`/api/articles/?${query}`);
      expect(refused.statusCode, query).toBe(400);
      expect(Object.keys(refused.json().errors), query).toEqual([query.split("=")[0]]);
    }
  });

  test("every page holds its part of the whole list, from whichever end it is read", async () => {
    const clock = testClock();
    const { app, store } = await startTestApp(await open(), { clock });
    for (let number = 0; number < 7; number += 1)
      await publish(store, { publishedAt: clock.now() - (number % 3) * HOUR, category: number % 2 ? "AI" : "Tech" });
    for (const list of ["/api/articles/", "/api/categories/tech/"]) {
      const idsOf = async (query: string) =>
        (await app.inject(`${list}?${query}`)).json().map(({ id }: { id: number }) => id);
      const whole = await idsOf("limit=100");
      for (const limit of [1, 2, 3, 8])
        for (let offset = 0; offset < 9; offset += 1)
          expect(await idsOf(`limit=${limit}&offset=${offset}`), `${list} ${limit} ${offset}`).toEqual(
            whole.slice(offset, offset + limit),
          );
    }
  });

  test("invalid ids are 404 with one message", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store);
    for (const odd of [
      "0",
      "-1",
      "1.5",
      `${id}abc`,
      " 1",
      "01",
      "2147483648",
      "999999999999999",
      "9".repeat(40),
      "x".repeat(5000),
      "%00",
      "%ZZ",
      "1%2F2",
      "null",
    ]) {
      const response = await app.inject(`/api/articles/${odd}/`);
      expect(response.statusCode, odd.slice(0, 20)).toBe(404);
      expect(typeof response.json().detail, odd.slice(0, 20)).toBe("string");
    }
  });

  test("a category is found by its slug and by its name in any case", async () => {
    const { app, store } = await startTestApp(await open());
    await publish(store, { category: "Deep Space" });
    for (const name of ["deep-space", "Deep-Space", "deep%20space", "DEEP%20SPACE"])
      expect((await app.inject(`/api/categories/${name}/`)).json(), name).toHaveLength(1);
    expect((await app.inject("/api/categories/unknown/")).statusCode).toBe(404);
  });

  test("an article names its category by slug or name without creating a second one", async () => {
    const { app, store } = await startTestApp(await open());
    for (const category of ["Deep Space", "deep space", "deep-space"]) await publish(store, { category });
    const texts = { description: "", editor: "", image_url: "", accent: "" };
    expect((await app.inject("/api/categories/")).json()).toEqual([
      { id: expect.any(Number), name: "Deep Space", slug: "deep-space", ...texts, count: 3 },
    ]);
  });

  test("last_updated follows changes to the text of published articles only", async () => {
    const clock = testClock();
    const { app, store } = await startTestApp(await open(), { clock });
    const id = await publish(store);
    const lastUpdated = async () => (await app.inject(`/api/articles/${id}/`)).json().last_updated;
    clock.advance(HOUR);
    await updateArticle(store, operator, id, { is_featured: true, tags: ["new"] });
    expect(await lastUpdated()).toBeNull();
    await updateArticle(store, operator, id, { title: "Another title" });
    expect(await lastUpdated()).toBe(new Date(clock.now()).toISOString());
  });

  test("a deleted article is gone from every list and from search", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store, { title: "Ephemeral", tags: ["gone"] });
    await trashArticle(store, operator, id);
    expect((await app.inject("/api/articles/latest/")).json()).toEqual([]);
    expect((await app.inject("/api/articles/search/?query=ephemeral")).json()).toEqual([]);
    expect((await app.inject(`/api/articles/${id}/`)).statusCode).toBe(404);
  });

  test("a conditional request returns 304 for an unchanged response, 200 for a changed one", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store);
    for (const path of [`/api/articles/${id}/`, "/api/articles/latest/"]) {
      const first = await app.inject(path);
      const tag = String(first.headers.etag);
      expect((await app.inject({ url: path, headers: { "if-none-match": tag } })).statusCode, path).toBe(304);
      await updateArticle(store, operator, id, { title: `Changed after ${path}` });
      expect((await app.inject({ url: path, headers: { "if-none-match": tag } })).statusCode, path).toBe(200);
    }
  });
});

describeOnEngines("views", (open) => {
  const reader = (address: string, agent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0") => ({
    "x-forwarded-for": address,
    "user-agent": agent,
  });

  test("a reader counts once per article and hour, and moves it up in trending", async () => {
    const clock = testClock();
    const { app, store, views } = await startTestApp(await open(), { clock, trustProxy: 1 });
    const quiet = await publish(store, { title: "Quiet", publishedAt: clock.now() - HOUR });
    const read = await publish(store, { title: "Read", publishedAt: clock.now() - 2 * HOUR });
    const view = async (id: number, headers: Record<string, string>) => {
      const response = await app.inject({ method: "POST", url: `/api/articles/${id}/view/`, headers });
      expect(response.statusCode).toBe(204);
      await views.flush();
    };
    const viewsOf = async (id: number) =>
      (await store.database.db.selectFrom("article").select("views").where("id", "=", id).executeTakeFirstOrThrow())
        .views;

    await view(read, reader("198.51.100.7"));
    await view(read, reader("198.51.100.7"));
    expect(await viewsOf(read)).toBe(1);
    await view(read, reader("198.51.100.8"));
    await view(read, reader("198.51.100.9", "Googlebot/2.1 (+http://www.google.com/bot.html)"));
    expect(await viewsOf(read)).toBe(2);
    clock.advance(HOUR);
    await view(read, reader("198.51.100.7"));
    expect(await viewsOf(read)).toBe(3);

    const trending = (await app.inject("/api/articles/trending/")).json();
    expect(trending.map((article: { id: number }) => article.id)).toEqual([read, quiet]);
  });

  test("half of the weight is gone after twelve hours", async () => {
    const clock = testClock();
    const { app, store, views } = await startTestApp(await open(), { clock, trustProxy: 1 });
    const before = await publish(store, { title: "Read three times, yesterday" });
    const after = await publish(store, { title: "Read twice, today" });
    const readBy = async (id: number, readers: number) => {
      for (let number = 1; number <= readers; number += 1)
        await app.inject({ method: "POST", url: `/api/articles/${id}/view/`, headers: reader(`203.0.113.${number}`) });
      await views.flush();
    };
    const first = async () => (await app.inject("/api/articles/trending/")).json()[0].id;
    await readBy(before, 3);
    expect(await first()).toBe(before);
    clock.advance(12 * HOUR);
    await readBy(after, 2);
    expect(await first()).toBe(after);
  });

  test("no address is stored", async () => {
    const { app, store, views } = await startTestApp(await open(), { trustProxy: 1 });
    const id = await publish(store);
    await app.inject({ method: "POST", url: `/api/articles/${id}/view/`, headers: reader("198.51.100.77") });
    await views.flush();
    const marks = await store.database.db.selectFrom("view_mark").selectAll().execute();
    expect(marks.length).toBeGreaterThan(0);
    expect(JSON.stringify(marks)).not.toContain("198.51.100");
  });

  test("one network counts as three readers at most, however many browsers it claims to have", async () => {
    const clock = testClock();
    const { app, store, views } = await startTestApp(await open(), { clock, trustProxy: 1 });
    const pushed = await publish(store, { title: "Pushed" });
    const read = await publish(store, { title: "Read" });
    const view = (id: number, address: string, agent: number) =>
      app.inject({
        method: "POST",
        url: `/api/articles/${id}/view/`,
        headers: reader(address, `Mozilla/5.0 (X11; Linux x86_64) Firefox/${agent}.0`),
      });
    for (let agent = 100; agent < 140; agent += 1) {
      await view(pushed, "198.51.100.7", agent);
      await view(pushed, `2001:db8:1:2::${agent}`, agent);
      // Even if the marks are written in between.
      if (agent % 10 === 0) await views.flush();
    }
    for (let number = 1; number <= 7; number += 1) await view(read, `203.0.113.${number}`, 140);
    await views.flush();
    const counts = async () =>
      (await store.database.db.selectFrom("article").select("views").orderBy("id").execute()).map((row) => row.views);
    expect(await counts()).toEqual([6, 7]);
    expect((await app.inject("/api/articles/trending/")).json()[0].id).toBe(read);
    clock.advance(HOUR);
    await view(pushed, "198.51.100.7", 139);
    await views.flush();
    expect(await counts()).toEqual([7, 7]);
  });
});
