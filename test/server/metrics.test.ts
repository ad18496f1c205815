import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startWithFigures as start, sumOf, METRICS_TOKEN as TOKEN } from "#test/support/figures.ts";
import { startServer } from "#test/support/server-process.ts";

/** A line of the text exposition format: a comment, or a name with labels and a number. */
const LINE = /^(# (HELP|TYPE) [a-z_:]\w* .+|[a-z_:]\w*(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? [-+\d.eInfNa]+)$/i;

const CACHE_MB = 24;
const PAGES = 'kind="page"';
const pagesIn = (text: string) => sumOf(text, "jarida_http_requests_total", PAGES);

/** What the page cache says of itself. */
async function cacheOf(read: () => Promise<string>) {
  const text = await read();
  const lookups = (result: string) => sumOf(text, "jarida_page_cache_requests_total", `result="${result}"`);
  const held = (what: string) => sumOf(text, `jarida_page_cache_${what}`);
  return {
    lookups: { hit: lookups("hit"), stale: lookups("stale"), miss: lookups("miss") },
    renders: held("renders_total"),
    entries: held("entries"),
    bytes: held("bytes"),
    max: held("max_bytes"),
  };
}

async function expectCacheCounts(url: string, read: () => Promise<string>): Promise<void> {
  const max = CACHE_MB * 1024 * 1024;
  const none = { hit: 0, stale: 0, miss: 0 };
  expect(await cacheOf(read)).toEqual({ lookups: none, renders: 0, entries: 0, bytes: 0, max });
  const page = await (await fetch(`${url}/about`)).text();
  const first = await cacheOf(read);
  expect(first).toMatchObject({ lookups: { ...none, miss: 1 }, renders: 1, entries: 1 });
  expect(first.bytes).toBeGreaterThan(page.length / 10);
  expect(first.bytes).toBeLessThan(max);
  await (await fetch(`${url}/about`)).text();
  // Read twice: what is counted is not added again at each reading.
  expect((await cacheOf(read)).lookups).toEqual((await cacheOf(read)).lookups);
  expect((await cacheOf(read)).lookups).toEqual({ ...none, hit: 1, miss: 1 });
}

test("metrics, those of the page cache too, are served in Prometheus' format, only on their port and with the token", async () => {
  const { server, figures, read } = await start({ METRICS_TOKEN: TOKEN, PAGE_CACHE_MB: String(CACHE_MB) });
  await expectCacheCounts(server.url, read);
  const before = pagesIn(await read());
  for (let visit = 0; visit < 5; visit += 1) {
    const page = await fetch(`${server.url}/about`, { headers: { "accept-encoding": "br" } });
    expect((await page.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
  expect((await fetch(`${server.url}/api/articles/`)).status).toBe(200);
  expect((await fetch(`${server.url}/api/nothing/`)).status).toBe(404);

  await expect.poll(async () => pagesIn(await read()) - before).toBe(5);
  const text = await read();
  for (const line of text.trimEnd().split("\n")) if (line !== "") expect(line).toMatch(LINE);
  expect(sumOf(text, "jarida_http_requests_total", PAGES, 'source="cache"')).toBeGreaterThanOrEqual(3);
  expect(sumOf(text, "jarida_http_requests_total", 'kind="api"', 'status="4xx"')).toBe(1);
  expect(sumOf(text, "jarida_http_request_duration_seconds_count", 'kind="api"')).toBe(2);
  expect(sumOf(text, "jarida_page_render_duration_seconds_count", 'outcome="ok"')).toBeGreaterThanOrEqual(1);
  expect(sumOf(text, "jarida_database_query_duration_seconds_count")).toBeGreaterThan(2);
  expect(sumOf(text, "jarida_database_up")).toBe(1);
  for (const name of ["jarida_tasks", "jarida_outbox_mails", "nodejs_eventloop_lag_p99_seconds"])
    expect(text, name).toContain(`\n${name}`);

  const allowed = { authorization: `Bearer ${TOKEN}` };
  for (const authorization of [undefined, "Bearer ", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])
    expect((await fetch(figures, { headers: authorization ? { authorization } : {} })).status).toBe(404);
  expect((await fetch(figures.replace("/metrics", "/"), { headers: allowed })).status).toBe(404);
  expect((await fetch(figures, { method: "POST", headers: allowed })).status).toBe(405);
  const answer = await fetch(figures, { headers: allowed });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-type")).toContain("version=0.0.4");
  expect((await fetch(`${server.url}/metrics`, { headers: allowed })).status, "not on the readers' port").toBe(404);
  expect(await server.stop()).toBe(0);
});

test("with several workers the metrics are those of all of them, and their port is not given to another server", async () => {
  const { server, read, figures } = await start({ WEB_CONCURRENCY: "2", PAGE_CACHE_MB: String(CACHE_MB) });
  const before = pagesIn(await read());
  let visits = 0;
  // Each on a connection of its own, which the workers take in turns, until both have the page.
  const visit = async () => {
    await (await fetch(`${server.url}/about`, { headers: { connection: "close" } })).arrayBuffer();
    visits += 1;
    return sumOf(await read(), "jarida_page_cache_entries");
  };
  await expect.poll(visit).toBe(2);
  await expect.poll(async () => pagesIn(await read()) - before).toBe(visits);
  const text = await read();
  expect(sumOf(text, "jarida_page_cache_requests_total")).toBe(visits);
  expect(sumOf(text, "jarida_page_cache_renders_total")).toBeGreaterThanOrEqual(2);
  expect(sumOf(text, "jarida_page_cache_max_bytes")).toBe(2 * CACHE_MB * 1024 * 1024);
  expect(sumOf(text, "jarida_database_up"), "not the sum of what both see").toBe(1);
  expect(sumOf(text, "jarida_tasks", 'state="failed"')).toBe(0);
  const { port } = new URL(figures);
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-metrics-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await expect(startServer({ dataDir, env: { DEMO_CONTENT: "0", METRICS_PORT: port } })).rejects.toThrow(
    `METRICS_PORT: ${port} is in use`,
  );
  expect(await server.stop()).toBe(0);
});
