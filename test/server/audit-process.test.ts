import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { auditFeature } from "#features/audit/feature.ts";
import { operator } from "#shared/actor.ts";
import { runCli } from "#test/support/cli-process.ts";
import { testClock } from "#test/support/clock.ts";

/** Some processes are slow on a busy machine. Milliseconds. */
const TIME_LIMIT = 60_000;
const ENTRIES = 5;

/** What somebody with the file at hand does, and what the command then says. */
const TAMPERING: [how: string, tamper: (db: Database["db"]) => Promise<unknown>, says: RegExp][] = [
  [
    "altered",
    (db) => db.updateTable("audit_entry").set({ action: "article.update" }).where("n", "=", 3).execute(),
    /broken at entry 3: .*What comes before it is whole/,
  ],
  [
    "removed from the middle",
    (db) => db.deleteFrom("audit_entry").where("n", "=", 2).execute(),
    /broken at entry 2: .*What comes before it is whole/,
  ],
  [
    "removed, the newest",
    (db) => db.deleteFrom("audit_entry").where("n", "=", ENTRIES).execute(),
    /broken at entry 5: .*What comes before it is whole/,
  ],
];

/** A publication with a log of some entries. */
async function startLog() {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-audit-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const clock = testClock();
  const path = join(dataDir, "jarida.sqlite");
  const withDatabase = async (run: (database: Database) => Promise<unknown>) => {
    const database = await openDatabase({ engine: "sqlite", path });
    await run(database).finally(() => database.close());
  };
  await withDatabase(async (database) => {
    await migrate(database);
    const subject = { kind: "settings", id: "newsroom" };
    for (let index = 0; index < ENTRIES; index += 1)
      await recordEntry(database.db, clock, { by: operator, action: "settings.change", subject });
    const log = { info: () => undefined };
    await auditFeature({ database, clock, log, daysKept: async () => 400 }).seal();
  });
  return {
    withDatabase,
    verify: () => runCli({ DATA_DIR: dataDir, DATABASE_URL: `file:${path}` }, ["audit", "verify"]),
  };
}

test("`audit verify` ends with 0 for a log that is whole", { timeout: TIME_LIMIT }, async () => {
  const { verify } = await startLog();
  const { code, out, err } = await verify();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("The audit log is whole: 5 entries, from 1 to 5.");
});

test.each(TAMPERING)(
  "and with 1 for one with an entry %s, and says where",
  { timeout: TIME_LIMIT },
  async (_how, tamper, says) => {
    const { withDatabase, verify } = await startLog();
    await withDatabase(({ db }) => tamper(db));
    const { code, out, err } = await verify();
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(says);
  },
);
