import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { takeTurn } from "#features/market/commands.ts";
import { isSeeded } from "#platform/seed-marks.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { up } from "../../migrations/0018-site-state.ts";

const NOW = 1_750_000_000_000;
const MANY = 1_200;

/** A database as it was while all of these shared `site_state`. */
async function before({ db }: Database, entries: Record<string, number>): Promise<void> {
  for (const table of ["idempotency_key", "seed_mark", "market_refresh"]) await db.schema.dropTable(table).execute();
  for (const [key, value] of Object.entries(entries))
    await sql`insert into site_state (key, value) values (${key}, ${value})`.execute(db);
}

const migrate = ({ db }: Database) => db.transaction().execute((trx) => up(trx as unknown as Kysely<unknown>));

describeOnEngines("data that shared site_state", (open) => {
  test("is in tables of its own after the migration, and the content version stays", async () => {
    const database = await open();
    await before(database, {
      "created:article:7:a_key-of-8": 12,
      "created:issue:7:a_key-of-8": 3,
      ad_spaces_seeded: 1,
      edition_seeded: NOW,
      market_fetched_at: NOW,
    });
    await migrate(database);

    const keys = await database.db.selectFrom("idempotency_key").selectAll().orderBy("resource").execute();
    expect(keys).toEqual([
      { resource: "article", account_id: 7, key: "a_key-of-8", created_id: 12 },
      { resource: "issue", account_id: 7, key: "a_key-of-8", created_id: 3 },
    ]);
    expect(await isSeeded(database.db, "ad_spaces")).toBe(true);
    expect(await isSeeded(database.db, "edition")).toBe(true);
    expect(await takeTurn(database.db, NOW + 9_999)).toBe(false);
    const left = await database.db.selectFrom("site_state").select("key").execute();
    expect(left).toEqual([{ key: "content_version" }]);
  });

  test("leaves nothing behind if it was never used, and may be of very many keys", async () => {
    const database = await open();
    const names = Array.from({ length: MANY }, (_, id) => [`created:article:1:client-${id}`, id] as const);
    await before(database, Object.fromEntries(names));
    await migrate(database);

    const { count } = await database.db
      .selectFrom("idempotency_key")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(MANY);
    expect(await isSeeded(database.db, "edition")).toBe(false);
    expect(await takeTurn(database.db, NOW)).toBe(true);
  });
});
