import { expect, test } from "vitest";
import type { Front, FrontVersion, ShownFront } from "#features/articles/fronts/schema.ts";
import { HOUR } from "#shared/time.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

const HOME = "/api/settings/fronts/home/";

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, clock, publishOne } = desk;
  const began = clock.now();
  const put = (payload: object, url = HOME, ifMatch?: string) => call({ method: "PUT", url, payload, ifMatch });
  return {
    ...desk,
    put,
    front: async (url = HOME) => (await call({ method: "GET", url })).body as Front,
    /** Publishes an article; `age` in hours. */
    story: (age: number, change: object = {}) =>
      publishOne({ title: `Story ${age}`, publishedAt: began - age * HOUR, ...change }),
    /** The ids of each block's stories, as readers get them; undefined for the default. */
    shown: async (place = "home") => {
      const { blocks } = (await app.inject(`/api/fronts/by-place/${place}/`)).json<ShownFront>();
      return blocks?.map(({ kind, title, articles }) => [kind, title, articles.map(({ id }) => id)]);
    },
    /** A series with some articles. */
    series: async (ids: number[]) => {
      const { slug } = (await call({ method: "POST", url: "/api/series/", payload: { name: "How money works" } })).body;
      await call({ method: "PUT", url: `/api/series/${slug}/order/`, payload: { articles: ids } });
      return { slug };
    },
    page: async (url = "/") => (await app.inject(url)).body,
  };
}

const LINES = { kind: "lines", source: "newest", count: 3, heading: "In brief" };

describeOnEngines("arrangements of front pages", (open) => {
  test("a new publication has the specified home page, which readers see without a stored arrangement", async () => {
    const { front, shown, page } = await start(open);
    expect(await front()).toMatchObject({ is_default: true, status: "published", publish_at: null });
    expect((await front()).blocks.map(({ kind }) => kind)).toEqual([
      ...["top", "categories", "ad", "cards", "ad", "list", "most_read", "ad", "newsletter", "ad", "sections", "ad"],
    ]);
    expect(await shown()).toBeUndefined();
    expect(await page()).toContain("Latest Articles");
  });

  test("an arrangement is public with its answer, a draft is not, and the default returns", async () => {
    const { put, front, shown, page, call, story } = await start(open);
    const [newest, older] = [await story(1), await story(2)];
    const draft = await put({ blocks: [LINES], status: "draft" });
    expect(draft).toMatchObject({ status: 200, body: { status: "draft", is_default: false } });
    expect(await shown()).toBeUndefined();
    expect(await page()).not.toContain("In brief");
    expect(await put({ status: "published" })).toMatchObject({ status: 200, body: { status: "published" } });
    expect(await shown()).toEqual([["lines", "In brief", [newest, older]]]);
    expect(await page()).toContain("In brief");
    expect(await page()).not.toContain("Latest Articles");
    expect(await call({ method: "DELETE", url: HOME })).toMatchObject({ status: 204 });
    expect(await front()).toMatchObject({ is_default: true });
    expect(await page()).toContain("Latest Articles");
    const versions = (await call({ method: "GET", url: "/api/fronts/versions/?kind=home" })).body as FrontVersion[];
    expect(versions.map(({ is_default, is_current }) => [is_default, is_current])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test("an arrangement with a time replaces the former one when it has come, on cached pages too", async () => {
    const { put, page, clock } = await start(open);
    await put({ blocks: [{ kind: "text", text: "Before the vote" }] });
    const at = new Date(clock.now() + HOUR).toISOString();
    expect(await put({ blocks: [{ kind: "text", text: "After the vote" }], publish_at: at })).toMatchObject({
      body: { status: "published", publish_at: at },
    });
    expect(await page()).toContain("Before the vote");
    clock.advance(HOUR);
    expect(await page()).toContain("After the vote");
  });

  test("a change that another person made since is not overwritten", async () => {
    const { put, front, call } = await start(open);
    const { headers } = await call({ method: "GET", url: HOME });
    await put({ blocks: [LINES] });
    expect(await put({ blocks: [{ kind: "categories" }] }, HOME, String(headers.etag))).toMatchObject({
      status: 409,
      body: { code: "stale_version" },
    });
    expect((await front()).blocks).toMatchObject([LINES].map(({ kind }) => ({ kind })));
  });

  test("rejects what a page cannot have, and changes nothing", async () => {
    const { put, front } = await start(open);
    const refused: [object, string][] = [
      [{ blocks: [] }, "blocks"],
      [{ blocks: [{ kind: "stories" }] }, "blocks.0"],
      [{ blocks: [{ kind: "top" }, { kind: "top" }] }, "blocks.1"],
      [{ blocks: [{ kind: "lead", form: "portraits" }] }, "blocks.0"],
      [{ blocks: [{ kind: "lead", count: 99 }] }, "blocks.0.count"],
      [{ blocks: [{ kind: "lines", source: { by: "weather" } }] }, "blocks.0.source"],
      [{ blocks: [{ kind: "text", image_url: "https://other.example/x.jpg" }] }, "blocks.0.image_url"],
      [{ blocks: [{ kind: "text", link: "javascript:alert(1)" }] }, "blocks.0.link"],
      [{ blocks: [LINES], publish_at: "2001-01-01T00:00:00Z" }, "publish_at"],
    ];
    for (const [body, field] of refused) {
      const { status, body: error } = await put(body);
      expect([status, Object.keys(error.errors)], JSON.stringify(body)).toEqual([400, [field]]);
    }
    expect(await front()).toMatchObject({ is_default: true });
    expect(await put({ blocks: [LINES] }, "/api/settings/fronts/category/nowhere/")).toMatchObject({
      status: 404,
      body: { code: "front_not_found" },
    });
  });

  test("each story is shown once if the page says so, and what was paid for has no editorial place", async () => {
    const { put, shown, story } = await start(open);
    const paid = await story(1, { genre: "sponsored" });
    const [first, second, third] = [await story(2), await story(3, { genre: "opinion" }), await story(4)];
    const blocks = [
      { kind: "lead", source: "newest" },
      { kind: "opinion", heading: "Voices" },
      { kind: "list", source: "newest", count: 3 },
    ];
    await put({ blocks, one_place_per_story: true });
    expect(await shown()).toEqual([
      ["lead", "", [first]],
      ["opinion", "Voices", [second]],
      ["list", "", [paid, third]],
    ]);
    await put({ one_place_per_story: false });
    expect(await shown()).toMatchObject([{}, {}, ["list", "", [paid, first, second]]]);
  });

  test("a source that is renamed leads on, and one that is gone, hidden or empty leaves no block", async () => {
    const { put, shown, story, call, clock } = await start(open);
    const id = await story(1, { category: "Markets", tags: ["Naira"] });
    const later = await story(-2, { title: "Later" });
    const named = [
      { kind: "category", source: { by: "category", slug: "markets" } },
      { kind: "topic", source: { by: "topic", slug: "naira" } },
      { kind: "topic", source: { by: "topic", slug: "unheard-of" } },
      { kind: "lines", source: { by: "author", slug: "nobody" } },
      { kind: "series", source: { by: "series", slug: "" } },
      { kind: "list", source: { by: "hand", ids: [later, 999_999, id] } },
      { kind: "announcement", text: "" },
    ];
    await put({ blocks: named });
    expect(await shown()).toEqual([
      ["category", "Markets", [id]],
      ["topic", "Naira", [id]],
      ["list", "", [id]],
    ]);
    const topics = (await call({ method: "GET", url: "/api/topics/?query=naira" })).body as unknown as { id: number }[];
    await call({ method: "PUT", url: `/api/topics/${topics[0]?.id}/`, payload: { slug: "ngn", name: "Naira" } });
    expect(await shown()).toMatchObject([{}, ["topic", "Naira", [id]], {}]);
    clock.advance(3 * HOUR);
    expect(await shown()).toMatchObject([{}, {}, ["list", "", [later, id]]]);
    await call({ method: "DELETE", url: `/api/articles/${id}/` });
    expect(await shown()).toEqual([["list", "", [later]]]);
  });

  test("a category has its own arrangement, else that of all categories", async () => {
    const { put, shown, page, story } = await start(open);
    const id = await story(1, { category: "Markets" });
    await story(2, { category: "Tech" });
    expect(await shown("category/markets")).toBeUndefined();
    await put({ blocks: [{ kind: "lines", source: "place", heading: "All of it" }] }, "/api/settings/fronts/category/");
    expect(await shown("category/markets")).toEqual([["lines", "All of it", [id]]]);
    await put({ blocks: [{ kind: "text", text: "Own words" }] }, "/api/settings/fronts/category/markets/");
    expect(await page("/category/markets")).toContain("Own words");
    expect(await page("/category/tech")).toContain("All of it");
  });

  test("the pages of topics and series show their blocks, then their list, and follow new names", async () => {
    const { app, put, page, story, call, series, clock } = await start(open);
    const id = await story(1, { tags: ["Naira"] });
    const parts = await series([id, await story(2)]);
    const topicUrl = "/api/settings/fronts/topic/";
    await put(
      {
        blocks: [
          { kind: "lead", source: "place" },
          { kind: "text", text: "On every topic" },
        ],
      },
      topicUrl,
    );
    await put({ blocks: [{ kind: "text", text: "On every series" }] }, "/api/settings/fronts/series/");
    expect(await page("/topics/naira")).toContain("On every topic");
    const seriesPage = await page(`/series/${parts.slug}`);
    expect(seriesPage.indexOf("On every series")).toBeGreaterThan(0);
    expect(seriesPage, "no stand-ins for pictures").not.toContain("/fallback.jpg");
    expect(seriesPage.indexOf("Story 2"), "the list comes last").toBeGreaterThan(seriesPage.indexOf("On every series"));
    await put({ blocks: [{ kind: "stories" }, { kind: "text", text: "Only here" }] }, `${topicUrl}naira/`);
    const own = await page("/topics/naira");
    expect(own).not.toContain("On every topic");
    expect(own.indexOf("Only here"), "the list is placed").toBeGreaterThan(own.indexOf("Story 1"));
    const topics = (await call({ method: "GET", url: "/api/topics/?query=naira" })).body as unknown as { id: number }[];
    const change = { slug: "ngn", name: "Naira" };
    await call({ method: "PUT", url: `/api/topics/${topics[0]?.id}/`, payload: change });
    expect((await app.inject("/topics/naira")).headers.location).toBe("/topics/ngn");
    expect(await page("/topics/ngn")).toContain("Only here");
    const at = new Date(clock.now() + HOUR).toISOString();
    await put({ blocks: [{ kind: "text", text: "From the evening on" }], publish_at: at }, `${topicUrl}ngn/`);
    expect(await page("/topics/ngn")).toContain("Only here");
    clock.advance(HOUR);
    expect(await page("/topics/ngn")).toContain("From the evening on");
    await call({ method: "DELETE", url: `${topicUrl}ngn/` });
    expect(await page("/topics/ngn")).toContain("On every topic");
  });

  test("a merged topic leads to the page and the blocks of the other one", async () => {
    const { app, put, page, story, call } = await start(open);
    await story(1, { tags: ["Naira"] });
    await story(2, { tags: ["NGN"] });
    const url = "/api/settings/fronts/topic/";
    await put({ blocks: [{ kind: "text", text: "Of the one that stays" }] }, `${url}naira/`);
    await put({ blocks: [{ kind: "text", text: "Of the one that goes" }] }, `${url}ngn/`);
    await put({ blocks: [{ kind: "topic", source: { by: "topic", slug: "ngn" }, count: 2 }] });
    const payload = { from: "ngn", into: "naira" };
    expect(await call({ method: "POST", url: "/api/topics/merge/", payload })).toMatchObject({ status: 200 });
    expect((await app.inject("/topics/ngn")).headers.location).toBe("/topics/naira");
    expect(await page("/topics/naira")).toContain("Of the one that stays");
    expect(await page(), "a source of the former name").toMatch(/Story 1.*Story 2/s);
    expect((await app.inject("/api/settings/fronts/")).statusCode).toBe(401);
    const listed = (await call({ method: "GET", url: "/api/settings/fronts/" })).body as unknown as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(["Home page", "Naira"]);
  });

  test("a preview shows the blocks of any kind of page, and of all pages of a kind those of its newest", async () => {
    const { put, page, story, call, series } = await start(open);
    const id = await story(1, { category: "Markets", tags: ["Naira"] });
    const { slug } = await series([id]);
    for (const place of ["home", "category", "category/markets", "topic", "topic/naira", "series", `series/${slug}`]) {
      await put(
        { blocks: [{ kind: "text", text: `Draft of ${place}` }], status: "draft" },
        `/api/settings/fronts/${place}/`,
      );
      const [kind, one] = place.split("/");
      const query = `kind=${kind}${one ? `&slug=${one}` : ""}`;
      const [version] = (await call({ method: "GET", url: `/api/fronts/versions/?${query}` })).body as FrontVersion[];
      const { url } = (await call({ method: "POST", url: `/api/fronts/versions/${version?.id}/preview/` })).body;
      expect(await page(url), place).toContain(`Draft of ${place}`);
    }
    for (const url of ["/", "/category/markets", "/topics/naira", `/series/${slug}`])
      expect(await page(url)).not.toContain("Draft of");
  });

  test("the switch of the home page is the same for its default and its arrangements", async () => {
    const { put, front, call, shown } = await start(open);
    const order = async () => (await call({ method: "GET", url: "/api/home/order/" })).body.hides_repeats;
    const arrange = (hides_repeats: boolean) =>
      call({ method: "PUT", url: "/api/home/order/", payload: { lead: [], picks: [], hides_repeats } });
    expect(await put({ one_place_per_story: true })).toMatchObject({ status: 200 });
    expect(await shown(), "still the specified page").toBeUndefined();
    expect(await order()).toBe(true);
    expect(await arrange(false)).toMatchObject({ status: 200 });
    expect(await front()).toMatchObject({ is_default: true, one_place_per_story: false });
    await put({ blocks: [LINES], one_place_per_story: true });
    expect(await order()).toBe(true);
    await put({ blocks: [LINES, LINES], status: "draft" });
    await arrange(false);
    expect(await front(), "the draft as well").toMatchObject({ status: "draft", one_place_per_story: false });
    expect(await order()).toBe(false);
    expect(await shown()).toHaveLength(0);
    await put({ one_place_per_story: true, status: "published" });
    await call({ method: "DELETE", url: HOME });
    expect(await order()).toBe(false);
  });

  test("a page that shows each story once leaves those of its blocks out of its own list", async () => {
    const { put, page, story } = await start(open);
    const [first, second] = [await story(1, { tags: ["Naira"] }), await story(2, { tags: ["Naira"] })];
    const countOf = async (url: string) => {
      const body = await page(url);
      const main = body.slice(body.indexOf("<main"), body.indexOf('aria-labelledby="trending"') + 1 || undefined);
      return [first, second].map((id) => main.split(`href="/article/${id}"`).length - 1);
    };
    const blocks = [{ kind: "lead", source: "place" }];
    for (const place of ["topic/naira", "category/blockchain"]) {
      const url = `/api/settings/fronts/${place}/`;
      const at = place.startsWith("topic") ? "/topics/naira" : "/category/blockchain";
      await put({ blocks, one_place_per_story: false }, url);
      expect(await countOf(at), place).toEqual([2, 1]);
      await put({ one_place_per_story: true }, url);
      expect(await countOf(at), place).toEqual([1, 1]);
      const body = await page(at);
      const list = body.slice(body.indexOf("<main"), body.indexOf("</main>"));
      expect(list, `${place}: no stand-ins for pictures`).not.toContain("/fallback.jpg");
    }
  });

  test("only people who arrange the home page may change others", async () => {
    const { app, put } = await start(open);
    expect((await app.inject({ method: "PUT", url: HOME, payload: { blocks: [LINES] } })).statusCode).toBe(401);
    expect((await put({ blocks: [LINES] })).status).toBe(200);
  });
});
