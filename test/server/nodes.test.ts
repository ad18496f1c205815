import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { type Answer, callOnce } from "../support/call-once.ts";
import { createPostgresDatabase } from "../support/engines.ts";
import { findNginx, startNginx } from "../support/nginx.ts";
import { startObjectStore } from "../support/object-store.ts";
import { MIGRATED } from "../support/postgres-cluster.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";
import { IS_THOROUGH } from "../support/thorough.ts";

const NGINX = findNginx();
const EDITOR = { email: "editor@news.example", password: "correct horse battery" };
/** What an editor does on one node is on the other within this time, in milliseconds; it is polled, not waited for. */
const WITHIN_A_SECOND = { timeout: 1_000, interval: 20 };
const CLIENTS = 6;
/** Nodes that are replaced one after another. */
const RESTARTS = IS_THOROUGH ? 20 : 2;

type Call = (base: string, method: string, path: string, body?: object) => Promise<Answer>;

/** Two nodes on one PostgreSQL database and one S3-compatible store, behind nginx. */
async function startNodes(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "jarida-nodes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const shared = {
    DEMO_CONTENT: "0",
    DATABASE_URL: await createPostgresDatabase({ template: MIGRATED }),
    SECRET_KEY: "one secret of at least 32 bytes, for all nodes",
    SITE_URL: "http://localhost:3000",
    TRUST_PROXY: "on",
    ADMIN_EMAIL: EDITOR.email,
    ADMIN_PASSWORD: EDITOR.password,
    ...(await startObjectStore()).env,
    ...env,
  };
  let started = 0;
  const startNode = async () => {
    started += 1;
    const node = await startServer({ dataDir: join(folder, String(started)), env: shared });
    onTestFinished(async () => void (await node.kill()));
    return node;
  };
  const [first, second] = await Promise.all([startNode(), startNode()]);
  const proxy = await startNginx(NGINX ?? "", [first, second].map(portOf));
  onTestFinished(() => proxy.stop());
  const headers: Record<string, string> = {};
  const call: Call = (base, method, path, body) => callOnce(base + path, { method, headers, ...(body && { body }) });
  const { access } = JSON.parse((await call(proxy.url, "POST", editorApiUrl.token(), EDITOR)).text);
  headers.authorization = `Bearer ${access}`;
  const publish = async (base: string, title: string, content = "<p>Text</p>") => {
    const fields = { title, category: "News", content, status: "published" };
    const answer = await call(base, "POST", apiUrl.articles(), fields);
    expect(answer.status).toBe(201);
    return JSON.parse(answer.text).id as number;
  };
  return { first, second, proxy, startNode, call, publish, token: access as string };
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
    const { first, second, proxy, call, publish, token } = await startNodes({ RATE_LIMITS: "on" });
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
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(picture)]), "picture.png");
    const headers = { authorization: `Bearer ${token}` };
    const stored = await fetch(first.url + editorApiUrl.upload(), { method: "POST", headers, body });
    const { url } = await stored.json();
    const served = await call(second.url, "GET", new URL(url, second.url).pathname);
    expect([served.status, served.type]).toEqual([200, "image/jpeg"]);

    const calls = Array.from({ length: 30 }, (_, number) =>
      call(proxy.url, "POST", apiUrl.subscribe(), { email: `reader${number}@example.com` }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  }, 60_000);

  test("readers see no error when a node is killed and another is added", async () => {
    const { first, second, proxy, startNode, call, publish } = await startNodes();
    const id = await publish(first.url, "Read during a failure");
    const readers = load(call, proxy.url, id);
    await readers.more(50);
    await first.kill();
    await readers.more(50);
    const third = await startNode();
    await proxy.balance([second, third].map(portOf));
    await readers.more(50);
    expect(await readers.stop()).toEqual([]);
  }, 90_000);

  test(
    "a rolling restart drops no request, reading or writing",
    async () => {
      const { first, second, proxy, startNode, call, publish } = await startNodes();
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
    60_000 + RESTARTS * 15_000,
  );
});
