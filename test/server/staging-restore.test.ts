import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { readStagingSwitch, switchStaging } from "#features/settings/staging.ts";
import { operator } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { runCommandHere } from "#test/support/command-here.ts";
import { readEnv } from "../../src/env.ts";

test("a restore keeps the staging switch of the database that it replaces", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-staging-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const clock = testClock();
  const withDatabase = async <Result>(name: string, work: (database: Database) => Promise<Result>) => {
    const database = await openDatabase(readEnv({ DATA_DIR: join(folder, name) }).database);
    try {
      await migrate(database);
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const turn = (name: string, on: boolean) =>
    withDatabase(name, (database) => switchStaging({ database, clock }, operator, on, async () => undefined));
  const isOn = (name: string) => withDatabase(name, ({ db }) => readStagingSwitch(db));
  const run = async (name: string, ...args: string[]) =>
    (await runCommandHere({ DATA_DIR: join(folder, name) }, args)).code;
  const backup = join(folder, "backup");
  await turn("real", false);
  await turn("copy", true);
  expect(await run("real", "backup", backup)).toBe(0);
  expect(await run("copy", "restore", backup, "--replace")).toBe(0);
  expect(await isOn("copy")).toBe(true);
  expect(await run("new", "restore", backup)).toBe(0);
  expect(await isOn("new")).toBe(false);
});
