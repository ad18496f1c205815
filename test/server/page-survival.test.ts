import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import type { Database } from "#db/open.ts";
import { adWrites } from "#features/ads/commands.ts";
import { createArticle, updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { createRecord } from "#platform/records/store.ts";
import { operator } from "#shared/actor.ts";
import { heatOf } from "#shared/decay.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { articleDraft, publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import {
  createPostgresDatabase,
  createSqliteDatabase,
  describeOnSqlite,
  openMigrated,
  openSqliteForTest,
} from "#test/support/engines.ts";
import { AUTHORS, anEdit, applyEdit, CATEGORIES, type Edit, WORDS } from "#test/support/site-edits.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const RUNS = IS_THOROUGH ? 20 : 2;
const MAX_EDITS = 10;
const HOUR = 60 * 60 * 1000;

const STATE = /<script type="application\/json" id="page-state">(.*?)<\/script>/s;
type State = { renderedAt: number; queries: { queryKey: unknown; state: { data: unknown; error: unknown } }[] };

/** An article whose related ones come from its category, without a search. */
const ENOUGH_RELATED = 8;

/** A small publication with its cached pages, and another app beside it that renders each page from scratch. */
async function start(database: Database) {
  const clock = testClock();
  const site = { ...(await startTestApp(database, { clock })), clock };
  let rendering = 0;
  const uncached: Database = {
    ...database,
    contentVersion: () => rendering,
    changedSince: (since) => since < rendering,
  };
  const fresh = await startTestApp(uncached, { clock });
  const ids: number[] = [];
  for (const [number, category] of CATEGORIES.flatMap((name) => Array(ENOUGH_RELATED).fill(name)).entries())
    ids.push(
      await publish(site.store, {
        title: `Article ${number} on ${WORDS[number % WORDS.length]}`,
        category,
        authors: [AUTHORS[number % AUTHORS.length] ?? ""],
        publishedAt: clock.now() - (number + 1) * HOUR,
        is_featured: number % ENOUGH_RELATED === 6,
        is_editors_pick: number % ENOUGH_RELATED === 7,
        tags: number % 3 === 0 ? ["defi"] : [],
        // As many as trending lists have.
        ...(number < ENOUGH_RELATED && { views: { count: 9, heat: heatOf(9, clock.now()) } }),
      }),
    );
  for (const location of ["homepage", "article"])
    await createRecord(adWrites({ database, clock }), operator, {
      active: true,
      name: location,
      location,
      alt: location,
      image_url: "https://pictures.example/ad.png",
    });
  /** Addresses that readers open: what is cached of them must never differ from what would be rendered. */
  const pages = [
    pageUrl.home(),
    ...["alpha", "beta", "delta"].map((slug) => pageUrl.category(slug)),
    ...[0, 1, 9, 20].map((place) => pageUrl.article(ids[place] ?? 0)),
    ...[1, 2].map((later) => pageUrl.article((ids.at(-1) ?? 0) + later)),
    pageUrl.search("rollup"),
    pageUrl.about(),
  ];
  const feeds = [feedUrl.rss(), feedUrl.json(pageUrl.category("alpha")), feedUrl.newsSitemap()];
  const renderAnew = async (address: string) => {
    rendering += 1;
    return visibleIn((await fresh.app.inject(address)).body);
  };
  const body = async (address: string) => (await site.app.inject(address)).body;
  /** Fills the cache, does something, and returns which of the addresses have kept their page. */
  const survivors = async (among: string[], edit: () => Promise<unknown>): Promise<string[]> => {
    for (const address of among) await site.app.inject(address);
    clock.advance(1);
    await edit();
    const kept: string[] = [];
    for (const address of among) if (renderedAt(await body(address)) < clock.now()) kept.push(address);
    return kept;
  };
  return { ...site, ids, pages, feeds, body, renderAnew, survivors };
}

const stateOf = (html: string): State | undefined => {
  const json = STATE.exec(html)?.[1];
  return json === undefined ? undefined : JSON.parse(json);
};

const renderedAt = (html: string): number => stateOf(html)?.renderedAt ?? Number.NaN;

/**
 * What a reader gets, without the time it was rendered, and without data that no page displays: how many articles the
 * categories have, and when the articles of a list were last updated.
 */
function visibleIn(body: string): unknown[] {
  const unprinted = (key: string, value: unknown) => (key === "count" ? undefined : value);
  const answers = stateOf(body)?.queries.map(({ queryKey, state: { data, error } }) => {
    const isList = Array.isArray(data) || Array.isArray((data as { items?: unknown } | null)?.items);
    const plain = JSON.stringify([queryKey, data, error], unprinted);
    return isList ? plain.replaceAll(/"last_updated":(null|"[^"]*")/g, "") : plain;
  });
  return [body.replace(STATE, ""), answers];
}

test(`cached pages never differ from what would be rendered, whatever is edited (seed ${SEED})`, async () => {
  const edits = fc.array(anEdit(testClock().now()), { minLength: 3, maxLength: MAX_EDITS });
  const run = async (sequence: Edit[]) => {
    const site = await start(await openSqliteForTest());
    // Feeds may show a scheduled article ten seconds late: they expire by age alone.
    const addresses = sequence.some(({ kind }) => kind === "wait") ? site.pages : [...site.pages, ...site.feeds];
    for (const address of addresses) await site.app.inject(address);
    for (const [step, edit] of sequence.entries()) {
      await applyEdit(site, edit);
      for (const address of addresses)
        expect(visibleIn(await site.body(address)), `${address} after step ${step}`).toEqual(
          await site.renderAnew(address),
        );
    }
  };
  await fc.assert(fc.asyncProperty(edits, run), { numRuns: RUNS, seed: SEED, endOnFailure: true });
});

describeOnSqlite("cached pages", (open) => {
  test("survive edits of what they do not show", async () => {
    const site = await start(await open());
    const { store, clock, ids, survivors, views } = site;
    const [hottest = 0] = ids;
    const [edited = 0, sibling = 0] = ids.slice(2 * ENOUGH_RELATED);
    const own = pageUrl.article(edited);
    const home = pageUrl.home();
    const gamma = pageUrl.category("gamma");
    const beside = pageUrl.article(sibling);
    const elsewhere = [pageUrl.category("beta"), pageUrl.article(ids[ENOUGH_RELATED] ?? 0), pageUrl.about()];
    const kept = (...without: string[]) => all.filter((address) => !without.includes(address));
    const all = [own, home, gamma, beside, ...elsewhere];
    const edit = (id: number, change: Parameters<typeof updateArticle>[3]) => () =>
      updateArticle(store, operator, id, change);

    const { content } = await store.content.prepare("<p>What it says, at length.</p>");
    expect(await survivors(all, edit(edited, { content })), "a comma").toEqual(kept(own));
    // The section of its category on the front page shows it.
    expect(await survivors(all, edit(edited, { title: "Another" })), "a title").toEqual(kept(own, home, gamma, beside));
    // It is in trending, on the front page and on those of all categories, and among the newest of its author.
    const [beta = "", byTheSame = ""] = elsewhere;
    const shown = [own, home, gamma, beta, byTheSame];
    expect(await survivors(all, edit(hottest, { title: "Hot" })), "the hottest").toEqual(kept(...shown));
    const newest = () => createArticle(store, operator, articleDraft(clock.now(), { category: "Gamma" }));
    expect(await survivors(all, newest), "a new article").toEqual(kept(own, home, gamma, beside));
    const draft = () => createArticle(store, operator, articleDraft(clock.now(), { status: "draft", category: "New" }));
    expect(await survivors(all, draft), "a draft").toEqual(all);
    const read = async () => {
      views.record({ id: edited, address: "192.0.2.1", userAgent: "Mozilla/5.0" });
      await views.flush();
    };
    expect(await survivors(all, read), "a view").toEqual(all);
    const remove = () => trashArticle(store, operator, edited);
    expect(await survivors(all, remove), "a deletion").toEqual(kept(own, home, gamma, beside, byTheSame));
  });

  test("expire with an edit that shows a category in every header, or hides it", async () => {
    const { store, clock, survivors } = await start(await open());
    const about = pageUrl.about();
    const publishNew = () => publish(store, { category: "Brand new" });
    expect(await survivors([about], publishNew)).toEqual([]);
    let second = 0;
    const another = async () => {
      second = await publish(store, { category: "Brand new", publishedAt: clock.now() - HOUR });
    };
    expect(await survivors([about], another)).toEqual([about]);
    expect(await survivors([about], () => trashArticle(store, operator, second))).toEqual([about]);
  });
});

const ENGINES = {
  sqlite: createSqliteDatabase,
  postgres: async () => ({ engine: "postgres" as const, url: await createPostgresDatabase() }),
};

describe.each(Object.entries(ENGINES))("pages of one process (%s)", (engine, create) => {
  test.skipIf(engine === "postgres" && inject("postgres") === null)(
    "expire with an edit of another, if they show what it changed",
    async () => {
      const settings = await create();
      const here = await start(await openMigrated(settings));
      const elsewhere = { ...here.store, database: await openMigrated(settings) };
      const [edited = 0] = here.ids;
      const addresses = [pageUrl.article(edited), pageUrl.about()];
      const publishThere = () => updateArticle(elsewhere, operator, edited, { excerpt: "Said by another process." });
      const version = here.store.database.contentVersion();
      const kept = await here.survivors(addresses, async () => {
        await publishThere();
        // Sent to this process when the other one committed; it arrives a moment later.
        await expect.poll(() => here.store.database.contentVersion()).toBe(version + 1);
      });
      expect(kept).toEqual([pageUrl.about()]);
      expect(await here.body(pageUrl.article(edited))).toContain("Said by another process.");
    },
  );
});
