import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database, DatabaseSettings } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { auditFeature } from "#features/audit/feature.ts";
import { operator } from "#shared/actor.ts";
import { runCli } from "#test/support/cli-process.ts";
import { testClock } from "#test/support/clock.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";

const ENTRIES = 5;

type Tampering = [how: string, tamper: (db: Database["db"]) => Promise<unknown>, says: RegExp];
/** What somebody with the file at hand does, and what the command then says. */
const TAMPERING: [Tampering, ...Tampering[]] = [
  [
    "altered",
    (db) => db.updateTable("audit_entry").set({ action: "article.update" }).where("n", "=", 3).execute(),
    /broken at entry 3: .*The entries before it are intact/,
  ],
  [
    "removed from the middle",
    (db) => db.deleteFrom("audit_entry").where("n", "=", 2).execute(),
    /broken at entry 2: .*The entries before it are intact/,
  ],
  [
    "removed, the newest",
    (db) => db.deleteFrom("audit_entry").where("n", "=", ENTRIES).execute(),
    /broken at entry 5: .*The entries before it are intact/,
  ],
];

/** A publication with a log of some entries: in a file, or in the PostgreSQL database of an address. */
async function startLog(postgresUrl?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-audit-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const clock = testClock();
  const path = join(dataDir, "jarida.sqlite");
  const settings: DatabaseSettings = postgresUrl
    ? { engine: "postgres", url: postgresUrl }
    : { engine: "sqlite", path };
  const withDatabase = async (run: (database: Database) => Promise<unknown>) => {
    const database = await openDatabase(settings);
    await run(database).finally(() => database.close());
  };
  await withDatabase(async (database) => {
    await migrate(database);
    const subject = { kind: "settings", id: "newsroom" };
    for (let index = 0; index < ENTRIES; index += 1)
      await recordEntry(database.db, clock, { by: operator, action: "settings.change", subject });
    const log = { info: () => undefined };
    await auditFeature({ database, clock, log, retentionDays: async () => 400 }).seal();
  });
  return {
    withDatabase,
    verify: () => runCli({ DATA_DIR: dataDir, DATABASE_URL: postgresUrl ?? `file:${path}` }, ["audit", "verify"]),
  };
}

test("`audit verify` ends with 0 for a log that is whole", async () => {
  const { verify } = await startLog();
  const { code, out, err } = await verify();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("Audit log verified: entries 1-5, none changed or missing.");
});

test.each(TAMPERING)("and with 1 for one with an entry %s, and says where", async (_how, tamper, says) => {
  const { withDatabase, verify } = await startLog();
  await withDatabase(({ db }) => tamper(db));
  const { code, out, err } = await verify();
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(says);
});

test.skipIf(inject("postgres") === null)("it is the same on PostgreSQL", async () => {
  const { withDatabase, verify } = await startLog(await createPostgresDatabase());
  const whole = await verify();
  expect([whole.code, whole.err]).toEqual([0, ""]);
  expect(whole.out).toContain("entries 1-5, none changed or missing.");
  const [[, tamper, says]] = TAMPERING;
  await withDatabase(({ db }) => tamper(db));
  const { code, err } = await verify();
  expect(code).toBe(1);
  expect(err).toMatch(says);
});
