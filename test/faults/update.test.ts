import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { readRunning } from "#app/hand-over.ts";
import { freePort } from "#test/support/free-port.ts";
import { patient } from "#test/support/slowness.ts";
import { startLoad } from "#test/support/steady-load.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** On the disk of the project, so that its packages can be linked. */
const CLONE = join(ROOT, ".cache", "update-test");
const TIME_LIMIT = patient(20 * 60_000);
const RATE = 100;

const NEW_TABLE =
  'export const up = async (db: any) => void (await db.schema.createTable("later").addColumn("id", "integer").execute());';
const ADDITIVE = `${NEW_TABLE}\nexport const isAdditive = true;\n`;
const BREAKING = NEW_TABLE.replace("later", "much_later");

const programIn = (dataDir: string) => readRunning(dataDir)?.program;

function git(...args: string[]): string {
  const as = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...as, ...args], { cwd: CLONE, encoding: "utf8" }).trim();
}

/** A clone of this version, with the packages that are installed here. */
function makeClone(): void {
  rmSync(CLONE, { recursive: true, force: true });
  mkdirSync(join(CLONE, ".."), { recursive: true });
  execFileSync("git", ["clone", "--quiet", ROOT, CLONE]);
  execFileSync("cp", ["-al", join(ROOT, "node_modules"), join(CLONE, "node_modules")]);
  onTestFinished(() => rmSync(CLONE, { recursive: true, force: true }));
}

/** Commits a version with another migration. */
function commitVersion(version: string, migration: string, code: string): void {
  const path = join(CLONE, "package.json");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"version": "[^"]*"/, `"version": "${version}"`));
  writeFileSync(join(CLONE, "migrations", `${migration}.ts`), code);
  git("add", "--all");
  git("commit", "--quiet", "--message", `chore(release): ${version}`);
}

test.skipIf(!IS_THOROUGH)(
  "updates and rolls back a real server under load: no request is lost, and without a breaking migration no data",
  async () => {
    makeClone();
    const dataDir = join(CLONE, "data");
    const port = await freePort();
    const settings = { DATA_DIR: dataDir, PORT: String(port), DEMO_CONTENT: "0", ENV_FILE: "/dev/null" };
    const env = { ...process.env, ...settings, RATE_LIMITS: "off", MARKET_DATA_URL: "http://127.0.0.1:9/" };
    const jarida = (...args: string[]) =>
      new Promise<string>((resolve, reject) => {
        const child = spawn("npm", ["run", "--silent", "jarida", "--", ...args], { cwd: CLONE, env });
        let output = "";
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
        child.once("exit", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
      });
    const subscribers = () => {
      const database = new Sqlite(join(dataDir, "jarida.db"), { readonly: true });
      const count = database.prepare("select count(*) from subscriber").pluck().get();
      database.close();
      return count;
    };

    await jarida("update", "HEAD");
    const server = spawn(join(CLONE, "current", "node"), [join(CLONE, "current", "dist", "server", "main.js")], {
      cwd: CLONE,
      env: { ...env, LOG_LEVEL: "warn" },
      stdio: "ignore",
    });
    onTestFinished(() => void server.kill("SIGKILL"));
    await expect.poll(() => programIn(dataDir), { timeout: 60_000 }).toBeDefined();
    const first = programIn(dataDir);
    const load = startLoad(port, RATE);

    commitVersion("0.2.98", "9998-later", ADDITIVE);
    await jarida("update", "HEAD");
    expect(programIn(dataDir)).toContain("0.2.98-");
    expect(await jarida("rollback")).toContain("Nothing was lost");
    expect(programIn(dataDir)).toBe(first);
    await jarida("rollback");
    const { sent, statuses, failures, slowest } = await load.stop();
    process.stdout.write(
      `an update and two rollbacks: ${sent} requests, ${failures.length} lost, slowest ${Math.round(slowest)} ms, ${JSON.stringify(statuses)}\n`,
    );
    expect(failures).toEqual([]);
    const stored = statuses["POST 200"] ?? 0;
    expect(subscribers()).toBe(stored);

    commitVersion("0.2.99", "9999-much-later", BREAKING);
    await jarida("update", "HEAD");
    const body = JSON.stringify({ email: "after-the-update@example.com" });
    const headers = { "content-type": "application/json" };
    await fetch(`http://127.0.0.1:${port}/api/newsletter/subscribe/`, { method: "POST", headers, body });
    expect(subscribers()).toBe(stored + 1);
    await expect(jarida("rollback")).rejects.toThrow("9999-much-later");
    expect(programIn(dataDir)).toContain("0.2.99-");
    await jarida("rollback", "--restore");
    expect(programIn(dataDir)).toContain("0.2.98-");
    expect(subscribers()).toBe(stored);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  },
  TIME_LIMIT,
);
