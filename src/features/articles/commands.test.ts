import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/open.ts";
import { on, subscribe } from "#features/events/commands.ts";
import { type Actor, operator } from "#shared/actor.ts";
import { ANYBODY, viewerOf } from "#shared/viewer.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { openContent } from "#test/support/content.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { recordQueries } from "#test/support/query-plans.ts";
import { updateArticle } from "./commands.ts";
import { findListPage } from "./list/queries.ts";
import { announceRename, announceStored } from "./tasks.ts";
import { listTrending } from "./trending.ts";

/** Copies of a draft, written straight into the tables: whole articles would take a second. */
async function copyDraft({ db }: Pick<Database, "db">, id: number, count: number) {
  const { id: _id, ...row } = await db.selectFrom("article").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const entry = await db
    .selectFrom("article_list_entry")
    .selectAll()
    .where("article_id", "=", id)
    .executeTakeFirstOrThrow();
  for (let left = count; left > 0; left -= 200) {
    const rows = Array.from({ length: Math.min(left, 200) }, () => row);
    const added = await db.insertInto("article").values(rows).returning("id").execute();
    const entries = added.map((one) => ({ ...entry, article_id: one.id }));
    await db.insertInto("article_list_entry").values(entries).execute();
  }
}

/** A site, and the writes of names and full text that reactions see. */
async function start() {
  const database = await openSqliteForTest();
  const clock = testClock();
  const told: { id: number; before: string | null; after: string | null; text: string }[] = [];
  const listening = subscribe([
    on(["article.written"], async (_cause, events) => {
      for (const { facts } of events)
        if (facts.events.some(({ kind }) => kind === "renamed" || kind === "reindexed"))
          told.push({
            id: facts.after?.id ?? 0,
            before: facts.before?.category ?? null,
            after: facts.after?.category ?? null,
            text: await facts.text(),
          });
    }),
  ]);
  onTestFinished(() => listening[Symbol.dispose]());
  const store = {
    database,
    clock,
    content: openContent(),
    guardPublication: async () => undefined,
  };
  return { ...store, store, told };
}

describe("a category's new name is told of its articles", () => {
  async function renamed() {
    const site = await start();
    const { database, store } = site;
    const ids = [];
    for (const length of [10, 200, 10, 10]) ids.push(await publish(store, { content: `<p>${"x".repeat(length)}</p>` }));
    await publish(store, { category: "Other" });
    const { id: categoryId } = await database.db
      .selectFrom("category")
      .select("id")
      .where("name", "=", "Blockchain")
      .executeTakeFirstOrThrow();
    const rename = { categoryId, formerName: "Chains", actor: operator };
    return {
      ...site,
      ids,
      step: (after: number, count: number, chars: number) =>
        database.db.transaction().execute((trx) => announceRename(trx, store, rename, { after, count, chars })),
    };
  }

  test("in steps of so many, each once, and of no other category's", async () => {
    const { ids, step, told } = await renamed();
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    expect(await step(0, 3, 10_000)).toEqual({ count: 3, last: third });
    expect(await step(third, 3, 10_000)).toEqual({ count: 1, last: fourth });
    expect(await step(fourth, 3, 10_000)).toBeNull();
    expect(told.map(({ id }) => id)).toEqual([first, second, third, fourth]);
    expect(told[0]).toMatchObject({ before: "Chains", after: "Blockchain", text: "x".repeat(10) });
  });

  test("of no more characters than a step may take, but always of one article", async () => {
    const { ids, step } = await renamed();
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    expect(await step(0, 10, 100)).toEqual({ count: 1, last: first });
    expect(await step(first, 10, 100), "longer than a step by itself").toEqual({ count: 1, last: second });
    expect(await step(second, 10, 100)).toEqual({ count: 2, last: fourth });
    expect(third).toBeLessThan(fourth);
  });
});

test("what is stored is told in steps until none is left", async () => {
  const { database, store, told } = await start();
  const ids = [await publish(store), await publish(store, { status: "draft" }), await publish(store)];
  const step = (after: number) =>
    database.db.transaction().execute((trx) => announceStored(trx, store, { after, count: 2 }));
  expect(await step(0)).toBe(ids[1]);
  expect(await step(ids[1] ?? 0)).toBe(ids[2]);
  expect(await step(ids[2] ?? 0)).toBeNull();
  expect(told.map(({ id }) => id)).toEqual(ids);
});

test("a save reads the owners of an article once, and its working copy once for itself and once for the list", async () => {
  const { database, store } = await start();
  const id = await publish(store, { status: "draft", publishedAt: null });
  const writer = { accountId: 1, role: "writer" } as Actor;
  await database.db.insertInto("article_owner").values({ article_id: id, account_id: 1, is_creator: 1 }).execute();
  const { recorded, queries } = recordQueries(database);
  // Owners are not notified of these.
  await updateArticle({ ...store, database: recorded }, writer, id, { tags: ["New"] });
  const reads = (table: string) =>
    queries.filter(({ sql }) => sql.startsWith(`select`) && sql.includes(`from "${table}"`));
  expect(reads("article_owner")).toHaveLength(1);
  expect(reads("working_copy")).toHaveLength(2);
});

test("what is trending is filled up with the newest, none of them twice, and only as far as that is needed", async () => {
  const { database, clock, store } = await start();
  const ids = [];
  for (const hours of [4, 3, 2, 1]) ids.push(await publish(store, { publishedAt: clock.now() - hours * 3_600_000 }));
  const [oldest = 0, older = 0, newer = 0, newest = 0] = ids;
  const { db } = database;
  await db.updateTable("article").set({ heat: 1e9 }).where("id", "=", oldest).execute();
  await db.updateTable("article").set({ heat: 2e9 }).where("id", "=", newest).execute();
  const trending = async (limit: number) => (await listTrending(db, ANYBODY, clock.now(), limit)).map(({ id }) => id);
  expect(await trending(2)).toEqual([newest, oldest]);
  expect(await trending(3)).toEqual([newest, oldest, newer]);
  expect(await trending(9)).toEqual([newest, oldest, newer, older]);
});

test("a list with more drafts than are merged in memory has the same pages as a shorter one", async () => {
  const { database, clock, store } = await start();
  const published = [];
  for (const days of [3, 1]) published.push(await publish(store, { publishedAt: clock.now() - days * 86_400_000 }));
  const first = await publish(store, { status: "draft", publishedAt: null });
  await copyDraft(database, first, 2_002);
  const page = (filter: object, offset: number, limit = 2) =>
    findListPage(database, {
      filter,
      page: { limit, offset },
      now: clock.now(),
      noAuthor: "Nobody",
      viewer: viewerOf(operator),
    });
  // Drafts are dated by when they were written, which was last.
  const [older, newer] = published;
  expect(await page({}, 2_003)).toEqual({ ids: [newer, older], total: 2_005 });
  expect(await page({ order: "asc" }, 0)).toEqual({ ids: [older, newer], total: 2_005 });
  expect(await page({ status: "draft" }, 2_002)).toEqual({ ids: [first], total: 2_003 });
  expect(await page({ status: "published" }, 0)).toEqual({ ids: [newer, older], total: 2 });
});
