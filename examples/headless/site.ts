/** A headless site: it shows the articles of a publication, and learns by webhooks when they change. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createClient, JaridaError } from "jarida-client";
import { verifyWebhook, WebhookError } from "jarida-client/webhooks";
import { articlePage, listPage, messagePage, type Page, searchPage } from "./pages.ts";

const { JARIDA_URL = "http://localhost:3000", WEBHOOK_SECRET = "", PORT = "3001", HOST = "127.0.0.1" } = process.env;
const publication = new URL(JARIDA_URL).origin;
const jarida = createClient(publication, { timeout: 5_000, retries: 1, maxRetryDelay: 2_000 });
const style = readFileSync(new URL("style.css", import.meta.url));
const PER_PAGE = 20;
const MAX_CACHED = 1_000;
const MAX_WEBHOOK_BYTES = 1_000_000;

/** Pages by address, until a webhook says that something has changed. */
const cache = new Map<string, Promise<Page>>();

/** The page of an address; undefined for one that this site does not have. */
function readPage({ pathname, searchParams }: URL): Promise<Page> | undefined {
  if (pathname === "/")
    return readList(Math.min(Math.max(Number.parseInt(searchParams.get("page") ?? "1", 10) || 1, 1), 500));
  if (pathname === "/search") return readResults(searchParams.get("query")?.trim() ?? "");
  const id = /^\/article\/(\d{1,10})(?:-[a-z\d-]*)?$/.exec(pathname)?.[1];
  return id === undefined ? undefined : readArticle(Number(id));
}

async function readList(page: number): Promise<Page> {
  const query = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE };
  const [{ data: site }, { data: articles, total = 0 }] = await Promise.all([
    jarida.get("/settings/site"),
    jarida.get("/articles", { query, fields: ["id", "title", "excerpt", "byline", "published_date", "language"] }),
  ]);
  return listPage(site, articles, { page, isLast: page * PER_PAGE >= total });
}

async function readResults(query: string): Promise<Page> {
  const { data: site } = await jarida.get("/settings/site");
  if (query === "") return searchPage(site, query, []);
  const fields = ["id", "title", "excerpt", "byline", "published_date", "language"] as const;
  const { data: articles } = await jarida.get("/articles/search", { query: { query: query.slice(0, 200) }, fields });
  return searchPage(site, query, articles);
}

async function readArticle(id: number): Promise<Page> {
  const [{ data: site }, { data: article }] = await Promise.all([
    jarida.get("/settings/site"),
    jarida.get("/articles/{id}", { path: { id } }),
  ]);
  return articlePage(site, article, publication);
}

/** The page of an address, from the cache if it can be: searches are not cached, nor is anything without webhooks. */
function cachedPage(url: URL): Promise<Page> | undefined {
  const key = url.pathname + url.search;
  const cached = cache.get(key);
  if (cached) return cached;
  const page = readPage(url);
  if (!page || WEBHOOK_SECRET === "" || url.pathname === "/search") return page;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, page);
  page.catch(() => cache.delete(key));
  return page;
}

/** Forgets all pages: any of them may show what has changed. */
async function receiveWebhook(request: IncomingMessage): Promise<number> {
  if (WEBHOOK_SECRET === "") return 404;
  if (!(Number(request.headers["content-length"]) <= MAX_WEBHOOK_BYTES)) return 413;
  const signature = request.headers["jarida-signature"];
  const { event } = await verifyWebhook(await text(request), String(signature ?? ""), WEBHOOK_SECRET);
  cache.clear();
  process.stdout.write(`${event}\n`);
  return 204;
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(`http://site${request.url?.startsWith("/") ? request.url : "/"}`);
  if (request.method === "POST" && url.pathname === "/webhook") {
    response.writeHead(await receiveWebhook(request)).end();
    return;
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  if (url.pathname === "/style.css") {
    response.writeHead(200, { "content-type": "text/css", "cache-control": "max-age=300" }).end(style);
    return;
  }
  const page = cachedPage(url);
  if (page) sendPage(response, await page);
  // Pictures, and whatever else the publication has and this site has not.
  else response.writeHead(302, { location: publication + url.pathname + url.search }).end();
}

function sendPage(response: ServerResponse, { status, html }: Page): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": `default-src 'none'; style-src 'self'; img-src 'self' ${publication}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
  });
  response.end(html);
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (error instanceof WebhookError) {
    response.writeHead(400).end(error.message);
  } else if (error instanceof JaridaError && error.status === 404) {
    sendPage(response, messagePage(404, "This article does not exist."));
  } else {
    process.stderr.write(`${error}\n`);
    sendPage(response, messagePage(502, "The publication cannot be reached. Try again in a minute."));
  }
}

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => sendFailure(response, error));
});
server.listen(Number(PORT), HOST, () => process.stdout.write(`${publication} is at http://localhost:${PORT}\n`));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close());
