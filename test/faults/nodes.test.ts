import sharp from "sharp";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { findNginx, startNginx } from "#test/support/nginx.ts";
import { type Call, startNodes } from "#test/support/nodes.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const NGINX = findNginx();
/** What an editor does on one node is on the other within this time, in milliseconds; it is polled, not waited for. */
const WITHIN_A_SECOND = { timeout: 1_000, interval: 20 };
const CLIENTS = 6;
/** Nodes that are replaced one after another. */
const RESTARTS = IS_THOROUGH ? 20 : 2;

/** The nodes, and nginx before them. */
async function startBehindNginx(env: Record<string, string> = {}) {
  const nodes = await startNodes({ env });
  const proxy = await startNginx(NGINX ?? "", [nodes.first, nodes.second].map(portOf));
  onTestFinished(() => proxy.stop());
  return { ...nodes, proxy };
}

const portOf = ({ url }: ServerProcess) => Number(new URL(url).port);

/** Readers, and if asked for subscribers and editors, who call without a pause until they are stopped; what did not succeed. */
function load(call: Call, base: string, id: number, { isWriting = false } = {}) {
  const failures: string[] = [];
  let answers = 0;
  let stopped = false;
  const ask = async (method: string, path: string, body?: object) => {
    const outcome = await call(base, method, path, body).then(
      (answer) =>
        answer.status === 200 || answer.status === 201 ? undefined : `${answer.status} ${answer.text.slice(0, 200)}`,
      String,
    );
    answers += 1;
    if (outcome !== undefined) failures.push(`${method} ${path}: ${outcome}`);
  };
  const client = async (number: number) => {
    for (let round = 0; !stopped; round += 1) {
      await ask("GET", pageUrl.home());
      await ask("GET", pageUrl.article(id));
      await ask("GET", apiUrl.latest());
      await ask("GET", `/search?query=word${number}x${round}`);
      if (!isWriting) continue;
      const title = `Number ${number} ${round}`;
      await ask("POST", apiUrl.subscribe(), { email: `reader${number}x${round}@example.com` });
      await ask("POST", apiUrl.articles(), { title, category: `Section ${round % 3}`, content: "<p>Text</p>" });
      await ask("PUT", apiUrl.article(id), { title });
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return {
    answers: () => answers,
    /** So many more requests are answered. */
    more: async (count: number) => {
      const goal = answers + count;
      await expect.poll(() => answers, { timeout: 60_000 }).toBeGreaterThan(goal);
    },
    async stop() {
      stopped = true;
      await clients;
      return failures;
    },
  };
}

describe.skipIf(NGINX === null || inject("postgres") === null)("two nodes behind nginx (where it is installed)", () => {
  test("what one node publishes or stores is on the other within a second, and limits count for both", async () => {
    const { first, second, proxy, call, publish, upload } = await startBehindNginx({ RATE_LIMITS: "on" });
    for (const [title, from, to] of [
      ["Written on the first", first, second],
      ["Written on the second", second, first],
    ] as const) {
      expect((await call(to.url, "GET", "/")).text).not.toContain(title);
      await publish(from.url, title);
      await expect.poll(async () => (await call(to.url, "GET", "/")).text, WITHIN_A_SECOND).toContain(title);
    }

    const picture = await sharp({ create: { width: 32, height: 16, channels: 3, background: "#369" } })
      .png()
      .toBuffer();
    const { url } = await (await upload(first.url, picture)).json();
    const served = await call(second.url, "GET", new URL(url, second.url).pathname);
    expect([served.status, served.type]).toEqual([200, "image/jpeg"]);

    const calls = Array.from({ length: 30 }, (_, number) =>
      call(proxy.url, "POST", apiUrl.subscribe(), { email: `reader${number}@example.com` }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test("readers see no error when a node is killed and another is added", async () => {
    const { first, second, proxy, startNode, call, publish } = await startBehindNginx();
    const id = await publish(first.url, "Read during a failure");
    const readers = load(call, proxy.url, id);
    await readers.more(50);
    await first.kill();
    await readers.more(50);
    const third = await startNode();
    await proxy.balance([second, third].map(portOf));
    await readers.more(50);
    expect(await readers.stop()).toEqual([]);
  });

  test(
    "a rolling restart drops no request, reading or writing",
    async () => {
      const { first, second, proxy, startNode, call, publish } = await startBehindNginx();
      const id = await publish(first.url, "Read during a restart");
      const clients = load(call, proxy.url, id, { isWriting: true });
      await clients.more(50);
      let nodes = [first, second];
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const [oldest, ...others] = nodes;
        nodes = [...others, await startNode()];
        // nginx learns of the new node, but not that the oldest one goes.
        await proxy.balance([oldest ?? first, ...nodes].map(portOf));
        expect(await oldest?.stop()).toBe(0);
        await clients.more(50);
      }
      expect(await clients.stop()).toEqual([]);
    },
    120_000 + RESTARTS * 15_000,
  );
});
