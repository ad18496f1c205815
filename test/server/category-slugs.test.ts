import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { createPostgresDatabase, createSqliteDatabase } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";
import { startTestApp } from "#test/support/test-app.ts";

/** Adds categories, name to slug, to a database of before the rule; returns their ids. */
async function addOld({ db }: Database, categories: [name: string, slug: string][]): Promise<number[]> {
  const ids: number[] = [];
  for (const [name, slug] of categories) {
    const { rows } = await sql<{ id: number }>`
      insert into category (name, name_key, slug) values (${name}, ${name.toLowerCase()}, ${slug}) returning id
    `.execute(db);
    ids.push(rows[0]?.id ?? 0);
  }
  return ids;
}

const slugsOf = async ({ db }: Database) =>
  (await db.selectFrom("category").select("slug").orderBy("id").execute()).map(({ slug }) => slug);

const ENGINES = {
  sqlite: createSqliteDatabase,
  postgres: async () => ({ engine: "postgres" as const, url: await createPostgresDatabase() }),
};

describe.each(Object.entries(ENGINES))("slugs from before the rule (%s)", (engine, create) => {
  if (engine === "postgres" && inject("postgres") === null) return;
  const open = async () => openBefore("0014-category-slugs", await create());

  test("become valid and unique; valid ones do not change", async () => {
    const database = await open();
    await addOld(database, [
      ["Machines", "ai--machines"],
      ["Machines, again", "ai-machines"],
      ["Passwords", "../../etc/pass"],
      ["Coffee", "cafe\u0301"],
      ["Coffee house", "caf\u00e9"],
      ["Year", "2024"],
      ["Nothing", "--"],
      ["Under", "a_b"],
      ["Kept", "kept"],
    ]);
    await migrate(database);
    const slugs = [
      "ai-machines-2",
      "ai-machines",
      "etc-pass",
      "cafe-2",
      "cafe",
      "category-2024",
      "category",
      "a-b",
      "kept",
    ];
    expect(await slugsOf(database)).toEqual(slugs);
  });

  test("still lead to their category, which readers see as before", async () => {
    const database = await open();
    await addOld(database, [
      ["Machines", "ai--machines"],
      ["Coffee", "cafe\u0301"],
      ["Coffee house", "caf\u00e9"],
    ]);
    await migrate(database);
    const { app } = await startTestApp(database);
    expect((await app.inject(apiUrl.categories())).json()).toHaveLength(3);
    const follow = async (slug: string) => (await app.inject(pageUrl.category(slug))).headers.location;
    expect(await follow("ai--machines")).toBe("/category/ai-machines");
    expect(await follow("caf\u00e9")).toBe("/category/cafe");
    expect(await follow("cafe\u0301")).toBe("/category/cafe");
  });

  test("do not take an address from a category that was renamed", async () => {
    const database = await open();
    const [machines = 0, other = 0] = await addOld(database, [
      ["Machines", "ai--machines"],
      ["Other", "other"],
    ]);
    await sql`insert into category_redirect (slug, category_id)
      values ('ai-machines', ${other}), ('old-machines', ${machines})`.execute(database.db);
    await migrate(database);
    expect(await slugsOf(database)).toEqual(["ai-machines-2", "other"]);
    const { app } = await startTestApp(database);
    const follow = async (slug: string) => (await app.inject(pageUrl.category(slug))).headers.location;
    expect(await follow("ai-machines")).toBe("/category/other");
    expect(await follow("old-machines")).toBe("/category/ai-machines-2");
    expect(await follow("ai--machines")).toBe("/category/ai-machines-2");
  });
});
