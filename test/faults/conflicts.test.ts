import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import type { ObserveStatement } from "#db/observed-statements.ts";
import { createPostgresDatabase, openMigrated } from "#test/support/engines.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";

const open = async (observe?: ObserveStatement) =>
  openMigrated({ engine: "postgres", url: await createPostgresDatabase({ template: MIGRATED }) }, observe);

describe.skipIf(inject("postgres") === null)("transactions that give way to another one in PostgreSQL", () => {
  test("are run again after a deadlock, and both are done, also where statements are observed", async () => {
    let failures = 0;
    const { db } = await open(({ failed }) => {
      if (failed) failures += 1;
    });
    const names = ["one", "two"];
    for (const key of names) await db.insertInto("request_count").values({ key, calls: 0, ends_at: 0 }).execute();
    const both = Promise.withResolvers<void>();
    let holding = 0;
    let runs = 0;
    const addIn = (order: string[]) =>
      db.transaction().execute(async (trx) => {
        runs += 1;
        for (const key of order) {
          await trx.updateTable("request_count").set({ calls: sql`calls + 1` }).where("key", "=", key).execute();
          holding += 1;
          if (holding === 2) both.resolve();
          await both.promise;
        }
      });
    await Promise.all([addIn(names), addIn([...names].reverse())]);
    const rows = await db.selectFrom("request_count").select("calls").execute();
    expect(rows).toEqual([{ calls: 2 }, { calls: 2 }]);
    expect([runs, failures]).toEqual([3, 1]);
  });

  test("are run again after a serialization failure, at most four times", async () => {
    const { db } = await open();
    await db.insertInto("request_count").values({ key: "one", calls: 0, ends_at: 0 }).execute();
    let runs = 0;
    const add = (conflicts: number) =>
      db.transaction().execute(async (trx) => {
        runs += 1;
        await sql`set transaction isolation level repeatable read`.execute(trx);
        const { calls } = await trx.selectFrom("request_count").select("calls").executeTakeFirstOrThrow();
        if (runs <= conflicts) await db.updateTable("request_count").set({ ends_at: sql`ends_at + 1` }).execute();
        await trx
          .updateTable("request_count")
          .set({ calls: calls + 1 })
          .execute();
      });
    await add(2);
    expect(runs).toBe(3);
    runs = 0;
    await expect(add(9)).rejects.toMatchObject({ code: "40001" });
    expect(runs).toBe(4);
    expect(await db.selectFrom("request_count").selectAll().execute()).toEqual([{ key: "one", calls: 1, ends_at: 6 }]);
  });

  test("another error is thrown at once", async () => {
    const { db } = await open();
    let runs = 0;
    const broken = db.transaction().execute((trx) => {
      runs += 1;
      return sql`select 1 / 0`.execute(trx);
    });
    await expect(broken).rejects.toMatchObject({ code: "22012" });
    expect(runs).toBe(1);
  });
});
