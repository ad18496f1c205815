import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { isOccupied } from "#db/dump.ts";
import { runCommandHere } from "#test/support/command-here.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";

test.skipIf(inject("postgres") === null)(
  "a rollback to 0.1.0 empties PostgreSQL only while the site is held and a backup is complete",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "jarida-cleared-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const url = await createPostgresDatabase({ template: MIGRATED });
    const run = (...args: string[]) => runCommandHere({ DATA_DIR: folder, DATABASE_URL: url }, args);
    const backup = join(folder, "backups", "before-rollback");
    const clear = () => run("release", "clear", backup);
    expect(await clear()).toMatchObject({ code: 1, err: expect.stringContaining("while the site is held") });
    writeFileSync(join(folder, "maintenance"), "");
    expect(await clear()).toMatchObject({ code: 1, err: `No backup found at ${backup}.\n` });
    const place = { engine: "postgres", url } as const;
    expect(await isOccupied(place)).toBe(true);
    expect(await run("backup", backup)).toMatchObject({ code: 0 });
    expect(await clear()).toEqual({ code: 0, out: "The database is empty.\n", err: "" });
    expect(await isOccupied(place)).toBe(false);
    expect(await run("restore", backup)).toMatchObject({ code: 0 });
    expect(await isOccupied(place)).toBe(true);
  },
);
