import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/open-database.ts";
import { startServer } from "#test/support/server-process.ts";

const OURS = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

test.each([
  { TRUST_PROXY: "off", taken: false },
  { TRUST_PROXY: "on", taken: true },
])(
  "an answer that may be asked about names its request; a proxy's id counts if trusted ($TRUST_PROXY)",
  async (given) => {
    const dataDir = mkdtempSync(join(tmpdir(), "jarida-ids-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const server = await startServer({ dataDir, env: { DEMO_CONTENT: "0", TRUST_PROXY: given.TRUST_PROXY } });
    onTestFinished(async () => void (await server.stop()));
    const idOf = async (path: string, id?: string) =>
      (await fetch(server.url + path, { headers: id ? { "x-request-id": id } : {} })).headers.get("x-request-id");

    const [first, second] = [await idOf("/api/nothing/"), await idOf("/api/nothing/")];
    expect(first).toMatch(OURS);
    expect(second).not.toBe(first);
    expect(await idOf("/api/nothing/", "proxy-1.a:b_c")).toEqual(
      given.taken ? "proxy-1.a:b_c" : expect.stringMatching(OURS),
    );
    for (const bad of ["a b", '"quoted"', "x".repeat(65), "{}"]) expect(await idOf("/api/nothing/", bad)).toMatch(OURS);
    expect(await idOf("/about"), "what caches keep is nobody's request").toBe(null);
    expect(await idOf("/api/articles/")).toBe(null);
  },
);

test("every log line of a request that failed carries the id that its answer names", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-ids-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startServer({ dataDir, env: { DEMO_CONTENT: "0" } });
  onTestFinished(async () => void (await server.stop()));
  const { db, close } = await openDatabase({ engine: "sqlite", path: join(dataDir, "jarida.db") });
  onTestFinished(close);
  await sql`alter table category rename to category_before`.execute(db);
  const ids: (string | null)[] = [];
  for (const path of ["/api/categories/", "/", "/about"]) {
    const { status, headers } = await fetch(server.url + path);
    expect(status, path).toBeGreaterThanOrEqual(500);
    ids.push(headers.get("x-request-id"));
  }
  // When all of its output has been read.
  await server.stop();
  const lines = server.output().matchAll(/^\{"level":50,.*\}$/gm);
  const failed = [...lines].map(([line]) => JSON.parse(line) as { msg: string; requestId?: string });
  const messagesOf = (id: string | null | undefined) =>
    new Set(failed.filter(({ requestId }) => requestId === id).map(({ msg }) => msg));
  expect(messagesOf(ids[0])).toEqual(new Set(["request failed"]));
  for (const id of ids.slice(1)) expect(messagesOf(id)).toContain("a read for a page failed");
  expect(messagesOf(undefined)).toEqual(new Set());
});
