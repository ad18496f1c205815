import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { tableOwners } from "../../scripts/table-owners.mjs";

/** Kysely's list of migrations, and SQLite's own tables for its full-text index. */
const OF_LIBRARIES = /^(kysely_migration|additive_migration|article_search(_head)?_(data|idx|docsize|config))$/;

test("every table of a migrated database has an owner, and no others have", async () => {
  const { db } = await openSqliteForTest();
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  expect(tables.filter((name) => !OF_LIBRARIES.test(name)).sort()).toEqual(Object.keys(tableOwners()).sort());
});
