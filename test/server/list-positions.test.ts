import type { Kysely } from "kysely";
import { expect, it } from "vitest";
import type { Database } from "#db/open.ts";
import { readStates } from "#features/articles/changes.ts";
import { updateArticleList } from "#features/articles/list/commands.ts";
import { findListPage } from "#features/articles/list/queries.ts";
import { pagePublished } from "#features/articles/queries.ts";
import { operator } from "#shared/actor.ts";
import { createRandom } from "#shared/random.ts";
import { ANYBODY, viewerOf } from "#shared/viewer.ts";
import { addArchive } from "#test/support/archive.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { up } from "../../migrations/0023-list-spans.ts";

const DAY = 24 * 60 * 60 * 1000;
const COUNT = 2_600;

type Sorted = { id: number; at: number; categoryId: number; status: string };

/** Every article with what the editors' list is sorted by, the newest first. */
async function sortedArticles(database: Database): Promise<Sorted[]> {
  const rows = await database.db
    .selectFrom("article")
    .select(["id", "published_at", "created_at", "category_id", "status"])
    .execute();
  return rows
    .map(({ published_at, created_at, category_id, ...row }) => ({
      ...row,
      at: published_at ?? created_at,
      categoryId: category_id,
    }))
    .sort((a, b) => b.at - a.at || b.id - a.id);
}

describeOnEngines("positions in the editors' list", (open) => {
  it("are those of the sorted articles, drafts and scheduled ones among them, both ways", async () => {
    const random = createRandom("editors' positions");
    const { store, clock } = await startTestApp(await open());
    const { database } = store;
    const now = clock.now();
    await addArchive(
      store,
      Array.from({ length: COUNT }, (_, index) =>
        index % 4 === 0 ? now - DAY : now + DAY - random.integer(0, 400) * DAY,
      ),
    );
    const { id: other } = await database.db
      .insertInto("category")
      .values({ name: "Other", name_key: "other", slug: "other", shown_empty: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.db.transaction().execute(async (trx) => {
      const changes = [];
      for (const before of (await readStates(trx).execute()).filter(() => random.chance(0.2))) {
        const change = random.pick([
          { status: "draft" as const },
          { status: "draft" as const, published_at: null },
          { category_id: other },
        ]);
        await trx.updateTable("article").set(change).where("id", "=", before.id).execute();
        changes.push({ before, after: { ...before, ...change } });
      }
      await updateArticleList(trx, changes);
    });
    const articles = await sortedArticles(database);
    for (const category of [undefined, "other", "blockchain"]) {
      for (const status of [undefined, "published", "draft"] as const) {
        const expected = articles
          .filter((article) => category === undefined || (article.categoryId === other) === (category === "other"))
          .filter((article) => status === undefined || article.status === status)
          .filter(({ at }) => status !== "published" || at <= now)
          .map(({ id }) => id);
        for (const order of ["desc", "asc"] as const) {
          const whole = order === "desc" ? expected : expected.toReversed();
          for (const offset of [0, 1, 499, 500, 1_003, 1_700, whole.length - 2, whole.length, 9_999]) {
            const filter = { ...(category && { category }), ...(status && { status }), order };
            const found = await findListPage(database, {
              filter,
              page: { limit: 3, offset },
              now,
              noAuthor: "Nobody",
              viewer: viewerOf(operator),
            });
            expect(found, `${JSON.stringify(filter)}, offset ${offset}`).toEqual({
              ids: whole.slice(offset, offset + 3),
              total: whole.length,
            });
          }
        }
      }
    }
  });
});

describeOnEngines("positions in the readers' lists", (open) => {
  it("are those of the sorted archive, after any change, whatever the dates", async () => {
    const random = createRandom("positions");
    const { store, clock } = await startTestApp(await open());
    const { db, engine } = store.database;
    const now = clock.now();
    // Many share one moment, as in an archive that was imported by days; some are scheduled.
    const dates = Array.from({ length: COUNT }, (_, index) =>
      index % 3 === 0 ? now - DAY : now + DAY - random.integer(0, 400) * DAY,
    );
    await addArchive(store, dates);

    const check = async (list: number | undefined) => {
      const rows = await db
        .selectFrom("article")
        .select(["id", "published_at", "category_id", "status"])
        .where("published_at", "<=", now)
        .execute();
      const expected = rows
        .filter(({ status, category_id }) => status === "published" && (list === undefined || category_id === list))
        .sort((a, b) => (b.published_at ?? 0) - (a.published_at ?? 0) || b.id - a.id)
        .map(({ id }) => id);
      for (const offset of [0, 1, 499, 500, 1_003, 1_700, expected.length - 1, expected.length, 9_999]) {
        const page = await pagePublished(db, ANYBODY, now, { limit: 3, offset }, list);
        const ids = page.rows.map(({ id }) => id);
        expect([ids, page.total], `list ${list}, offset ${offset}`).toEqual([
          expected.slice(offset, offset + 3),
          expected.length,
        ]);
      }
    };
    await check(undefined);

    const { id: other } = await db
      .insertInto("category")
      .values({ name: "Other", name_key: "other", slug: "other", shown_empty: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.transaction().execute(async (trx) => {
      const before = await readStates(trx).execute();
      const changes = [];
      for (const article of before.filter(() => random.chance(0.1))) {
        const change = random.pick([
          { status: "draft" as const },
          { category_id: other },
          { published_at: now - random.integer(0, 900) * DAY },
          null,
        ]);
        if (change) await trx.updateTable("article").set(change).where("id", "=", article.id).execute();
        else await trx.deleteFrom("article").where("id", "=", article.id).execute();
        changes.push({ before: article, after: change && { ...article, ...change } });
      }
      await updateArticleList(trx, changes);
    });
    await check(undefined);
    await check(other);

    // Of an archive from before there were spans.
    await db.schema.dropTable("article_list_span").execute();
    await up(db as unknown as Kysely<unknown>, engine);
    await check(undefined);
    await check(other);

    const spans = await db.selectFrom("article_list_span").select("size").where("list", "=", 0).execute();
    expect(spans.length, "the list is cut into spans").toBeGreaterThan(2);
    expect(Math.max(...spans.map(({ size }) => size)), "none of them is long to walk through").toBeLessThanOrEqual(
      1_000,
    );
  });
});
