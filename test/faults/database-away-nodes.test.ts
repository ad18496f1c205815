import { expect, inject, onTestFinished, test } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { RECOVERY, startDatabaseProxy } from "#test/support/database-proxy.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { startNodes } from "#test/support/nodes.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

/** How long the database is away, and how long a request may take meanwhile, in milliseconds. */
const AWAY_MS = IS_THOROUGH ? 60_000 : 500;
const MAX_ANSWER_MS = 10_000;

test.skipIf(inject("postgres") === null)(
  "a database that is away from one of two nodes, then from both, delays nobody, and both recover by themselves",
  async () => {
    const databaseUrl = await createPostgresDatabase({ template: MIGRATED });
    const [left, right] = [await startDatabaseProxy(databaseUrl), await startDatabaseProxy(databaseUrl)];
    for (const proxy of [left, right]) onTestFinished(() => proxy.cut());
    const { first, second, call, publish } = await startNodes({
      databaseUrl,
      own: [{ DATABASE_URL: left.url }, { DATABASE_URL: right.url }],
    });
    const nodes = [first, second];
    const home = async (node: ServerProcess) => {
      const { status, text } = await call(node.url, "GET", "/");
      expect(status).toBe(200);
      return text;
    };
    const ready = async (node: ServerProcess) => (await call(node.url, "GET", "/readyz")).status;
    /** What does not need the database is served, all else is refused in time. */
    const refuses = async (node: ServerProcess, word: string, title: string) => {
      const began = performance.now();
      expect(await home(node)).toContain(title);
      for (const [method, path, body] of [
        ["GET", apiUrl.search(word), undefined],
        ["POST", apiUrl.subscribe(), { email: "reader@example.com" }],
        ["POST", apiUrl.articles(), { title: word, category: "News", content: "<p>Text</p>" }],
      ] as const)
        expect((await call(node.url, method, path, body)).status, path).toBe(503);
      expect(performance.now() - began).toBeLessThan(3 * MAX_ANSWER_MS);
    };

    await publish(first.url, "Before the outage");
    for (const node of nodes) await expect.poll(() => home(node), RECOVERY).toContain("Before the outage");

    // One node alone: the other one's editors and readers notice nothing.
    await left.cut();
    await expect.poll(() => ready(first), RECOVERY).toBe(503);
    await refuses(first, "one", "Before the outage");
    expect(await ready(second)).toBe(200);
    await publish(second.url, "During the outage of one");
    expect(await home(second)).toContain("During the outage of one");
    await left.open();
    await expect.poll(() => home(first), RECOVERY).toContain("During the outage of one");

    await Promise.all([left.cut(), right.cut()]);
    for (const node of nodes) await expect.poll(() => ready(node), RECOVERY).toBe(503);
    const back = performance.now() + AWAY_MS;
    for (let round = 0; round === 0 || performance.now() < back; round += 1)
      await Promise.all(nodes.map((node) => refuses(node, `word${round}`, "During the outage of one")));
    await Promise.all([left.open(), right.open()]);
    for (const node of nodes) await expect.poll(() => ready(node), RECOVERY).toBe(200);
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      const title = `After the outage, from ${from.url}`;
      await publish(from.url, title);
      await expect.poll(() => home(to), RECOVERY).toContain(title);
    }
    for (const node of nodes) expect(await node.stop()).toBe(0);
  },
  AWAY_MS + 120_000,
);
