import { expect, test } from "vitest";
import { feedUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { TEST_SITE } from "#test/support/test-app.ts";

const SETTING = "/api/settings/addresses/";

describeOnEngines("addresses of articles", (open) => {
  const start = async () => {
    const desk = await startDesk(open);
    const { app, call } = desk;
    const get = async (url: string) => {
      const { statusCode, headers, body } = await app.inject(url);
      return { status: statusCode, to: headers.location, body };
    };
    const turnSlugsOn = () => call({ method: "PUT", url: SETTING, payload: { article: "id-slug" } });
    return { ...desk, get, turnSlugsOn };
  };
  const canonicalIn = (body: string) => /rel="canonical" href="([^"]*)"/.exec(body)?.[1];

  test("have no slug at first, and one with a slug redirects with its query", async () => {
    const { store, get, call } = await start();
    const id = await publish(store, { title: "Bitcoin falls" });
    expect((await call({ method: "GET", url: SETTING })).body).toEqual({ article: "id" });
    const page = await get(`/article/${id}`);
    expect([page.status, canonicalIn(page.body)]).toEqual([200, `${TEST_SITE}/article/${id}`]);
    for (const rest of ["bitcoin-falls", "Anything", "b%C3%BCrse/"])
      expect(await get(`/article/${id}/${rest}?from=mail`), rest).toMatchObject({
        status: 301,
        to: `/article/${id}?from=mail`,
      });
  });

  test("end in the slug where the setting says so, and every other form is one redirect to it", async () => {
    const { store, get, turnSlugsOn } = await start();
    const id = await publish(store, { title: "Börse: $BTC falls" });
    expect((await get(`/article/${id}`)).status).toBe(200);
    expect((await turnSlugsOn()).status).toBe(200);
    const canonical = `/article/${id}/borse-btc-falls`;
    const page = await get(canonical);
    expect([page.status, canonicalIn(page.body)]).toEqual([200, TEST_SITE + canonical]);
    expect(page.body).toContain(`"url":"${TEST_SITE}${canonical}"`);
    for (const path of ["", "/", "/other", "/Borse-BTC-falls", "/borse-btc-falls/"])
      for (const query of ["", "?utm_source=x&a=%20"])
        expect(await get(`/article/${id}${path}${query}`), path + query).toMatchObject({
          status: 301,
          to: canonical + query,
        });
    expect((await get(`/article/${id}/changes`)).status).toBe(200);
    expect((await get("/article/999/anything")).status).toBe(404);
  });

  test("follow a new title, and stay once an editor has set the slug", async () => {
    const { store, get, call, turnSlugsOn } = await start();
    const id = await publish(store, { title: "First title" });
    await turnSlugsOn();
    expect((await get(`/article/${id}/first-title`)).status).toBe(200);
    const put = (payload: object) => call({ method: "PUT", url: apiUrl.article(id), payload });
    const before = (await call({ method: "GET", url: apiUrl.article(id) })).body;
    // A client that sends the whole article back has chosen no slug.
    expect((await put({ ...before, title: "Second title" })).body.slug).toBe("second-title");
    expect(await get(`/article/${id}/first-title`)).toMatchObject({ status: 301, to: `/article/${id}/second-title` });
    expect((await put({ slug: "chosen" })).body.slug).toBe("chosen");
    expect((await put({ title: "Third title" })).body.slug).toBe("chosen");
    expect((await get(`/article/${id}/chosen`)).status).toBe(200);
    expect((await put({ slug: "" })).body.slug).toBe("third-title");
    const draft = {
      method: "PUT",
      url: `${apiUrl.article(id)}draft/`,
      payload: { title: "Fourth", slug: "" },
    } as const;
    expect((await call(draft)).body.slug).toBe("fourth");
    await call({ method: "POST", url: `${apiUrl.article(id)}publish/` });
    expect((await get(`/article/${id}/fourth`)).status).toBe(200);
    for (const slug of ["Upper", "a b", "12", "changes", "x".repeat(81)])
      expect((await put({ slug })).body.errors, slug).toHaveProperty("slug");
  });

  test("are written as the language of the article writes its letters, from its first title on", async () => {
    const { store, get, call, turnSlugsOn } = await start();
    await turnSlugsOn();
    const former = await publish(store, { title: "Київ", language: "uk" });
    const write = (payload: object) =>
      call({
        method: "POST",
        url: apiUrl.articles(),
        payload: { category: "C", content: "<p>x</p>", status: "published", ...payload },
      });
    const made = await write({ title: "Äpfel in Köln", language: "de" });
    expect([made.status, made.body.slug]).toEqual([201, "aepfel-in-koeln"]);
    expect((await get(`/article/${made.body.id}/aepfel-in-koeln`)).status).toBe(200);
    expect((await write({ title: "Äpplen i Malmö", language: "sv" })).body.slug).toBe("applen-i-malmo");
    expect((await write({ title: "България въвежда" })).body.slug).toBe("balgariya-vavezhda");
    const put = (payload: object) => call({ method: "PUT", url: apiUrl.article(made.body.id), payload });
    expect((await put({ ...made.body, excerpt: "Neu" })).body.slug).toBe("aepfel-in-koeln");
    expect((await put({ ...made.body, title: "Öl" })).body.slug).toBe("oel");
    expect((await put({ language: "sv" })).body.slug).toBe("ol");
    // Stored before addresses had letters by language.
    expect((await call({ method: "PUT", url: apiUrl.article(former), payload: { excerpt: "New" } })).body.slug).toBe(
      "kiyiv",
    );
    expect((await get(`/article/${former}/kiyiv`)).status).toBe(200);
  });

  test("are in lists, feeds and sitemaps as they are, and the ids of feeds never change", async () => {
    const { store, get, turnSlugsOn } = await start();
    const id = await publish(store, { title: "Bitcoin falls" });
    const json = async () => JSON.parse((await get(feedUrl.json())).body).items[0];
    expect(await json()).toMatchObject({ id: `${TEST_SITE}/article/${id}`, url: `${TEST_SITE}/article/${id}` });
    const places = [feedUrl.rss(), feedUrl.sitemapArticles(1), feedUrl.newsSitemap(), "/", "/category/blockchain"];
    const addressed = async () => {
      const bodies = await Promise.all(places.map(async (url) => (await get(url)).body));
      return bodies.map((body) => body.includes(`/article/${id}/bitcoin-falls`));
    };
    expect(await addressed()).toEqual(places.map(() => false));
    await turnSlugsOn();
    expect(await addressed()).toEqual(places.map(() => true));
    const url = `${TEST_SITE}/article/${id}/bitcoin-falls`;
    expect(await json()).toMatchObject({ id: `${TEST_SITE}/article/${id}`, url });
    const rss = (await get(feedUrl.rss())).body;
    expect(rss).toContain(`<link>${url}</link>`);
    expect(rss).toContain(`<guid isPermaLink="true">${TEST_SITE}/article/${id}</guid>`);
  });

  test("change for a chief alone, who has seen the current setting", async () => {
    const { call, app, turnSlugsOn } = await start();
    const opened = await call({ method: "GET", url: SETTING });
    await turnSlugsOn();
    const stale = await call({
      method: "PUT",
      url: SETTING,
      ifMatch: String(opened.headers.etag),
      payload: { article: "id" },
    });
    expect(stale.status).toBe(409);
    expect((await call({ method: "PUT", url: SETTING, payload: { article: "slug" } })).status).toBe(400);
    expect((await app.inject({ method: "PUT", url: SETTING, payload: { article: "id" } })).statusCode).toBe(401);
  });
});
