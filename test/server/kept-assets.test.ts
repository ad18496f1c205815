import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepAssets } from "#app/kept-assets.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A browser build with one file of this name. */
function buildWith(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(join(folder, "assets", name, ".."), { recursive: true });
    writeFileSync(join(folder, "assets", name), `// ${name}`);
  }
  writeFileSync(join(folder, "sw.js"), "// worker");
  return folder;
}

const kept = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

test("a former build's files are served for a week after its last day in service", async () => {
  const dataDir = temporaryFolder();
  const keptFolder = join(dataDir, "assets");
  const former = buildWith("page-A1.js", "page-A1.js.br", "admin/desk-A1.js");
  const current = buildWith("page-B2.js");
  const now = Date.now();
  await keepAssets(former, keptFolder, now);
  await keepAssets(current, keptFolder, now + DAY_MS);
  const { app } = await startTestApp(await openSqliteForTest(), { clientDir: current, dataDir });

  const own = await app.inject("/assets/page-B2.js");
  expect([own.statusCode, own.body]).toEqual([200, "// page-B2.js"]);
  for (const name of ["page-A1.js", "admin/desk-A1.js"]) {
    const { statusCode, headers, body } = await app.inject(`/assets/${name}`);
    expect([statusCode, body], name).toEqual([200, `// ${name}`]);
    expect(headers["content-type"]).toContain("javascript");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
  const packed = await app.inject({ url: "/assets/page-A1.js", headers: { "accept-encoding": "br" } });
  expect([packed.headers["content-encoding"], packed.body]).toEqual(["br", "// page-A1.js.br"]);

  await keepAssets(current, keptFolder, now + 7 * DAY_MS);
  expect(kept(keptFolder)).toContain("page-A1.js");
  await keepAssets(current, keptFolder, now + 8 * DAY_MS);
  expect(kept(keptFolder)).toEqual(["admin", "page-B2.js"]);
  expect((await app.inject("/assets/page-A1.js")).statusCode).toBe(404);
});

test("a hashed file that no release has is not found", async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, "secret"), "3f9a-own-key");
  const { app } = await startTestApp(await openSqliteForTest(), { clientDir: buildWith("page-B2.js"), dataDir });
  for (const path of ["page-C3.js", "..%2Fsecret", "../secret", "%2e%2e/secret", "a/../../secret", ".env", ""]) {
    const { statusCode, headers, body } = await app.inject(`/assets/${path}`);
    expect(statusCode, path).toBe(404);
    expect(body.includes("3f9a-own-key"), path).toBe(false);
    expect(headers["cache-control"] ?? "", path).not.toContain("immutable");
  }
  expect((await app.inject({ method: "HEAD", url: "/assets/page-C3.js" })).statusCode).toBe(404);
  expect((await app.inject({ method: "POST", url: "/assets/page-C3.js" })).statusCode).toBe(405);
});

test("an interrupted copy is completed, private, and runs next to another one", async () => {
  const keptFolder = join(temporaryFolder(), "assets");
  const build = buildWith("page-A1.js", "page-A2.js");
  mkdirSync(keptFolder);
  writeFileSync(join(keptFolder, "page-A1.js"), "");
  await Promise.all([keepAssets(build, keptFolder), keepAssets(build, keptFolder)]);
  expect(kept(keptFolder)).toEqual(["page-A1.js", "page-A2.js"]);
  const { size, mode } = statSync(join(keptFolder, "page-A1.js"));
  expect([size, mode & 0o777]).toEqual(["// page-A1.js".length, 0o600]);
});
