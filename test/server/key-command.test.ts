import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import { openDatabase } from "#db/open-database.ts";
import { isWellFormed } from "#features/keys/token.ts";
import { sqliteFile } from "../../src/setting-values.ts";
import { runCommandHere } from "../support/command-here.ts";

test("the operator creates, lists and revokes API keys of any user, with at most the user's role", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-key-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const path = sqliteFile({ DATA_DIR: dataDir }) ?? "";
  mkdirSync(dirname(path), { recursive: true });
  const database = await openDatabase({ engine: "sqlite", path });
  await migrate(database);
  await database.close();
  const run = (...args: string[]) => runCommandHere({ DATA_DIR: dataDir }, args);
  await run("user", "add", "amina@news.example", "--name", "Amina Otieno", "--role", "writer");
  const made = await run("key", "create", "Amina@news.example", "Archive", "--scopes", "write-drafts,picture.describe");
  expect(made.err).toBe("");
  const key = made.out.split("\n")[0] ?? "";
  expect(isWellFormed(key)).toBe(true);
  expect(made.out).toMatch(/shown only now; number 1, role writer/);
  const listed = (await run("key", "list")).out;
  expect(listed).toMatch(
    /^1\tArchive\tjarida_\w{8}…\twriter of Amina Otieno\t\S*article\.write\S*\t\S+\tnever used\n$/,
  );
  expect(listed).not.toContain(key);
  const failing = async (...args: string[]) => {
    const { code, err } = await run("key", ...args);
    return `${code} ${err.split("\n")[0]}`;
  };
  expect(await failing("create", "amina@news.example", "A", "--role", "chief")).toMatch(
    /^1 The role of a key is at most/,
  );
  expect(await failing("create", "amina@news.example", "A", "--scopes", "user.manage")).toMatch(
    /^1 Each scope must be/,
  );
  expect(await failing("create", "nobody@news.example", "A")).toMatch(/^1 /);
  expect(await failing("create", "amina@news.example")).toMatch(/^1 Usage: npm run jarida -- key/);
  expect(await failing("revoke", "one")).toMatch(/^1 Usage/);
  expect((await run("key", "revoke", "1")).out).toBe("The API key 1 is revoked.\n");
  expect(await failing("revoke", "1")).toBe("1 API key not found.");
  expect((await run("key", "list")).out).toBe("\n");
});
