// The service worker of the readers' pages: without a connection, the last articles that the reader opened can be read
// again, and every other page says that there is no connection. The network always comes first, so nobody with a
// connection sees an old page. It keeps nothing that needs a login, and no other host's files.

const ARTICLES = "articles-1";
const SHELL = "shell-1";
/** Articles that are kept: pages, and as many answers of the API. */
const KEPT = 10;
/** Styles, scripts and fonts that are kept. */
const KEPT_FILES = 80;
const OFFLINE = "/offline";
const SCRIPT = "/offline.js";
/** The page that the browser fills by itself; kept once the reader has opened it. */
const SAVED = "/saved";
const DAY = 24 * 60 * 60 * 1000;
/** A page that was kept a short time ago is not fetched again, in milliseconds. */
const FRESH = 60 * 1000;

const ARTICLE = /^\/article\/(\d+)(\/[^/]+)?$/;
const DETAIL = /^\/api\/articles\/(\d+)\/$/;
const VIEW = /^\/api\/articles\/(\d+)\/view\/$/;
const PRIVATE = /^\/(admin|api|preview|go|r|media)(\/|$)/;
const FILE = /^\/(assets|theme)\//;

const isFile = (path) => FILE.test(path) || path.startsWith("/start.js") || path === SCRIPT;
const ageOf = (response) => Date.now() - Date.parse(response.headers.get("date") ?? 0);
const pageOf = (id) => `/article/${id}`;
const detailOf = (id) => `/api/articles/${id}/`;
/** Statuses of what was withdrawn: nothing of it stays in the browser. */
const WITHDRAWN = [404, 410, 451];

async function keepFiles(html) {
  const shell = await caches.open(SHELL);
  // The page's scripts are one attribute, with spaces between them (start.js).
  const scripts = html.split('data-scripts="')[1]?.split('"')[0].split(" ") ?? [];
  const files = [...html.split('"'), ...scripts].filter(
    (text) => text.length < 200 && isFile(text) && !text.includes(" "),
  );
  // The name of one file never changes, so it is fetched again.
  for (const file of new Set(files)) if (file === SCRIPT || !(await shell.match(file))) await shell.add(file);
  await trim(shell, KEPT_FILES, (path) => FILE.test(path));
}

/** Removes the oldest of too many. */
async function trim(cache, most, isCounted) {
  const keys = (await cache.keys()).filter(({ url }) => isCounted(new URL(url).pathname));
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key);
}

/** Forgets an article that was withdrawn. */
async function forgetWithdrawn(id, { status }) {
  if (!id || !WITHDRAWN.includes(status)) return;
  const articles = await caches.open(ARTICLES);
  await Promise.all([articles.delete(pageOf(id)), articles.delete(detailOf(id))]);
}

/** Keeps the page of an article that was just opened. A page with a redirect is kept under the article's number. */
async function keepArticle(id) {
  const articles = await caches.open(ARTICLES);
  const kept = await articles.match(pageOf(id));
  if (kept && ageOf(kept) < FRESH) return;
  const response = await fetch(pageOf(id), { credentials: "omit" });
  if (!response.ok) return forgetWithdrawn(id, response);
  const html = await response.text();
  await articles.delete(pageOf(id));
  await articles.put(pageOf(id), new Response(html, { headers: response.headers }));
  await trim(articles, KEPT, (path) => ARTICLE.test(path));
  await keepFiles(html);
  await keepOffline();
}

/** Keeps the page for everything else, and renews it once a day. */
async function keepOffline() {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(OFFLINE);
  if (kept && ageOf(kept) < DAY) return;
  const response = await fetch(OFFLINE, { credentials: "omit" });
  if (!response.ok) return;
  const html = await response.text();
  await shell.put(OFFLINE, new Response(html, { headers: response.headers }));
  await keepFiles(html);
}

async function keepSaved(response) {
  const shell = await caches.open(SHELL);
  const html = await response.text();
  await shell.put(SAVED, new Response(html, { headers: response.headers }));
  await keepFiles(html);
}

async function page(event, path) {
  const id = ARTICLE.exec(path)?.[1];
  try {
    const response = await fetch(event.request);
    event.waitUntil(forgetWithdrawn(id, response).catch(() => undefined));
    if (path === SAVED && response.ok) event.waitUntil(keepSaved(response.clone()).catch(() => undefined));
    return response;
  } catch {
    const shell = await caches.open(SHELL);
    const kept = id ? await (await caches.open(ARTICLES)).match(pageOf(id)) : path === SAVED && (await shell.match(SAVED));
    return kept || (await shell.match(OFFLINE)) || Response.error();
  }
}

/** An article's answer of the API, which pages ask for when the reader follows a link. */
async function detail(event, path) {
  const articles = await caches.open(ARTICLES);
  try {
    const response = await fetch(event.request);
    event.waitUntil(forgetWithdrawn(DETAIL.exec(path)?.[1], response).catch(() => undefined));
    if (response.ok) {
      const copy = response.clone();
      const keep = async () => {
        await articles.delete(event.request);
        await articles.put(event.request, copy);
        await trim(articles, KEPT, (path) => DETAIL.test(path));
      };
      event.waitUntil(keep().catch(() => undefined));
    }
    return response;
  } catch (error) {
    const kept = await articles.match(event.request);
    if (kept) return kept;
    throw error;
  }
}

const file = async (request) => (await (await caches.open(SHELL)).match(request)) || fetch(request);

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keepOffline());
});

addEventListener("activate", (event) => {
  const removeOld = async () => {
    for (const name of await caches.keys()) if (name !== ARTICLES && name !== SHELL) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(removeOld());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.headers.has("authorization")) return;
  const viewed = request.method === "POST" && VIEW.exec(pathname);
  if (viewed) event.waitUntil(keepArticle(viewed[1]).catch(() => undefined));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (!PRIVATE.test(pathname)) event.respondWith(page(event, pathname));
  } else if (DETAIL.test(pathname)) event.respondWith(detail(event, pathname));
  else if (isFile(pathname)) event.respondWith(file(request));
});
