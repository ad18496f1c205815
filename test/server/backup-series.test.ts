import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { migrate } from "#db/migrations.ts";
import { openDatabase } from "#db/open-database.ts";
import { objectStorage } from "#platform/object-storage.ts";
import { runCommandHere } from "#test/support/command-here.ts";
import { startObjectStore } from "#test/support/object-store.ts";
import { readEnv } from "../../src/env.ts";

async function startPublication(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "jarida-series-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const given = { DATA_DIR: join(folder, "data"), ...env };
  const database = await openDatabase(readEnv(given).database);
  await migrate(database);
  const change = (statement: string) => sql.raw(statement).execute(database.db);
  onTestFinished(() => database.close());
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const runAt = (time: string, ...args: string[]) => {
    vi.setSystemTime(new Date(time));
    return runCommandHere(given, args);
  };
  return { folder, runAt, change };
}

const NIGHTS = ["2026-11-01T02:00:00Z", "2026-11-02T02:00:00Z", "2026-11-03T02:00:00Z", "2026-11-04T02:00:00Z"];

test("backup --keep keeps the newest of its own backups and everything that belongs to others", async () => {
  const { folder, runAt } = await startPublication();
  const place = join(folder, "nightly");
  const others = ["before-update", "2026-10-01", "2026-10-01T0315", "2026-10-01T02-00-00"];
  for (const name of others) {
    mkdirSync(join(place, name), { recursive: true });
    writeFileSync(join(place, name, "notes.txt"), "mine");
  }
  for (const night of NIGHTS) expect(await runAt(night, "backup", place, "--keep", "2")).toMatchObject({ code: 0 });
  expect(readdirSync(place).toSorted()).toEqual([...others, "2026-11-03T02-00-00", "2026-11-04T02-00-00"].toSorted());
  const last = await runAt("2026-11-05T02:00:00Z", "backup", place, "--keep", "1");
  expect(last.out).toBe(
    `0 articles and 0 pictures are in ${join(place, "2026-11-05T02-00-00")}; 2 older ones were deleted\n`,
  );
});

test("backup --keep does the same below a prefix of a bucket", async () => {
  const store = await startObjectStore();
  const { S3_BUCKET: bucket, ...env } = store.env;
  const { runAt } = await startPublication(env);
  const files = objectStorage(store.settings, { prefix: "" });
  await files.put("news/before-update/manifest.json", Buffer.from("{}"));
  await files.put("news/2026-10-01T02-00-00/part", Buffer.from("no manifest"));
  for (const night of NIGHTS)
    expect(await runAt(night, "backup", `s3://${bucket}/news/`, "--keep", "2")).toMatchObject({ code: 0, err: "" });
  const names = new Set<string>();
  for await (const { name } of files.list()) names.add(name.split("/")[1] ?? "");
  expect([...names].toSorted()).toEqual([
    "2026-10-01T02-00-00",
    "2026-11-03T02-00-00",
    "2026-11-04T02-00-00",
    "before-update",
  ]);
});

test("an update keeps as many backups of its own as the server does, and everything that belongs to others", async () => {
  const { folder, runAt, change } = await startPublication();
  const place = join(folder, "data", "backups");
  const others = ["before-moving", "2026-10-01T02-00-00", "2026-10-01T03-00-00.partial"];
  const interrupted = "before-0.3.0-00000000-2026-10-01T02-00-00-000Z.partial";
  for (const name of [...others, interrupted]) mkdirSync(join(place, name), { recursive: true });
  await change(`insert into setting (key, value, updated_at) values ('backups', '{"kept":2}', 0)`);
  await change("delete from kysely_migration where name = (select max(name) from kysely_migration)");
  const outcomes = [];
  // The later one sorts first by the rest of its name.
  for (const [at, night] of NIGHTS.entries()) {
    const run = await runAt(night, "release", "prepare", at === 3 ? "0.10.0-12345678" : `0.${at + 3}.0-12345678`);
    expect(run).toMatchObject({ code: 0, err: "" });
    outcomes.push(JSON.parse(run.out).deleted);
  }
  expect(outcomes).toEqual([0, 0, 1, 1]);
  const left = ["before-0.5.0-12345678-2026-11-03T02-00-00-000Z", "before-0.10.0-12345678-2026-11-04T02-00-00-000Z"];
  expect(readdirSync(place).toSorted()).toEqual([...others, ...left].toSorted());
});

test.each(["0", "-1", "1.5", "all", ""])("rejects --keep=%s, and makes no backup", async (kept) => {
  const { folder, runAt } = await startPublication();
  const { code, err } = await runAt(NIGHTS[0] ?? "", "backup", join(folder, "nightly"), `--keep=${kept}`);
  expect([code, err]).toEqual([1, "--keep must be a number from 1 to 9999.\n"]);
  expect(readdirSync(folder)).toEqual(["data"]);
});
