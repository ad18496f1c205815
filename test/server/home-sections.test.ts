import { expect, test } from "vitest";
import type { ArticleSummary } from "#features/articles/schema.ts";
import type { HomeSections } from "#features/front-page/schema.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

const HOUR = 60 * 60_000;

type Sections = Record<keyof HomeSections, number[]>;

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, clock, publishOne } = desk;
  const began = clock.now();
  const list = async (url: string) => (await app.inject(url)).json<ArticleSummary[]>().map(({ id }) => id);
  return {
    ...desk,
    list,
    /** Publishes an article; `age` in hours. */
    story: (age: number, change: object = {}) =>
      publishOne({ title: `Story ${age}`, publishedAt: began - age * HOUR, ...change }),
    sections: async (): Promise<Sections> => {
      const { lead, choice, picks, latest } = (await app.inject(apiUrl.home())).json<HomeSections>();
      const ids = (articles: ArticleSummary[]) => articles.map(({ id }) => id);
      return { lead: ids(lead), choice: ids(choice), picks: ids(picks), latest: ids(latest) };
    },
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

describeOnEngines("the sections of the home page", (open) => {
  test("show no story twice, and each as many as there are; the lists of the API keep theirs", async () => {
    const { story, sections, page, list } = await start(open);
    const ids: number[] = [];
    // Every third is featured and every second a pick, so that some are both; all are among the newest.
    for (let age = 1; age <= 40; age++)
      ids.push(await story(age, { is_featured: age % 3 === 0, is_editors_pick: age % 2 === 0 }));
    const of = (isMember: (age: number) => boolean) => ids.filter((_id, index) => isMember(index + 1));
    const shown = await sections();
    const lead = of((age) => age % 3 === 0).slice(0, 6);
    const picks = of((age) => age % 2 === 0).filter((id) => !lead.includes(id));
    const above = [...lead, ...picks.slice(0, 11)];
    expect(shown).toEqual({
      lead,
      choice: picks.slice(0, 5),
      picks: picks.slice(5, 11),
      latest: ids.filter((id) => !above.includes(id)).slice(0, 10),
    });
    const { main: _main, ...onPage } = await page();
    expect(onPage).toEqual(shown);

    expect(await list(apiUrl.latest())).toEqual(ids.slice(0, 50));
    expect(await list(apiUrl.featured())).toEqual(of((age) => age % 3 === 0));
    expect(await list(apiUrl.editorsPicks())).toEqual(of((age) => age % 2 === 0));
  });

  test("follow a switch and an end at once, on kept pages as well", async () => {
    const { story, sections, page, call, clock } = await start(open);
    const both = await story(1, { is_featured: true, is_editors_pick: true });
    const other = await story(2, { is_featured: true });
    await story(3);
    expect(await page()).toMatchObject({ lead: [both, other], picks: [] });
    const ends_at = new Date(clock.now() + HOUR).toISOString();
    const order = { lead: [{ id: both, ends_at }], picks: [] };
    expect((await call({ method: "PUT", url: editorApiUrl.homeOrder(), payload: order })).status).toBe(200);
    expect(await page()).toMatchObject({ lead: [both, other], choice: [] });
    clock.advance(HOUR);
    expect(await page()).toMatchObject({ lead: [other], choice: [both] });

    const payload = { ids: [both, other], change: { is_featured: false, is_editors_pick: false } };
    await call({ method: "POST", url: editorApiUrl.bulk(), payload });
    expect((await page()).latest.slice(0, 2)).toEqual([both, other]);
    expect((await sections()).lead).toEqual([]);
  });

  test("are left out where few articles do not reach them, and say so only where there are none at all", async () => {
    const { story, page } = await start(open);
    const empty = (await page()).main;
    for (const words of ["No featured articles available.", "No articles yet.", "The first articles are on their way."])
      expect(empty).toContain(words);
    expect(empty).not.toMatch(/Editor&#x27;s Picks|Editor&#x27;s choice/);

    const only = await story(1, { is_featured: true, is_editors_pick: true });
    const { main, ...shown } = await page();
    expect(shown).toMatchObject({ lead: [only], latest: [], picks: [] });
    expect(main).toContain("Hot stories");
    expect(main).not.toMatch(/Editor&#x27;s|Latest Articles|No articles yet|on their way/);
  });
});
