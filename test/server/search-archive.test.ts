import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Database } from "#db/open.ts";
import { searchIds } from "#features/search/queries.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { publish } from "#test/support/articles.ts";
import { type TestClock, testClock } from "#test/support/clock.ts";
import { openContent } from "#test/support/content.ts";
import { describeOnEngines, openSqliteForTest } from "#test/support/engines.ts";

const HOUR = 60 * 60 * 1000;
const ALL = { limit: 100, offset: 0 };

function siteOn(database: Database) {
  const clock = testClock();
  return {
    clock,
    store: {
      database,
      clock,
      content: openContent(),
      guardPublication: async () => undefined,
    },
  };
}

type Copies = { size: number; textOf: (id: number) => string };

/** An archive of `size` published articles, created by the database: copies of one, with texts of their own. */
async function largeArchive(database: Database, { size, textOf }: Copies): Promise<TestClock> {
  const { store, clock } = siteOn(database);
  const first = await publish(store, { title: "Common ground" });
  const { db, engine } = database;
  const copy = async (table: "article" | "article_list_entry", key: string) => {
    const row = await db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
    const columns = Object.keys(row).filter((name) => name !== key);
    const names = sql.join(columns.map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${sql.ref(key)}, ${names})
      with recursive number(value) as (select ${sql.lit(first + 1)} union all select value + 1 from number
        where value < ${sql.lit(first + size)})
      select value, ${names} from ${sql.table(table)} cross join number where ${sql.ref(key)} = ${first}`.execute(db);
  };
  await copy("article", "id");
  await copy("article_list_entry", "article_id");
  const ids = Array.from({ length: size }, (_, index) => first + 1 + index);
  for (const [text, copies] of Map.groupBy(ids, textOf)) {
    const into =
      engine === "sqlite"
        ? sql`article_search (rowid, body) select value, ${text} from json_each(${JSON.stringify(copies)})`
        : sql`article_search (article_id, document)
            select id, ${text}::text::tsvector from unnest(${copies}::int[]) as copy (id)`;
    await sql`insert into ${into}`.execute(db);
  }
  return clock;
}

/** The same database, and the full-text expressions it is queried with from now on. */
function watchMatches(database: Database): { watched: Database; expressions: string[] } {
  const expressions: string[] = [];
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      const asked = JSON.stringify(node, (_key, value) => (typeof value === "bigint" ? String(value) : value));
      expressions.push(...[...asked.matchAll(/"value":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? ""));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { watched: { ...database, db }, expressions };
}

it("bounds the work of a query, however large the archive and the query", async () => {
  const database = await openSqliteForTest();
  const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett"];
  const clock = await largeArchive(database, { size: 60_000, textOf: () => words.join(" ") });
  const { watched, expressions } = watchMatches(database);
  const ask = (query: string) =>
    searchIds(watched, { viewer: ANYBODY, now: clock.now() }, { query, limit: 100, offset: 4_800 });
  const longest = () => Math.max(0, ...expressions.map((expression) => expression.match(/\\"/g)?.length ?? 0)) / 2;

  expect((await ask("t a o i s w c b p h f m d r e l the and of")).ids).toEqual([]);
  expect(longest(), "letters and stop words are not looked up at all").toBe(0);

  const { ids, total } = await ask(words.join(" "));
  expect([ids.length, total]).toEqual([100, 60_000]);
  // Five words of 60,000 entries each fit; a step names them once, and once more for those it excludes.
  expect(longest()).toBeLessThanOrEqual(2 * 5);
  expressions.length = 0;
  await ask(words.map((word) => word.replace(/.$/, "qx")).join(" "));
  expect(longest()).toBeLessThanOrEqual(2 * 128);
});

it("counts all of very many matches, and lists the first of them, the newest of each rank first", async () => {
  const database = await openSqliteForTest();
  const clock = await largeArchive(database, { size: 5_200, textOf: () => "common ground" });
  const { store } = siteOn(database);
  await sql`insert into article_search_head (rowid, title)
    select id, 'common ground' from article where id not in (select rowid from article_search_head)`.execute(
    database.db,
  );
  const newest = await publish(store, { title: "Commoners", publishedAt: clock.now() - 1 });
  const page = (query: string, offset: number) =>
    searchIds(database, { viewer: ANYBODY, now: clock.now() }, { query, limit: 20, offset });
  const { ids, total } = await page("common", 0);
  expect(total).toBe(5202);
  expect(ids[0]).toBe(newest - 1);
  expect(ids).toHaveLength(20);
  expect((await page("common", 4_990)).ids.length).toBeGreaterThan(0);
  expect(await page("common", 5_000)).toEqual({ ids: [], total: 5202 });
  expect(await page("commone", 0)).toEqual({ ids: [newest], total: 1 });
  expect((await page("common ground", 0)).total).toBe(5201);
});

describeOnEngines("search in a large archive", (open) => {
  it("estimates a high total, counts others, and lists what is visible however much is not yet", async () => {
    const database = await open();
    const size = 24_600;
    const textOf = (id: number) => (id % 2 === 0 ? "kilo" : id % 3 === 0 ? "lima mike" : "mike");
    const clock = await largeArchive(database, { size, textOf });
    const search = (query: string, page = ALL) =>
      searchIds(database, { viewer: ANYBODY, now: clock.now() }, { query, ...page });

    const many = (await search("kilo")).total;
    expect(Math.abs(many / (size / 2) - 1), String(many)).toBeLessThan(0.1);
    expect(many, "is said in two digits").toBe(Number(many.toPrecision(2)));
    expect((await search("lima")).total).toBe(size / 6);
    expect((await search("limq")).total, "lima has too few letters to be misspelt").toBe(0);

    const pages = await Promise.all(
      [0, 150, 1_100, 1_200, 4_050].map((offset) => search("lima", { limit: 100, offset })),
    );
    const ids = pages.flatMap((page) => page.ids);
    expect(ids).toHaveLength(450);
    expect(new Set(ids).size, "no article stands on two pages").toBe(450);

    // The last 1,800 added are scheduled: 300 with the word, more than are sorted by relevance.
    const { lastId } = await database.db
      .selectFrom("article")
      .select(({ fn }) => fn.max("id").as("lastId"))
      .executeTakeFirstOrThrow();
    const later = clock.now() + HOUR;
    await database.db
      .updateTable("article")
      .set({ published_at: later })
      .where("id", ">", lastId - 1_800)
      .execute();
    await database.db
      .updateTable("article_list_entry")
      .set({ effective_at: later })
      .where("article_id", ">", lastId - 1_800)
      .execute();
    const visible = await search("lima");
    expect([visible.ids.length, visible.total]).toEqual([100, size / 6 - 300]);
    expect(Math.max(...visible.ids)).toBeLessThanOrEqual(lastId - 1_800);
  });
});
