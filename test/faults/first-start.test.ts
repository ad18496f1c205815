import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { ensureFirstAccount } from "#features/identity/accounts/commands.ts";
import { verifyPassword } from "#platform/password.ts";
import { testClock } from "#test/support/clock.ts";
import { createPostgresDatabase, createSqliteDatabase, openMigrated } from "#test/support/engines.ts";
import { EDITION, FIRST, shortEdition, start, telling } from "#test/support/first-start.ts";
import { Interruption, interruptedAfter } from "#test/support/interruption.ts";

const NODES = 10;

type Create = () => Promise<Parameters<typeof openDatabase>[0]>;
const engines: { name: string; create: Create; isMissing: boolean }[] = [
  { name: "sqlite", create: createSqliteDatabase, isMissing: false },
  {
    name: "postgres",
    create: async () => ({ engine: "postgres", url: await createPostgresDatabase() }),
    isMissing: inject("postgres") === null,
  },
];

async function expectWhole({ db }: Database, announced: string[]): Promise<void> {
  expect(await db.selectFrom("article").select("id").execute()).toHaveLength(EDITION);
  expect(await db.selectFrom("category").select("id").execute()).toHaveLength(6);
  expect(await db.selectFrom("ad_space").select("id").execute()).toHaveLength(4);
  const names = (await db.selectFrom("account").select("name").execute()).map(({ name }) => name);
  expect(names, "no author twice").toEqual([...new Set(names)]);
  const logins = await db
    .selectFrom("account")
    .select(["email", "password_hash"])
    .where("email", "is not", null)
    .execute();
  expect(logins.map(({ email }) => email)).toEqual([FIRST.email]);
  const isKnown = await verifyPassword(announced.at(-1) ?? "", logins[0]?.password_hash ?? "");
  expect(isKnown, "the last password that was announced is the account's").toBe(true);
}

for (const { name, create, isMissing } of engines) {
  test.skipIf(isMissing)(`ten nodes start at once on an empty database (${name})`, async () => {
    const edition = shortEdition();
    const settings = await create();
    const nodes = await Promise.all(Array.from({ length: NODES }, () => openDatabase(settings)));
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))));
    const announced = (await Promise.all(nodes.map((node) => start(node, edition)))).flat();
    expect(announced, "one of them announces the password").toHaveLength(1);
    const [node] = nodes;
    if (node) await expectWhole(node, announced);
  });

  test.skipIf(isMissing)(`a first start that is interrupted anywhere is completed by the next (${name})`, async () => {
    const edition = shortEdition();
    const counted = interruptedAfter(await openMigrated(await create()), Number.POSITIVE_INFINITY);
    await start(counted.database, edition);
    const statements = counted.count();
    // A sample: at the beginning, in the middle of the edition, and around the account at the end.
    const moments = [
      3,
      8,
      12,
      Math.round(statements / 2),
      statements - 4,
      statements - 3,
      statements - 2,
      statements - 1,
    ];
    for (const moment of moments) {
      const database = await openMigrated(await create());
      const announced: string[] = [];
      await expect(start(interruptedAfter(database, moment).database, edition)).rejects.toThrow(Interruption);
      const articles = await database.db.selectFrom("article").select("id").execute();
      expect([0, EDITION], "no half edition").toContain(articles.length);
      announced.push(...(await start(database, edition)));
      await expectWhole(database, announced);
      await database.close();
    }
  });
}

test.skipIf(inject("postgres") === null)("of ten nodes that create the first account, one announces it", async () => {
  const settings = { engine: "postgres" as const, url: await createPostgresDatabase() };
  const [first, ...nodes] = await Promise.all(Array.from({ length: 1 + NODES }, () => openMigrated(settings)));
  if (!first) return;
  // Until all of them have found that nobody can log in.
  const holder = await first.db.startTransaction().execute();
  await sql`lock table account in share mode`.execute(holder);
  const announced: string[] = [];
  const made = Promise.all(nodes.map((node) => ensureFirstAccount(node, testClock(), FIRST, telling(announced))));
  const waiting = sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(first.db)).rows.length).toBe(NODES);
  await holder.rollback().execute();
  await made;
  expect(announced).toHaveLength(1);
  expect(await first.db.selectFrom("account").select("email").execute()).toEqual([{ email: FIRST.email }]);
});
