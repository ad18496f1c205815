import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { DatabaseSettings } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { publish } from "#test/support/articles.ts";
import { runCommandHere } from "#test/support/command-here.ts";
import { createPostgresDatabase, createSqliteDatabase } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

/** A publication of one article, and its command. */
async function start(settings: DatabaseSettings) {
  const folder = mkdtempSync(join(tmpdir(), "jarida-export-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = await openDatabase(settings);
  onTestFinished(() => database.close());
  await migrate(database);
  const { store } = await startTestApp(database);
  await publish(store, { title: "Known" });
  const url = settings.engine === "sqlite" ? `file:${settings.path}` : settings.url;
  const env = { DATA_DIR: folder, DATABASE_URL: url, ENV_FILE: "/dev/null" };
  const run = (...args: string[]) => runCommandHere(env, ["export", ...args]);
  return { database, store, folder, path: join(folder, "out.zip"), run };
}

function suite(create: () => Promise<DatabaseSettings>) {
  test("writes a zip while others write, says what it holds and lacks, and records it", async () => {
    const { database, store, path, folder, run } = await start(await create());
    const writing = publish(store, { title: "Written at the same time" });
    const { code, out, err } = await run("markdown", path);
    await writing;
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/articles: [12]\b/);
    expect(out).toContain(`The export is in ${path}\n`);
    expect(readdirSync(folder).filter((name) => name.startsWith("out"))).toEqual(["out.zip"]);
    const entry = await database.db
      .selectFrom("audit_entry")
      .select("changes")
      .where("action", "=", "export.start")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.changes)).toEqual({
      ...{ format: { to: "markdown" }, subscribers: { to: false }, place: { to: path } },
    });
    expect(await run("markdown", path)).toMatchObject({
      code: 1,
      err: `${path} exists already. Choose another name.\n`,
    });
  });
}

describe("the export command (sqlite)", () => suite(createSqliteDatabase));

describe.skipIf(inject("postgres") === null)("the export command (postgres)", () =>
  suite(async () => ({ engine: "postgres", url: await createPostgresDatabase() })),
);
