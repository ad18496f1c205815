import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { Window } from "happy-dom";
import { expect, test, vi } from "vitest";

const source = (name: string) => readFileSync(join(import.meta.dirname, "../../public", name), "utf8");
const SITE = "https://news.example";

/** A browser's store of responses, by path. */
class Store {
  readonly kept = new Map<string, Response>();
  #pathOf = (key: string | { url: string }) => new URL(typeof key === "string" ? key : key.url, SITE).pathname;
  match = async (key: string | { url: string }) => this.kept.get(this.#pathOf(key))?.clone();
  put = async (key: string | { url: string }, response: Response) => void this.kept.set(this.#pathOf(key), response);
  delete = async (key: string | { url: string }) => this.kept.delete(this.#pathOf(key));
  keys = async () => [...this.kept.keys()].map((path) => ({ url: SITE + path }));
  add = async () => undefined;
}

/** The service worker, with a page and an API response of article 7 in its store. */
async function startWorker(respond: () => Response) {
  const stores = new Map<string, Store>();
  const open = async (name: string) => stores.get(name) ?? stores.set(name, new Store()).get(name);
  const listeners = new Map<string, (event: object) => void>();
  runInNewContext(source("sw.js"), {
    caches: { open },
    fetch: async () => respond(),
    location: { origin: SITE },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    URL,
    Response,
  });
  const articles = (await open("articles-1")) as Store;
  for (const path of ["/article/7", "/api/articles/7/", "/article/8"]) await articles.put(path, new Response("Kept"));
  const get = async (path: string, init: { method?: string; mode?: string } = {}) => {
    const work: Promise<unknown>[] = [];
    listeners.get("fetch")?.({
      request: { url: SITE + path, method: "GET", mode: "cors", headers: new Headers(), ...init },
      respondWith: (response: Promise<unknown>) => work.push(response),
      waitUntil: (task: Promise<unknown>) => work.push(task),
    });
    for (let at = 0; at < work.length; at++) await work[at];
    return [...articles.kept.keys()];
  };
  return { get };
}

const WAYS = [
  ["a page", "/article/7/its-slug", { mode: "navigate" }],
  ["an API response", "/api/articles/7/", {}],
  ["a view that is counted", "/api/articles/7/view/", { method: "POST" }],
] as const;

for (const status of [404, 410, 451])
  for (const [what, path, init] of WAYS)
    test(`an article is no longer in the browser's store after ${what} with the status ${status}`, async () => {
      const { get } = await startWorker(() => new Response("Withdrawn", { status }));
      expect(await get(path, init)).toEqual(["/article/8"]);
    });

test("an article stays in the store while the server fails", async () => {
  const { get } = await startWorker(() => new Response("Unavailable", { status: 503 }));
  for (const [, path, init] of WAYS)
    expect(await get(path, init)).toEqual(["/article/7", "/api/articles/7/", "/article/8"]);
});

for (const [path, checks] of [
  ["/offline", 0],
  ["/about", 1],
] as const)
  test(`the page without a connection looks ${checks} times for a connection at ${path}`, async () => {
    let sent = 0;
    let loads = 0;
    const ticks: (() => void)[] = [];
    runInNewContext(source("offline.js"), {
      location: { pathname: path, href: SITE + path, reload: () => loads++ },
      document: { hidden: false, querySelector: () => null },
      window: {},
      fetch: async () => {
        sent += 1;
        return { status: 200 };
      },
      addEventListener: () => undefined,
      setInterval: (tick: () => void) => ticks.push(tick),
    });
    for (const tick of ticks) tick();
    await new Promise((resolve) => setTimeout(resolve));
    expect([sent, loads]).toEqual([checks, checks]);
  });

/** The page without a connection in a browser that keeps these responses, by store and path. */
async function openOffline(kept: Record<string, Record<string, string>>) {
  const { document } = new Window({ url: `${SITE}/about` });
  document.documentElement.lang = "en";
  document.body.innerHTML = "<a data-saved hidden>Saved</a><p data-none>None yet</p><ul data-kept></ul>";
  const stores = new Map<string, Store>();
  for (const [name, pages] of Object.entries(kept)) {
    const store = new Store();
    for (const [path, body] of Object.entries(pages)) await store.put(path, new Response(body));
    stores.set(name, store);
  }
  const caches = {
    open: async (name: string) => stores.get(name) ?? new Store(),
    match: async (path: string) =>
      (await Promise.all([...stores.values()].map((one) => one.match(path)))).find(Boolean),
  };
  runInNewContext(source("offline.js"), {
    location: { pathname: "/about" },
    document,
    caches,
    window: { caches },
    URL,
    addEventListener: () => undefined,
    setInterval: () => undefined,
  });
  const isShown = (selector: string) => document.querySelector(selector)?.hasAttribute("hidden") === false;
  const rows = () => [...document.querySelectorAll("li")].map((row) => [...row.children].map((one) => one.textContent));
  return { document, isShown, rows };
}

test("the page without a connection lists the kept articles, the last opened first, and leads to the saved ones", async () => {
  const head = (title: string, rest = "") => `<meta data-head="" property="og:title" content="${title}">${rest}`;
  const published =
    '<meta property="article:published_time" content="2026-11-30T10:00:00Z"><time dateTime="2026-11-30T10:00:00Z">November 30, 2026</time>';
  const { document, isShown, rows } = await openOffline({
    "articles-1": {
      "/article/7": head("Tea &#38; trains &lt;b&gt;", `<meta property="article:section" content="Lake">${published}`),
      "/api/articles/7/": "{}",
      "/article/8": head("Opened last"),
    },
    "shell-1": { "/saved": "<html>" },
  });
  await vi.waitFor(() => expect(rows()).toEqual([["Opened last"], ["Lake", "Tea & trains <b>", "November 30, 2026"]]));
  expect([...document.querySelectorAll("li a")].map((link) => link.getAttribute("href"))).toEqual([
    "/article/8",
    "/article/7",
  ]);
  expect([isShown("[data-none]"), isShown("[data-saved]")]).toEqual([false, true]);
});

test("the page without a connection says that nothing is kept yet, and leads to no page that is not kept", async () => {
  const { isShown, rows } = await openOffline({});
  await new Promise((resolve) => setTimeout(resolve));
  expect([rows(), isShown("[data-none]"), isShown("[data-saved]")]).toEqual([[], true, false]);
});
