import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { EVENT_NAMES } from "#features/webhooks/rules.ts";
import { systemClock } from "#platform/clock.ts";
import { remotePost } from "#platform/remote-fetch.ts";
import { operator } from "#shared/actor.ts";
import { publish } from "#test/support/articles.ts";
import { startWithClient } from "#test/support/client.ts";
import { emptyFolder, environmentOf, packClient, runOffline } from "#test/support/client-package.ts";
import { freePort } from "#test/support/free-port.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "examples/headless");

/** Starts a copy of the example, with the packed client. */
async function startExample(env: Record<string, string>) {
  const folder = emptyFolder();
  cpSync(EXAMPLE, folder, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  await runOffline(folder, "npm", ["install", (await packClient()).archive]);
  const child = spawn("npm", ["start"], { cwd: folder, env: { ...environmentOf(folder), ...env } });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    child.kill();
    await exited;
  });
  await expect.poll(() => printed).toContain("is at http://localhost");
  return () => printed;
}

test("the headless example lists, shows and searches articles, and refreshes by webhook", async () => {
  const port = await freePort();
  const postRemote = remotePost({ standIn: () => ({ host: "127.0.0.1", port }) });
  const { store, address, call, chief, deliverWebhooks } = await startWithClient({ clock: systemClock, postRemote });
  const hook = { url: "https://headless.example/webhook", events: EVENT_NAMES };
  const { secret } = (await call("POST", "/api/webhooks/", chief.headers, hook)).body;
  const id = await publish(store, { title: "Words & <b>signs</b>", content: "<p>At length.</p>" });
  const printed = await startExample({ JARIDA_URL: address, WEBHOOK_SECRET: secret, PORT: String(port) });
  const site = `http://127.0.0.1:${port}`;
  const read = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(site + path, { redirect: "manual", ...init });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  expect((await read("/")).text).toContain(`<a href="/article/${id}">Words &amp; &lt;b&gt;signs&lt;/b&gt;</a>`);
  const shown = await read(`/article/${id}`);
  expect(shown.text).toContain("<p>At length.</p>");
  expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await read("/search?query=length")).text).toContain(`/article/${id}`);
  expect((await read("/search?query=%22%3E%3Cscript%3E")).text).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect((await read("/media/a.png?w=1")).headers.get("location")).toBe(`${address}/media/a.png?w=1`);
  expect((await read("/article/4711")).status).toBe(404);

  const later = await publish(store, { title: "Published later" });
  await updateArticle(store, operator, id, { title: "Changed words" });
  const forged = { method: "POST", body: "{}", headers: { "jarida-signature": `t=1,v1=${"0".repeat(64)}` } };
  expect((await read("/webhook", forged)).status).toBe(400);
  expect((await read("/")).text).not.toContain("Published later");
  await deliverWebhooks();
  expect((await read("/")).text).toMatch(new RegExp(`/article/${later}">Published later[^]*Changed words`));
  expect((await read(`/article/${id}`)).text).toContain("<h1>Changed words</h1>");
  await updateArticle(store, operator, later, { status: "draft" });
  await deliverWebhooks();
  expect((await read(`/article/${later}`)).status).toBe(404);
  const events = printed().match(/^article\.\w+$/gm) ?? [];
  expect(events.sort()).toEqual(["article.published", "article.published", "article.unpublished", "article.updated"]);
});
