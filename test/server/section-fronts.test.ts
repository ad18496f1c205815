import { expect, test } from "vitest";
import type { Category } from "#features/categories/endpoints.ts";
import { HOUR } from "#shared/time.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, clock, publishOne, database } = desk;
  const began = clock.now();
  const main = async (url: string) => {
    const { body } = await app.inject(url);
    return body.slice(body.indexOf("<main"), body.indexOf("</main>"));
  };
  return {
    ...desk,
    main,
    story: (age: number, change: object = {}) =>
      publishOne({ title: `Story ${age}`, category: "Markets", publishedAt: began - age * HOUR, ...change }),
    category: async (slug: string) =>
      (await app.inject("/api/categories/")).json<Category[]>().find((one) => one.slug === slug),
    change: async (payload: object) => {
      const all = (await app.inject("/api/categories/")).json<Category[]>();
      const id = all.find(({ slug }) => slug === "markets")?.id;
      return call({ method: "PUT", url: `/api/categories/${id}/`, payload });
    },
    heat: (id: number, heat: number) => database.db.updateTable("article").set({ heat }).where("id", "=", id).execute(),
    trending: async (query = "") =>
      (await app.inject(`/api/articles/trending/?limit=3${query}`)).json<{ id: number }[]>().map(({ id }) => id),
  };
}

describeOnEngines("the front of a section", (open) => {
  test("says what it is about and who edits it, on its own page alone", async () => {
    const { main, story, change, app } = await start(open);
    await story(1);
    expect(await main("/category/markets")).not.toContain("Editor:");
    const texts = { description: "What money does.", editor: "Amina Otieno" };
    expect(await change({ name: "Markets", slug: "markets", ...texts })).toMatchObject({ status: 200, body: texts });
    const page = await main("/category/markets");
    expect(page).toContain("What money does.");
    expect(page).toContain("Editor: Amina Otieno");
    const { body } = await app.inject("/category/markets");
    expect(body).toContain('name="description" content="What money does."');
    expect((await app.inject("/")).body).not.toContain("What money does.");
    // The specified request has no texts, and keeps them.
    expect(await change({ name: "Markets", slug: "markets" })).toMatchObject({ status: 200, body: texts });
    expect(await change({ name: "Markets", description: "x".repeat(301) })).toMatchObject({ status: 400 });
    expect(await main("/category/markets")).toContain("What money does.");
  });

  test("has its own picture and accent, readable on the site's background, on its page alone", async () => {
    const { main, story, change, app, call } = await start(open);
    await story(1);
    const sheetOf = async (url: string) =>
      /href="(\/theme\/[^"]+)"/.exec((await app.inject(url)).body)?.[1] ?? "/theme/none.css";
    const look = { image_url: "https://pictures.example/port.jpg", accent: "#0a5c36" };
    expect(await change({ name: "Markets", slug: "markets", ...look })).toMatchObject({ status: 200, body: look });
    const page = await main("/category/markets");
    expect(page).toContain('data-accent="0a5c36"');
    expect(page).toContain("https://pictures.example/port.jpg");
    expect(await main("/")).not.toContain("data-accent");
    const within = ':root:not([data-admin]) [data-accent="0a5c36"]{--color-accent:#0a5c36;';
    expect((await app.inject(await sheetOf("/category/markets"))).body).toContain(within);
    // A background on which it would be too light makes it darker.
    await call({ method: "PUT", url: "/api/settings/appearance/", payload: { paper: "#9fc5ff", accent: "#5c0a0a" } });
    const { body } = await app.inject(await sheetOf("/category/markets"));
    expect(body).toContain('[data-accent="0a5c36"]');
    for (const accent of ["#ffd400", "green", "#0a5c36;}"])
      expect(await change({ name: "Markets", slug: "markets", accent })).toMatchObject({
        status: 400,
        body: { errors: { accent: expect.any(String) } },
      });
    await call({ method: "PUT", url: "/api/settings/appearance/", payload: { paper: "#5f9ee8", accent: "#000000" } });
    const unchanged = { name: "Port", slug: "markets", accent: look.accent };
    expect(await change(unchanged), "the stored accent, unreadable by now").toMatchObject({ status: 200 });
    expect(await change({ name: "Markets", slug: "markets", image_url: "", accent: "" })).toMatchObject({
      status: 200,
    });
    expect(await main("/category/markets")).not.toContain("data-accent");
  });

  test("leads to its five busiest topics, and does not repeat its own name above its stories", async () => {
    const { main, story, app } = await start(open);
    const tags = ["A", "B", "C", "D", "E", "F"].map((letter) => `Topic ${letter}`);
    for (let at = 0; at < 6; at++) await story(at + 1, { tags: tags.slice(0, 6 - at) });
    await story(9, { category: "Tech", tags: ["Topic F", "Other"] });
    const { topics } = (await app.inject("/api/categories/markets/section/")).json();
    expect(topics.map(({ name }: { name: string }) => name)).toEqual(tags.slice(0, 5));
    const page = await main("/category/markets");
    for (const { slug } of topics) expect(page).toContain(`href="/topics/${slug}"`);
    expect(page).not.toMatch(/class="kicker[^>]*>Markets</);
    expect((await app.inject("/api/categories/nowhere/section/")).statusCode).toBe(404);
  });

  test("has what is trending in it before the rest of the site", async () => {
    const { story, heat, trending, main } = await start(open);
    const [other, own, cold] = [await story(1, { category: "Tech" }), await story(2), await story(3)];
    await heat(other, 1e6);
    await heat(own, 1e5);
    expect(await trending()).toEqual([other, own, cold]);
    expect(await trending("&category=markets")).toEqual([own, other, cold]);
    expect(await trending("&category=nowhere")).toEqual([other, own, cold]);
    const page = await main("/category/markets");
    const list = page.slice(page.indexOf('aria-labelledby="trending"'));
    expect(/\/article\/(\d+)/.exec(list)?.[1]).toBe(String(own));
  });
});
