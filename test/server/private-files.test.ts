import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { startServer } from "#test/support/server-process.ts";

vi.setConfig({ testTimeout: 60_000 });

const env = { DEMO_CONTENT: "0" };
const OWNERS_FILE = 0o600;
const OWNERS_FOLDER = 0o700;

// The usual umask: the servers inherit it, and it applies to the files that a test creates.
beforeEach(() => {
  const mask = process.umask(0o022);
  onTestFinished(() => void process.umask(mask));
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-private-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** What others could read below a folder, and how much there is. */
function readableByOthers(folder: string): { paths: string[]; count: number } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  return { paths: paths.filter((path) => (modeOf(path) & 0o077) !== 0), count: paths.length };
}

test("everything that a publication writes is readable by its user alone, whatever the umask was or an earlier version left", async () => {
  const dataDir = join(newFolder(), "data");
  const server = await startServer({ dataDir, env });
  // A welcome mail goes into the outbox.
  const subscription = await fetch(server.url + apiUrl.subscribe(), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "reader@example.com" }),
  });
  expect(subscription.status).toBe(200);
  await expect.poll(() => readdirSync(dataDir)).toContain("outbox");
  await expect.poll(() => readdirSync(join(dataDir, "outbox"))).not.toEqual([]);
  const found = readableByOthers(dataDir);
  expect(found.count, "database, log, index, secret, outbox and a mail").toBeGreaterThan(6);
  expect(found.paths).toEqual([]);
  await server.stop();
  expect(readableByOthers(dataDir).paths).toEqual([]);

  // As an earlier version left them.
  mkdirSync(join(dataDir, "media"), { recursive: true });
  for (const name of ["media", ""]) chmodSync(join(dataDir, name), 0o755);
  for (const name of ["jarida.db", "secret"]) chmodSync(join(dataDir, name), 0o644);
  const second = await startServer({ dataDir, env });
  onTestFinished(async () => void (await second.kill()));
  expect(readableByOthers(dataDir).paths).toEqual([]);
  expect([modeOf(dataDir), modeOf(join(dataDir, "jarida.db"))]).toEqual([OWNERS_FOLDER, OWNERS_FILE]);
});

test("a folder that contains other files as well keeps its mode, and so do they", async () => {
  const dataDir = newFolder();
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, "somebody-elses"), "", { mode: 0o644 });
  const databaseFolder = newFolder();
  chmodSync(databaseFolder, 0o755);
  const server = await startServer({ dataDir, env: { ...env, DATABASE_URL: `file:${databaseFolder}/news.db` } });
  onTestFinished(async () => void (await server.kill()));
  expect([modeOf(dataDir), modeOf(join(dataDir, "somebody-elses"))]).toEqual([0o755, 0o644]);
  expect(modeOf(databaseFolder)).toBe(0o755);
  expect(modeOf(join(dataDir, "secret"))).toBe(OWNERS_FILE);
  expect(modeOf(join(databaseFolder, "news.db"))).toBe(OWNERS_FILE);
});
