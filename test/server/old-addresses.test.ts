import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { createPostgresDatabase, createSqliteDatabase } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";

const ENGINES = {
  sqlite: createSqliteDatabase,
  postgres: async () => ({ engine: "postgres" as const, url: await createPostgresDatabase() }),
};

/** The first migration that each program did not have. */
const NEXT = {
  "0.1.0": "0075-account-name-keys",
  "0.2.0": "0117-demo-removal",
  "the first topics, series and pages": "0132-successes-of-jobs",
  "before the register": "0160-addresses",
};

/** Rows of each table, if the program had it. */
const ROWS: Record<string, object[]> = {
  account: [
    { id: 1, name: "Amina Otieno", created_at: 1, slug: "amina-otieno" },
    { id: 2, name: "Former author", created_at: 1, slug: null },
  ],
  author_redirect: [
    { slug: "amina", account_id: 1 },
    { slug: "7", account_id: 1 },
  ],
  category: [
    { id: 1, name: "Crypto", name_key: "crypto", slug: "crypto" },
    { id: 2, name: "Tech", name_key: "tech", slug: "tech" },
  ],
  category_redirect: [
    { slug: "coins", category_id: 1 },
    { slug: "old name", category_id: 1 },
    // Another category has the slug now; the redirect waits behind it.
    { slug: "tech", category_id: 1 },
  ],
  topic: [{ id: 1, name: "Bitcoin", name_key: "bitcoin", slug: "bitcoin" }],
  topic_redirect: [
    { slug: "btc", topic_id: 1 },
    { slug: "9", topic_id: 1 },
  ],
  series: [{ id: 1, name: "Money", name_key: "money", slug: "money" }],
  series_redirect: [{ slug: "cash", series_id: 1 }],
  page: [
    { id: 1, slug: "imprint", title: "Imprint", status: "published", created_at: 1, updated_at: 1, content: "" },
    { id: 2, slug: "legal", title: "Legal", status: "draft", created_at: 1, updated_at: 1, content: "" },
  ],
  // A draft has the second one; until it is published, readers are redirected.
  page_redirect: [
    { slug: "impressum", page_id: 1 },
    { slug: "legal", page_id: 1 },
  ],
  removed_page_address: [{ slug: "gone", page_id: 3 }],
};

async function fill({ db }: Database): Promise<Set<string>> {
  const tables = await db.introspection.getTables();
  for (const [table, rows] of Object.entries(ROWS)) {
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
    for (const row of columns.length > 0 ? rows : []) {
      const known = Object.entries(row).filter(([name]) => columns.includes(name));
      await sql`insert into ${sql.table(table)} (${sql.join(known.map(([name]) => sql.ref(name)))})
        values (${sql.join(known.map(([, value]) => value))})`.execute(db);
    }
  }
  return new Set(tables.map(({ name }) => name));
}

/** The addresses of what `ROWS` has, by the table that they come from. */
const EXPECTED: Record<string, string[]> = {
  account: ["/authors/amina-otieno current author 1"],
  author_redirect: ["/authors/7 former author 1", "/authors/amina former author 1"],
  category: ["/category/crypto current category 1", "/category/tech current category 2"],
  category_redirect: [
    ...["/category/coins former category 1", "/category/old name former category 1"],
    "/category/tech former category 1",
  ],
  topic: ["/topics/bitcoin current topic 1"],
  topic_redirect: ["/topics/9 former topic 1", "/topics/btc former topic 1"],
  series: ["/series/money current series 1"],
  series_redirect: ["/series/cash former series 1"],
  page: ["/imprint current page 1", "/legal current page 2"],
  page_redirect: ["/impressum former page 1", "/legal former page 1"],
  removed_page_address: ["/gone removed page 3"],
};

for (const [engine, create] of Object.entries(ENGINES))
  test.skipIf(engine === "postgres" && inject("postgres") === null).each(Object.entries(NEXT))(
    `every present and former address of a database of %s stays (${engine})`,
    async (_release, next) => {
      const database = await openBefore(next, await create());
      const tables = await fill(database);
      await migrate(database);
      const rows = await database.db.selectFrom("address").selectAll().execute();
      const found = rows.map(({ path, state, kind, owner_id }) => `${path} ${state} ${kind} ${owner_id}`);
      const expected = Object.entries(EXPECTED).flatMap(([table, all]) => (tables.has(table) ? all : []));
      // Authors of earlier programs got their addresses from their names.
      const later = found.filter((one) => !expected.includes(one));
      expect(expected.filter((one) => !found.includes(one))).toEqual([]);
      expect(later.filter((one) => !/^\/authors\/[\w-]+ current author 2$/.test(one))).toEqual([]);
    },
  );
