import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnEngines } from "#test/support/engines.ts";
import { migrate } from "./migrations.ts";

describeOnEngines("names", (open) => {
  test("are sorted alike on both engines, in columns of later migrations too", async () => {
    const database = await open();
    const names = ["a b", "a-b", "a%b", "_", "1e3", "Z", "a", "é", "Straße", "中"];
    const rows = names.map((name, at) => ({ name, name_key: name, slug: String(at) }));
    await database.db.insertInto("category").values(rows).execute();
    const sorted = async (column: string) => {
      const all = await sql<{ name: string }>`select name from category order by ${sql.ref(column)}`.execute(
        database.db,
      );
      return all.rows.map(({ name }) => name).filter((name) => names.includes(name));
    };
    const expected = names.toSorted();
    for (const column of ["name", "name_key"]) expect(await sorted(column)).toEqual(expected);
    // Many hosts create databases with the rules of a language.
    const language = database.engine === "postgres" ? sql`collate "en-x-icu"` : sql``;
    await sql`alter table category add column later text ${language}`.execute(database.db);
    await sql`update category set later = name`.execute(database.db);
    await migrate(database);
    expect(await sorted("later")).toEqual(expected);
  });
});
