import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { WebhookDelivery } from "#features/webhooks/endpoints.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startServer } from "#test/support/server-process.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const KILLS = IS_THOROUGH ? 40 : 3;
const EDITOR = { email: "editor@news.example", password: "correct horse battery" };

test("a publication that was answered is delivered once a killed server is back, with the id that it had", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-webhooks-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = {
    DEMO_CONTENT: "0",
    SITE_URL: "http://localhost:3000",
    ADMIN_EMAIL: EDITOR.email,
    ADMIN_PASSWORD: EDITOR.password,
  };
  let server = await startServer({ dataDir, env });
  onTestFinished(async () => void (await server.kill()));
  let authorization = "";
  const call = async (method: string, path: string, body?: object) => {
    const headers = { "content-type": "application/json", authorization };
    const response = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(response.ok, await response.clone().text()).toBe(true);
    return response.json();
  };
  authorization = `Bearer ${(await call("POST", editorApiUrl.token(), EDITOR)).access}`;
  // No name server knows it: each attempt fails, and is listed.
  const { id: hook } = await call("POST", "/api/webhooks/", {
    url: "https://receiver.invalid/",
    events: ["article.published"],
  });
  const listed = async () => (await call("GET", `/api/webhooks/${hook}/deliveries/?limit=100`)) as WebhookDelivery[];
  const published: number[] = [];
  const known = new Map<number, string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const fields = { title: `Article ${kill}`, category: "News", content: "<p>Text</p>", status: "published" };
    published.push((await call("POST", apiUrl.articles(), fields)).id);
    // Before, while and after its delivery is created.
    await new Promise((resolve) => setTimeout(resolve, kill * 250));
    await server.kill();
    server = await startServer({ dataDir, env });
    await expect.poll(listed, { timeout: 20_000 }).toHaveLength(published.length);
    for (const { body } of await listed()) {
      const { id, data } = JSON.parse(body) as { id: string; data: { id: number } };
      expect(known.get(data.id) ?? id).toBe(id);
      known.set(data.id, id);
    }
  }
  expect([...known.keys()].toSorted((one, other) => one - other)).toEqual(published);
  await expect.poll(async () => (await listed()).every(({ attempts }) => attempts > 0), { timeout: 60_000 }).toBe(true);
}, 240_000);
