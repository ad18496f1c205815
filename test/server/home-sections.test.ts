import { expect, test } from "vitest";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";

const HOUR = 60 * 60_000;

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, clock, publishOne } = desk;
  const began = clock.now();
  const list = async (url: string) => (await app.inject(url)).json<ArticleSummary[]>().map(({ id }) => id);
  return {
    ...desk,
    list,
    /** Publishes an article; `age` in hours. */
    story: (age: number, change: object = {}) =>
      publishOne({ title: `Story ${age}`, publishedAt: began - age * HOUR, ...change }),
    arrange: async (payload: object) =>
      (await call({ method: "PUT", url: editorApiUrl.homeOrder(), payload: { lead: [], picks: [], ...payload } }))
        .status,
    /** The lists of the page, as its calls return them. */
    lists: async () => ({
      lead: await list(apiUrl.homeFeatured()),
      picks: await list(apiUrl.homePicks()),
      latest: await list(apiUrl.homeLatest()),
    }),
    /** The articles that each section of the page links, and its text. */
    page: async () => {
      const { body } = await app.inject(pageUrl.home());
      const main = body.slice(body.indexOf("<main"), body.indexOf("</main>"));
      const part = (mark: string, end = "</section>") => {
        const from = main.indexOf(mark);
        return from < 0 ? [] : linked(main.slice(from, main.indexOf(end, from)));
      };
      return {
        main,
        lead: part('aria-label="Featured articles"'),
        choice: part("Editor&#x27;s choice</h2>", 'role="tabpanel"'),
        latest: part('aria-labelledby="latest"'),
        picks: part('aria-labelledby="picks"'),
      };
    },
  };
}

/** The articles behind headlines, in order. */
const linked = (html: string) =>
  [...html.matchAll(/<h[23][^>]*><a [^>]*href="\/article\/(\d+)"/g)].map(([, id]) => Number(id));

/** The slides of the lead: the second and third story stand below them. */
const withoutSeconds = (lead: number[]) => [...lead.slice(0, 1), ...lead.slice(3)];

describeOnSqlite("the sections of the home page", (open) => {
  /** Every third is featured and every second a pick, so that some are both; all are among the newest. */
  async function fill({ story }: Pick<Awaited<ReturnType<typeof start>>, "story">) {
    const ids: number[] = [];
    for (let age = 1; age <= 40; age++)
      ids.push(await story(age, { is_featured: age % 3 === 0, is_editors_pick: age % 2 === 0 }));
    const of = (isMember: (age: number) => boolean) => ids.filter((_id, index) => isMember(index + 1));
    return { latest: ids, featured: of((age) => age % 3 === 0), picks: of((age) => age % 2 === 0) };
  }

  test("each show their own list, whatever another one shows", async () => {
    const desk = await start(open);
    const { latest, featured, picks } = await fill(desk);
    const { main: _main, ...shown } = await desk.page();
    expect(shown).toEqual({
      lead: withoutSeconds(featured.slice(0, 6)),
      choice: picks.slice(0, 5),
      picks: picks.slice(0, 6),
      latest: latest.slice(0, 10),
    });
    expect(await desk.lists()).toEqual({
      lead: featured.slice(0, 6),
      picks: picks.slice(0, 6),
      latest: latest.slice(0, 10),
    });
    expect((await desk.app.inject(`${apiUrl.homeLatest()}&limit=3`)).json()).toHaveLength(3);
  });

  test("show no story twice while the newsroom wants that; the lists themselves stay as they are", async () => {
    const desk = await start(open);
    const { latest, featured, picks: all } = await fill(desk);
    const before = await desk.page();
    expect(await desk.arrange({ hides_repeats: true })).toBe(200);
    const lead = featured.slice(0, 6);
    const picks = all.filter((id) => !lead.includes(id));
    const above = [...lead, ...picks.slice(0, 11)];
    const expected = {
      lead,
      choice: picks.slice(0, 5),
      picks: picks.slice(5, 11),
      latest: latest.filter((id) => !above.includes(id)).slice(0, 10),
    };
    const { main: _main, ...shown } = await desk.page();
    expect(shown).toEqual({ ...expected, lead: withoutSeconds(lead) });
    expect(await desk.lists()).toEqual({
      lead,
      picks: [...expected.choice, ...expected.picks],
      latest: expected.latest,
    });
    const choices = (await desk.app.inject(apiUrl.homePicks())).json<{ is_choice?: true }[]>();
    expect(choices.map(({ is_choice }) => is_choice ?? false)).toEqual([
      ...Array(5).fill(true),
      ...Array(6).fill(false),
    ]);

    expect(await desk.list(apiUrl.latest())).toEqual(latest);
    expect(await desk.list(apiUrl.featured())).toEqual(featured);
    expect(await desk.list(apiUrl.editorsPicks())).toEqual(all);
    // Omitted, the option keeps its value.
    expect(await desk.arrange({})).toBe(200);
    expect((await desk.page()).latest).toEqual(expected.latest);
    expect(await desk.arrange({ hides_repeats: false })).toBe(200);
    expect(await desk.page()).toEqual(before);
  });

  test("follow a switch and an end immediately, on cached pages as well", async () => {
    const { story, arrange, page, call, clock } = await start(open);
    const both = await story(1, { is_featured: true, is_editors_pick: true });
    const other = await story(2, { is_featured: true });
    await story(3);
    expect(await page()).toMatchObject({ lead: [both, other], choice: [both], picks: [both] });
    const ends_at = new Date(clock.now() + HOUR).toISOString();
    expect(await arrange({ lead: [{ id: both, ends_at }], hides_repeats: true })).toBe(200);
    expect(await page()).toMatchObject({ lead: [both, other], choice: [] });
    clock.advance(HOUR);
    expect(await page()).toMatchObject({ lead: [other], choice: [both] });

    const payload = { ids: [both, other], change: { is_featured: false, is_editors_pick: false } };
    await call({ method: "POST", url: editorApiUrl.bulk(), payload });
    expect((await page()).latest.slice(0, 2)).toEqual([both, other]);
  });

  test("keep their headings where they are empty, and say so", async () => {
    const { story, page } = await start(open);
    const headings = /Editor&#x27;s choice.*Hot stories.*Latest Articles.*Editor&#x27;s Picks.*Trending/s;
    const empty = (await page()).main;
    for (const words of ["No featured articles available.", "No articles yet.", "The first articles are coming soon."])
      expect(empty).toContain(words);
    expect(empty).toMatch(headings);
    const only = await story(1, { is_featured: true, is_editors_pick: true });
    const { main, ...shown } = await page();
    expect(shown).toEqual({ lead: [only], choice: [only], latest: [only], picks: [only] });
    expect(main).toMatch(headings);
  });
});

describeOnEngines("the sections of categories at the end of the home page", (open) => {
  type Section = { name: string; articles: { id: number; title: string }[] };

  test("show the newest of each category that no list above shows, and follow a change", async () => {
    const { app, story, page, call } = await start(open);
    const of = async (category: string, ages: number[], change = {}) => {
      const ids: number[] = [];
      for (const age of ages) ids.push(await story(age, { category, ...change }));
      return ids;
    };
    const sections = async () =>
      (await app.inject(apiUrl.homeSections()))
        .json<Section[]>()
        .map(({ name, articles }) => [name, articles.map(({ id }) => id)]);
    const newest = await of("Crypto", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const [featured = 0] = await of("Crypto", [20], { is_featured: true });
    const crypto = await of("Crypto", [21, 22, 23, 24, 25]);
    await of("AI", [30, 31]);
    expect(await sections()).toEqual([["Crypto", crypto.slice(0, 4)]]);
    const { main } = await page();
    const shown = main.slice(main.indexOf('id="section-crypto"'));
    expect(linked(shown.slice(0, shown.indexOf("</section>"))).slice(0, 4)).toEqual(crypto.slice(0, 4));
    expect(linked(shown)).not.toContain(newest[0]);

    const ai = await of("AI", [32]);
    const [, [name, ids] = []] = await sections();
    expect([name, ids?.at(-1)]).toEqual(["AI", ai[0]]);
    const payload = { ids: [featured], change: { is_featured: false } };
    await call({ method: "POST", url: editorApiUrl.bulk(), payload });
    expect((await sections())[0]).toEqual(["Crypto", [featured, ...crypto.slice(0, 3)]]);
    expect(linked((await page()).main)).toContain(ai[0]);
  });

  test("follow an article into another category, on cached pages as well", async () => {
    const { story, page, call } = await start(open);
    for (let age = 1; age <= 10; age++) await story(age, { category: "Crypto" });
    const tech: number[] = [];
    for (const age of [21, 22, 23, 24]) tech.push(await story(age, { category: "Tech" }));
    const shown = async () => {
      const { main } = await page();
      const at = main.indexOf('id="section-tech"');
      return at < 0 ? [] : linked(main.slice(at, main.indexOf("</section>", at)));
    };
    const move = (category: string) =>
      call({ method: "PUT", url: apiUrl.article(tech[0] ?? 0), payload: { category } });
    expect(await shown()).toEqual(tech);
    expect((await move("AI")).status).toBe(200);
    expect(await shown()).toEqual(tech.slice(1));
    expect((await move("Tech")).status).toBe(200);
    expect(await shown()).toEqual(tech);
  });

  test("are left out where too few articles are", async () => {
    const { app, story, page } = await start(open);
    await story(1, { category: "Crypto" });
    expect((await app.inject(apiUrl.homeSections())).json()).toEqual([]);
    expect((await page()).main).not.toContain('id="section-');
  });
});
