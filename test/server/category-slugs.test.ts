import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { up } from "../../migrations/0014-category-slugs.ts";

/** A database as it was before the migration, with these categories: name to slug. */
async function before({ db }: Database, categories: [name: string, slug: string][]): Promise<number[]> {
  await sql`alter table category drop column shown_empty`.execute(db);
  const ids: number[] = [];
  for (const [name, slug] of categories) {
    const { rows } = await sql<{ id: number }>`
      insert into category (name, name_key, slug) values (${name}, ${name.toLowerCase()}, ${slug}) returning id
    `.execute(db);
    ids.push(rows[0]?.id ?? 0);
  }
  return ids;
}

const migrateSlugs = ({ db }: Database) => db.transaction().execute((trx) => up(trx as unknown as Kysely<unknown>));

const slugsOf = async ({ db }: Database) =>
  (await db.selectFrom("category").select("slug").orderBy("id").execute()).map(({ slug }) => slug);

describeOnEngines("slugs from before the rule", (open) => {
  test("become valid and unique; valid ones do not change", async () => {
    const database = await open();
    await before(database, [
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
    await migrateSlugs(database);
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
    await before(database, [
      ["Machines", "ai--machines"],
      ["Coffee", "cafe\u0301"],
      ["Coffee house", "caf\u00e9"],
    ]);
    await migrateSlugs(database);
    const { app } = await startTestApp(database);
    expect((await app.inject(apiUrl.categories())).json()).toHaveLength(3);
    const follow = async (slug: string) => (await app.inject(pageUrl.category(slug))).headers.location;
    expect(await follow("ai--machines")).toBe("/category/ai-machines");
    expect(await follow("caf\u00e9")).toBe("/category/cafe");
    expect(await follow("cafe\u0301")).toBe("/category/cafe");
  });

  test("do not take an address from a category that was renamed", async () => {
    const database = await open();
    const [machines = 0, other = 0] = await before(database, [
      ["Machines", "ai--machines"],
      ["Other", "other"],
    ]);
    const redirects = [
      { slug: "ai-machines", category_id: other },
      { slug: "old-machines", category_id: machines },
    ];
    await database.db.insertInto("category_redirect").values(redirects).execute();
    await migrateSlugs(database);
    expect(await slugsOf(database)).toEqual(["ai-machines-2", "other"]);
    const { app } = await startTestApp(database);
    const follow = async (slug: string) => (await app.inject(pageUrl.category(slug))).headers.location;
    expect(await follow("ai-machines")).toBe("/category/other");
    expect(await follow("old-machines")).toBe("/category/ai-machines-2");
    expect(await follow("ai--machines")).toBe("/category/ai-machines-2");
  });
});
