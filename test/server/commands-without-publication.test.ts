import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { commands } from "#app/commands.ts";
import { runCommandHere } from "#test/support/command-here.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-nothing-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every command, except those that put a publication where there is none: `restore`, and the demo's articles. */
const LINES = [
  ["user", "list"],
  ["user", "password", "chief@news.example"],
  ["user"],
  ["key", "list"],
  ["key", "create", "chief@news.example", "Archive"],
  ["key", "revoke", "1"],
  ["picture", "remove", "/media/0a/100.jpg"],
  ["audit", "verify"],
  ["secret", "list"],
  ["secret", "rotate"],
  ["backup", "BACKUPS"],
  ["backup", "BACKUPS", "--keep", "3"],
  ["move", "--to", "file:MOVED"],
  ["export", "jsonl", "EXPORT"],
  ["import", "list"],
  ["demo", "remove"],
  ["release", "prepare", "0.3.0-12345678"],
];

/** They are about the program, which may be there before any publication. */
const OF_RELEASES = ["releases", "rollback", "update"];

test("the list covers all commands", () => {
  expect([...new Set(LINES.map(([name]) => name)), "restore", ...OF_RELEASES].toSorted()).toEqual(
    Object.keys(commands).toSorted(),
  );
});

test.each(LINES)("%s %s names what is missing where there is no publication, and creates nothing", async (...line) => {
  const folder = newFolder();
  const dataDir = join(folder, "data");
  const args = line.map((word) =>
    word
      .replace("BACKUPS", join(folder, "backups"))
      .replace("MOVED", join(folder, "moved.db"))
      .replace("EXPORT", join(folder, "out.zip")),
  );
  const missing = await runCommandHere({ DATA_DIR: dataDir }, args);
  expect(missing).toEqual({ code: 1, out: "", err: `No publication in ${dataDir}. Set DATA_DIR.\n` });
  const file = join(folder, "other", "news.db");
  const other = await runCommandHere({ DATA_DIR: dataDir, DATABASE_URL: `file:${file}` }, args);
  expect(other).toEqual({ code: 1, out: "", err: `No publication at ${file}. Set DATABASE_URL.\n` });
  expect(readdirSync(folder)).toEqual([]);
});

test("without any setting, the message has the folder as the documentation names it", async () => {
  const here = process.cwd();
  process.chdir(newFolder());
  onTestFinished(() => process.chdir(here));
  expect((await runCommandHere({}, ["user", "list"])).err).toBe("No publication in ./data. Set DATA_DIR.\n");
  expect(existsSync("data")).toBe(false);
});

test.skipIf(inject("postgres") === null)("an empty PostgreSQL database stays empty", async () => {
  const env = { DATA_DIR: newFolder(), DATABASE_URL: await createPostgresDatabase() };
  for (const line of [
    ["user", "list"],
    ["audit", "verify"],
  ])
    expect(await runCommandHere(env, line)).toEqual({
      code: 1,
      out: "",
      err: "No publication in this database. Set DATABASE_URL.\n",
    });
});
