import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#db/open.ts";
import { collectShown } from "#db/scopes.ts";
import { nextPublication } from "#features/articles/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import type { ReadApi } from "#shared/api-client.ts";
import { NotFoundError } from "#shared/errors.ts";
import type { SiteInfo } from "#shared/page.ts";
import { toHttpError } from "../errors.ts";
import type { ReadLimit } from "../read-limits.ts";
import type { PageRequest, RenderedPage } from "../site/entry-server.tsx";
import { VOLATILE } from "../site/page-state.ts";
import type { PageAssets } from "./assets.ts";
import { type Notice, renderDocument, renderNotice } from "./document.ts";
import { acceptedEncoding, type CachedPage, createPageCache, type FreshPage, pageBytes } from "./page-cache.ts";
import { type PageAddress, pageAddress, withoutTrailingSlash } from "./page-key.ts";

/** The site as the server sees it: how a page is rendered, and what its document loads. Development has its own. */
export type SiteRenderer = {
  renderPage: (request: PageRequest) => Promise<RenderedPage>;
  assets: PageAssets;
  /** Final changes to the document, in development. */
  transform?: (url: string, html: string) => Promise<string>;
};

/** Whether an address is meant for people; what is missing at machine addresses is answered as JSON. */
export const isPagePath = (target: string): boolean => !/^\/(api|media|assets)(\/|\?|$)/.test(target);

export type PagesDeps = {
  database: Database;
  clock: Clock;
  site: SiteInfo;
  renderer: SiteRenderer;
  readApi: ReadApi;
  /** Counts a reader's pages that are not in the cache; undefined where the operator lifted the limits. */
  limit?: ReadLimit | undefined;
};

const CACHE_CONTROL = "public, max-age=0, s-maxage=10, stale-while-revalidate=60";
/** For pages that only one reader may see. */
const PRIVATE = "private, no-store";

/**
 * Whether the reader has this very page (RFC 9110: a list of tags, compared weakly, or `*`). Errors are always sent in
 * full.
 */
function isKnown({ status, etag }: CachedPage, header: string | undefined): boolean {
  if (!header || status !== 200) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(etag));
}

type Headers = Record<string, string>;

const pageHeaders = (renderer: SiteRenderer, site: SiteInfo): Headers => ({
  ...(renderer.transform ? {} : securityHeaders("page", site.url.startsWith("https:"))),
  "content-type": "text/html; charset=utf-8",
  "cache-control": CACHE_CONTROL,
  vary: "accept-encoding",
});

const headersOf = (headers: Headers, page: CachedPage, encoding: string, length: number) => ({
  ...headers,
  ...(page.status >= 400 ? { "cache-control": "no-store" } : {}),
  ...(page.location === undefined ? {} : { location: page.location }),
  ...(page.status === 503 ? { "retry-after": "10" } : {}),
  etag: page.etag,
  ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
  "content-length": length,
});

/** The cached page; `unknown` where the content version cannot be read: the full path then reports the error. */
function peek(cache: ReturnType<typeof createPageCache>, key: string): CachedPage | undefined | "unknown" {
  try {
    return cache.peek(key);
  } catch {
    return "unknown";
  }
}

/** Sends a page before the framework runs; false for a client that accepts none of its encodings. */
function sendKept(page: CachedPage, headers: Headers, request: IncomingMessage, response: ServerResponse): boolean {
  const encoding = acceptedEncoding(request.headers["accept-encoding"]);
  if (!encoding || encoding === "identity") return false;
  if (isKnown(page, request.headers["if-none-match"])) {
    response.writeHead(304, { ...headers, etag: page.etag }).end();
    return true;
  }
  const body = page[encoding];
  response.writeHead(page.status, headersOf(headers, page, encoding, body.length));
  response.end(request.method === "HEAD" ? undefined : body);
  return true;
}

/** What a reader is shown when a page could not be rendered. */
function faultNotice(error: Error): { status: number; headers: Headers; notice: Notice } {
  const { status, body, headers = {} } = toHttpError(error);
  if (status === 429) return { status, headers, notice: { title: "One moment, please", message: body.detail } };
  const message = "This page cannot be shown at the moment. Please try again later.";
  return { status, headers, notice: { title: "Something went wrong", message } };
}

type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function registerPages(app: FastifyInstance, servePage: ServePage): void {
  app.get("/*", async (request, reply) => {
    const target = request.raw.url ?? "/";
    if (!isPagePath(target)) throw new NotFoundError("There is nothing at this address.");
    // One address per page: a trailing slash redirects to the address without it.
    const address = withoutTrailingSlash(target);
    if (address !== undefined) return reply.redirect(address, 308);
    return servePage(request, reply);
  });
}

/** Serves reader pages: from the cache before Fastify is involved at all, else rendered. */
export function createPages(deps: PagesDeps) {
  const { database, clock, site, renderer, readApi, limit } = deps;
  const headers = pageHeaders(renderer, site);
  const cache = createPageCache({
    clock,
    database,
    nextPublication: (now) => nextPublication(database.db, now),
  });

  const render = async ({ path, search }: PageAddress): Promise<FreshPage> => {
    const now = clock.now();
    const shown = collectShown();
    const read: ReadApi = (url, shape) => shown.during(() => readApi(url, shape));
    const page = await renderer.renderPage({ path, search, now, site, read });
    const document = renderDocument(page, renderer.assets);
    const stable = page.state.queries.filter(({ queryKey }) => !VOLATILE.test(String(queryKey[0])));
    return {
      status: page.status,
      location: page.location,
      html: renderer.transform ? await renderer.transform(path, document) : document,
      scopes: shown.list(),
      etagSource: JSON.stringify([
        renderer.assets.entry,
        renderer.assets.stylesheet,
        site,
        // Pages show the date and relative times, so the ETag changes every day.
        new Date(now).toISOString().slice(0, 10),
        path,
        search,
        stable.map(({ queryKey, state }) => [queryKey, state.data, state.error]),
      ]),
    };
  };

  /** Serves from the cache; false where it cannot, and nothing was sent. */
  const serveCached = (request: IncomingMessage, response: ServerResponse): boolean => {
    if ((request.method !== "GET" && request.method !== "HEAD") || !request.url) return false;
    // Addresses without parameters are their own keys; the others are resolved by the full path.
    const page = peek(cache, request.url);
    return page !== undefined && page !== "unknown" && sendKept(page, headers, request, response);
  };

  /** The full path: match, render if need be, send. */
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const address = pageAddress(request.raw.url ?? "/");
      const isPrivate = address.shelf === "none";
      // Where the content version cannot be read, nothing can be rendered either.
      if (limit && peek(cache, address.key) === undefined)
        limit(request, address.route.name === "search" ? "search" : "page");
      const page = await cache.get(address.key, () => render(address), address.shelf);
      if (!isPrivate && isKnown(page, request.headers["if-none-match"]))
        return reply
          .status(304)
          .headers({ ...headers, etag: page.etag })
          .send();
      const encoding = acceptedEncoding(request.headers["accept-encoding"]);
      const body = await pageBytes(page, encoding);
      return reply
        .status(page.status)
        .headers({
          ...headersOf(headers, page, encoding, body.length),
          ...(isPrivate ? { "cache-control": PRIVATE } : {}),
        })
        .send(body);
    } catch (error) {
      const { status, notice, headers: more } = faultNotice(error as Error);
      if (status !== 429) request.log.error({ err: error }, "page could not be rendered");
      return sendNotice(reply.headers(more), status, notice);
    }
  };

  const sendNotice = (reply: FastifyReply, status: number, notice: Notice) =>
    reply
      .status(status)
      .headers({ ...headers, "cache-control": "no-store" })
      .send(renderNotice({ ...notice, siteName: site.name, stylesheet: renderer.assets.stylesheet }));

  return { serveCached, servePage, sendNotice, register: (app: FastifyInstance) => registerPages(app, servePage) };
}
export type Pages = ReturnType<typeof createPages>;
