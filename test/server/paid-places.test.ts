import { expect, test } from "vitest";
import { BLOCK_KINDS, isEditorial, isStoryKind, kindsOn } from "#features/articles/fronts/rules.ts";
import type { ShownFront } from "#features/articles/fronts/schema.ts";
import { HOUR } from "#shared/time.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

/** A paid article that has all switches, is the newest, and shares its topic and category with twelve others. */
async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, clock, publishOne } = desk;
  const common = { is_featured: true, is_editors_pick: true, tags: ["Cards"] };
  const stories: number[] = [];
  for (let age = 2; age < 14; age++)
    stories.push(await publishOne({ ...common, title: `Cards at ${age}`, publishedAt: clock.now() - age * HOUR }));
  const now = clock.now();
  const paid = await publishOne({ ...common, title: "Cards: ours", genre: "sponsored", publishedAt: now - HOUR });
  await desk.database.db.updateTable("article").set({ heat: 1e6 }).where("id", "=", paid).execute();
  const link = new RegExp(`href="/article/${paid}"`);
  const read = async (url: string) => (await app.inject(url)).body;
  return { ...desk, call, paid, link, read, stories, main: async (url: string) => mainOf(await read(url)) };
}

const mainOf = (body: string) => body.slice(body.indexOf("<main"), body.indexOf("</main>"));
/** A page without one of its parts, whose start a text marks. */
function without(html: string, mark: string): string {
  const from = html.indexOf(mark);
  return from < 0 ? html : html.slice(0, from) + html.slice(html.indexOf("</section>", from));
}

describeOnEngines("what was paid for", (open) => {
  test("is in no list of the newsroom's judgement", async () => {
    const { app, call, paid, stories } = await start(open);
    const order = { lead: [{ id: paid }, { id: stories[3] }], picks: [{ id: paid }] };
    expect(await call({ method: "PUT", url: "/api/home/order/", payload: order })).toMatchObject({ status: 200 });
    for (const url of [
      ...["/api/articles/featured/", "/api/articles/editors-picks/", "/api/articles/trending/"],
      ...[apiUrl.homeFeatured(), apiUrl.homePicks(), "/api/home/sections/", `/api/articles/${stories[0]}/related/`],
    ]) {
      const { body } = await app.inject(url);
      expect(body, url).toContain("Cards at");
      expect(body, url).not.toContain("Cards: ours");
    }
  });

  test("is on pages in lists alone, and leads none of them", async () => {
    const { main, link, stories } = await start(open);
    const home = await main("/");
    expect(home).toMatch(link);
    expect(without(home, 'aria-labelledby="latest"'), "the latest articles are a list").not.toMatch(link);
    expect(await main(`/article/${stories[0]}`)).not.toMatch(link);
    for (const url of ["/category/blockchain", "/topics/cards"]) {
      const page = await main(url);
      expect(page, url).toMatch(link);
      expect(page.search(/href="\/article\/\d+"/), url).toBe(page.indexOf(`href="/article/${stories[0]}"`));
    }
    expect(without(await main("/category/blockchain"), 'aria-label="Articles"'), "not trending").not.toMatch(link);
  });

  test("is in no block of an arranged page but lists and cards", async () => {
    const { app, call, paid, stories } = await start(open);
    const kinds = kindsOn("home").filter(isStoryKind);
    const blocks = kinds.map((kind) => ({ kind, source: { by: "hand", ids: [paid, stories[0]] }, count: 1 }));
    expect(await call({ method: "PUT", url: "/api/settings/fronts/home/", payload: { blocks } })).toMatchObject({
      status: 200,
    });
    const shown = (await app.inject("/api/fronts/by-place/home/")).json<ShownFront>().blocks ?? [];
    expect(shown).toHaveLength(kinds.length);
    const withPaid = shown.filter(({ articles }) => articles.some(({ id }) => id === paid)).map(({ kind }) => kind);
    expect(withPaid).toEqual(BLOCK_KINDS.filter((kind) => isStoryKind(kind) && !isEditorial(kind)));
    expect(withPaid).toEqual(["cards", "list"]);
  });
});
