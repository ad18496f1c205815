import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { type Running, startServing } from "./support/child.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { milliseconds, type Outcome } from "./support/outcome.ts";
import { firstArticles, type Publications, startSite } from "./support/publication.ts";

const REQUESTS = 100_000;
const CONNECTIONS = 32;
/** What a cache may keep without asking, by our own headers, in milliseconds. */
const SHARED_TTL_MS = 10_000;
const MAX_PURGE_MS = 2_000;
const POLL_MS = 20;

type Proxy = { name: string; program: string; hasPurge: boolean; command: (origin: number, folder: string) => string };

const PROXIES: Proxy[] = [
  {
    name: "Varnish, with purging",
    program: "varnishd",
    hasPurge: true,
    command: (origin, folder) => {
      const file = settings("varnish.vcl", folder, { ORIGIN_PORT: String(origin) });
      return `exec varnishd -F -j none -n ${folder}/varnish -a 127.0.0.1:$PORT -s malloc,64m -f ${file}`;
    },
  },
  {
    name: "nginx, by s-maxage alone",
    program: "nginx",
    hasPurge: false,
    command: (origin, folder) => {
      const file = settings("nginx-cache.conf", folder, { ORIGIN_PORT: String(origin), FOLDER: folder });
      return `sed "s/127.0.0.1:PORT/127.0.0.1:$PORT/" ${file} > ${file}.own && exec nginx -c ${file}.own -e stderr`;
    },
  },
];

function settings(name: string, folder: string, values: Record<string, string>): string {
  const file = join(folder, name);
  let text = readFileSync(join(import.meta.dirname, name), "utf8");
  for (const [word, value] of Object.entries(values)) text = text.replaceAll(word, value);
  writeFileSync(file, text);
  return file;
}

/** What a site's origin is asked behind a CDN, and how soon a change shows there. */
export async function measureCdn(publications: Publications): Promise<Outcome> {
  const installed = PROXIES.filter(({ program }) => spawnSync(program, ["-V"]).error === undefined);
  const results = [];
  for (const proxy of installed) results.push(await measureBehind(proxy, await publications.make(0)));
  const missing = PROXIES.filter((proxy) => !installed.includes(proxy)).map(({ program }) => program);
  return {
    limit: `${REQUESTS} requests through a proxy cost the origin one for each page and change, or each 10 s where nothing is purged`,
    columns: ["proxy", "requests", "pages", "origin asked", "at most", "change shows after"],
    rows: results.map((result) => [
      result.name,
      String(REQUESTS),
      String(result.pages),
      String(result.asked),
      String(result.allowed),
      result.shownAfter === undefined ? "" : milliseconds(result.shownAfter),
    ]),
    passed: results.every(({ isHeld }) => isHeld),
    notes: missing.length > 0 ? [`Not measured, as it is not installed: ${missing.join(", ")}.`] : [],
    figures: results.map((result) => ({
      what: `${REQUESTS} requests for ${result.pages} pages through ${result.name}: requests to the origin`,
      limit: `at most ${result.allowed}`,
      measured: String(result.asked),
      held: result.isHeld,
    })),
  };
}

async function measureBehind(proxy: Proxy, dataDir: string) {
  const password = addEditor(dataDir);
  const folder = join(dataDir, "proxy");
  mkdirSync(folder);
  const origin = await startCounting();
  const edge = await startServing({ program: "sh", args: ["-c", proxy.command(origin.port, folder)], env: {} });
  const site = await startSite(dataDir, proxy.hasPurge ? { PURGE_URL: `${edge.url}/purge` } : {});
  try {
    origin.site = site;
    const id = firstArticles(dataDir, 1)[0] ?? 1;
    const pages = [pageUrl.home(), pageUrl.category(FIRST_CATEGORIES[0].slug), pageUrl.article(id), pageUrl.about()];
    // The first purge, of everything, follows the start.
    await wait(MAX_PURGE_MS);
    origin.asked = 0;
    const began = performance.now();
    for (const page of pages) await read(edge.url + page, REQUESTS / pages.length / 2);
    const shownAfter = proxy.hasPurge ? await changeAndLook(edge, site, password, id) : undefined;
    for (const page of pages) await read(edge.url + page, REQUESTS / pages.length / 2);
    const spent = performance.now() - began;
    // The changed article is on the pages that list it as well.
    const allowed = pages.length * (proxy.hasPurge ? 2 : 1 + Math.ceil(spent / SHARED_TTL_MS));
    const isSoon = shownAfter === undefined || shownAfter <= MAX_PURGE_MS;
    const { asked } = origin;
    return { name: proxy.name, pages: pages.length, asked, allowed, shownAfter, isHeld: asked <= allowed && isSoon };
  } finally {
    await site.stop();
    await edge.stop();
    origin.close();
  }
}

async function read(url: string, amount: number): Promise<void> {
  const result = await autocannon({ url, amount, connections: CONNECTIONS, headers: { "accept-encoding": "gzip" } });
  if (result["2xx"] !== amount) throw new Error(`${amount - result["2xx"]} of ${amount} requests of ${url} failed.`);
}

/** Changes an article's title at the site; returns after how many milliseconds the edge has it. */
async function changeAndLook(edge: Running, site: Running, password: string, id: number): Promise<number> {
  const title = "Changed while the edge had it";
  const headers = { ...(await logIn(site.url, password)), "content-type": "application/json" };
  const saved = await fetch(site.url + apiUrl.article(id), { method: "PUT", headers, body: JSON.stringify({ title }) });
  if (!saved.ok) throw new Error(`The change was answered with ${saved.status}.`);
  const began = performance.now();
  while (!(await (await fetch(edge.url + pageUrl.article(id))).text()).includes(title)) {
    if (performance.now() - began > 10 * MAX_PURGE_MS) throw new Error("The change never reached the edge.");
    await wait(POLL_MS);
  }
  return performance.now() - began;
}

/** Stands before the site and counts what arrives; until there is a site it says so to whoever waits for a 200. */
async function startCounting() {
  const state = { asked: 0, site: undefined as Running | undefined, port: 0, close: () => void server.close() };
  const server = createServer((request, response) => {
    state.asked += 1;
    const { method, url = "/", headers } = request;
    if (!state.site) return void response.writeHead(200, { "cache-control": "no-store" }).end();
    const passed = forward(state.site.url + url, { method: method ?? "GET", headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
    passed.once("error", () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.port = (server.address() as AddressInfo).port;
  return state;
}
