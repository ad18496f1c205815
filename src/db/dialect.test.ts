import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnEngines } from "#test/support/engines.ts";
import { hasText, jsonElements } from "./dialect.ts";
import type { Tables } from "./tables.ts";

describeOnEngines("expressions that both engines have in another form", (open) => {
  test("a text is looked for as it is: no character of it is a pattern, and case counts", async () => {
    const { db } = await open();
    await db.insertInto("category").values({ name: '50%_off\\ "Straße"', name_key: "c", slug: "c" }).execute();
    const found = async (part: string) => {
      const { rows } = await sql`select 1 from category where ${hasText(db, "name", part)}`.execute(db);
      return rows.length === 1;
    };
    for (const part of ["50%_off", "%_", "\\", '"Straße"', ""]) expect(await found(part), part).toBe(true);
    for (const part of ["5%off", "50__off", "50%_OFF", "strasse", "' or 1=1 --"])
      expect(await found(part), part).toBe(false);
  });

  test("nothing is in an empty list, in a transaction too, and everything is outside of it", async () => {
    const { db } = await open();
    await db.insertInto("category").values({ name: "Tech", name_key: "tech", slug: "tech" }).execute();
    const named = (one: Kysely<Tables>, operator: "in" | "not in") =>
      one.selectFrom("category").select("slug").where("name", operator, []).execute();
    for (const operator of ["in", "not in"] as const) {
      const expected = operator === "in" ? [] : [{ slug: "tech" }];
      expect(await named(db, operator)).toEqual(expected);
      expect(await db.transaction().execute((trx) => named(trx, operator))).toEqual(expected);
    }
    const { numDeletedRows } = await db.deleteFrom("category").where("name", "in", []).executeTakeFirst();
    expect(Number(numDeletedRows)).toBe(0);
  });

  test("a JSON list is a row for each of its elements, in which quotes and braces are text", async () => {
    const { db } = await open();
    const rowsOf = async (list: unknown[]) => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*) as n from ${jsonElements(db, JSON.stringify(list))}`.execute(db);
      return Number(rows[0]?.n);
    };
    expect([await rowsOf([]), await rowsOf(["a", 'b"]}', { c: [1, 2] }])]).toEqual([0, 3]);
  });
});
