import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { DatabaseSettings } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { addTypeface } from "#features/settings/appearance/typefaces/commands.ts";
import { localStorage } from "#platform/storage.ts";
import { operator } from "#shared/actor.ts";
import { runCli } from "#test/support/cli-process.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { packagedFont, SLAB } from "#test/support/fonts.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { openZip } from "#test/support/whole-publication.ts";
import { readEnv } from "../../src/env.ts";

async function startPublication(engine: DatabaseSettings["engine"]) {
  const folder = mkdtempSync(join(tmpdir(), "jarida-drill-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const url = engine === "postgres" ? await createPostgresDatabase({ template: MIGRATED }) : undefined;
  const env = { DATA_DIR: join(folder, "data"), ...(url && { DATABASE_URL: url }) };
  const { database } = readEnv(env);
  const opened = await openDatabase(database);
  await migrate(opened);
  await opened.close();
  const jarida = (...args: string[]) => runCli({ ...env, LOG_LEVEL: "silent" }, args);
  return { folder, database, jarida, dataDir: env.DATA_DIR };
}

const engines = inject("postgres") === null ? (["sqlite"] as const) : (["sqlite", "postgres"] as const);

test.each(engines)("restore --check opens the newest backup and leaves nothing behind (%s)", async (engine) => {
  const { folder, database, dataDir, jarida } = await startPublication(engine);
  const backups = join(folder, "backups");
  expect(await jarida("backup", backups, "--keep", "3")).toMatchObject({ code: 0 });
  const [name = ""] = readdirSync(backups);
  const before = readdirSync(dataDir);
  const { code, out, err } = await jarida("restore", "--check", backups);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(
    /^The backup of .+ UTC in \S+ is good: 0 articles, 0 pictures, (no audit entries|audit entries \d+-\d+); the server opened it in \d+\.\d s\n$/,
  );
  expect(out).toContain(join(backups, name));
  expect(readdirSync(dataDir)).toEqual(before);
  if (database.engine === "postgres") {
    const opened = await openDatabase(database);
    const { rows } = await (await import("kysely"))
      .sql`select datname from pg_database where datname like '%restore_check'`.execute(opened.db);
    await opened.close();
    expect(rows).toEqual([]);
  }
});

test.each(engines)(
  "own typefaces return with their files from a backup, which says if one is lost (%s)",
  async (engine) => {
    const { folder, database, dataDir, jarida } = await startPublication(engine);
    const opened = await openDatabase(database);
    const { store } = await startTestApp(opened);
    const storage = localStorage(join(dataDir, "media"));
    const file = new File([new Uint8Array(packagedFont(SLAB))], "slab.woff2");
    const body = { file, role: "headlines", licence: "Apache License 2.0", is_licensed: "true" } as const;
    const [face] = await addTypeface({ ...store, storage }, operator, body);
    await opened.close();
    const font = join(dataDir, "media", face?.key ?? "", `${face?.letters[0]}.woff2`);
    const bytes = readFileSync(font);
    const backup = join(folder, "backup");
    expect(await jarida("backup", backup)).toMatchObject({ code: 0, err: "" });
    rmSync(font);
    expect((await jarida("backup", join(folder, "later"))).err).toContain(`typeface ${face?.key} is missing`);
    const check = await jarida("restore", "--check", join(folder, "later"));
    expect(check).toMatchObject({ code: 0, out: expect.stringContaining("1 without a file") });
    expect(await jarida("restore", "--replace", backup)).toMatchObject({ code: 0 });
    expect(readFileSync(font).equals(bytes)).toBe(true);
    const zip = join(folder, "all.zip");
    expect(await jarida("export", "jsonl", zip)).toMatchObject({ code: 0 });
    const settings = await (await openZip(readFileSync(zip))).text("settings.jsonl");
    expect(settings).toContain('"licence":"Apache License 2.0"');
  },
);

test("restore --check fails in one line for what could not be restored", async () => {
  const { folder, jarida } = await startPublication("sqlite");
  const backup = join(folder, "backup");
  expect(await jarida("restore", "--check", backup)).toEqual({
    code: 1,
    out: "",
    err: `No backup found at ${backup}.\n`,
  });
  mkdirSync(backup);
  expect((await jarida("restore", "--check", backup)).err).toBe(`No backup found at ${backup}.\n`);
  rmSync(backup, { recursive: true });
  expect(await jarida("backup", backup)).toMatchObject({ code: 0 });
  const manifest = join(backup, "manifest.json");
  const stored = readFileSync(manifest, "utf8");
  writeFileSync(manifest, stored.replace('"articles": 0', '"articles": 7'));
  expect((await jarida("restore", "--check", backup)).err).toBe(
    "The backup is damaged: its list has 7 articles and 0 pictures, its database 0 and 0.\n",
  );
  writeFileSync(manifest, stored);
  writeFileSync(join(backup, "database.db"), "other bytes");
  expect((await jarida("restore", "--check", backup)).err).toBe(
    "The backup is damaged: database.db is not what was stored.\n",
  );
  expect((await jarida("restore", "--check", "--replace", backup)).err).toMatch(/^Usage: /);
  expect(readdirSync(join(folder, "data"))).not.toContain("restore-check");
});
