import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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
