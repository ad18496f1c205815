import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import { nameKey } from "#shared/text.ts";
import { createPostgresDatabase, createSqliteDatabase } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";

type Place = Parameters<typeof openBefore>[1];
const ENGINES: Record<string, () => Promise<Place>> = {
  sqlite: createSqliteDatabase,
  postgres: async () => ({ engine: "postgres", url: await createPostgresDatabase() }),
};
const hasServer = inject("postgres") !== null && process.env.TEST_ENGINES !== "sqlite";

test.each(hasServer ? ["sqlite", "postgres"] : ["sqlite"])(
  "stored names get keys without case, width and invisible marks only; of equal ones the oldest has the key (%s)",
  async (engine) => {
    const database = await openBefore("0143-name-keys", (await ENGINES[engine]?.()) as Place);
    const { db } = database;
    await sql`insert into topic (id, name, name_key, slug) values
      (1, 'Éther', 'ether', 'ether'), (2, ${"We\u200Bb3"}, ${"we\u200bb3"}, 'web3'), (3, 'Web3', 'web3', 'web3-2'),
      (4, 'ガス', 'カス', 'gas')`.execute(db);
    await sql`insert into topic_alias (alias_key, topic_id, name) values
      ('zurich', 1, 'Zürich'), ('ガス ', 3, 'ガス')`.execute(db);
    await sql`insert into series (id, name, name_key, slug) values (1, 'Économie', 'economie', 'economie')`.execute(db);
    await migrate(database);
    const topics = await db.selectFrom("topic").select(["name_key", "search_key"]).orderBy("id").execute();
    expect(topics).toEqual([
      { name_key: nameKey("Éther"), search_key: "ether" },
      { name_key: "web3", search_key: "we\u200bb3" },
      { name_key: "web3 (3)", search_key: "web3" },
      { name_key: nameKey("ガス"), search_key: "がす".normalize("NFD") },
    ]);
    expect(await db.selectFrom("topic_alias").selectAll().execute()).toEqual([
      { alias_key: "zürich", topic_id: 1, name: "Zürich", search_key: "zurich" },
    ]);
    expect(await db.selectFrom("series").select(["name_key", "search_key"]).execute()).toEqual([
      { name_key: nameKey("Économie"), search_key: "economie" },
    ]);
  },
);
