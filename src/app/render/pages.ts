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

/** The site as the server sees it: how a page is rendered, and what its document loads. Development brings its own. */
export type SiteRenderer = {
  renderPage: (request: PageRequest) => Promise<RenderedPage>;
  assets: PageAssets;
  /** A last hand on the document, in development. */
  transform?: (url: string, html: string) => Promise<string>;
};

/** Whether an address is one of people; what is missing at those of programs is answered as JSON. */
export const isPagePath = (target: string): boolean => !/^\/(api|media|assets)(\/|\?|$)/.test(target);

export type PagesDeps = {
  database: Database;
  clock: Clock;
  site: SiteInfo;
  renderer: SiteRenderer;
  readApi: ReadApi;
  /** Counts the pages of one reader that are not in the cache; none where the operator lifted the limits. */
  limit?: ReadLimit | undefined;
};

const CACHE_CONTROL = "public, max-age=0, s-maxage=10, stale-while-revalidate=60";
/** For pages that only one reader may see. */
const PRIVATE = "private, no-store";

/** Whether the reader has this very page (RFC 9110: a list of tags, compared weakly, or `*`). Errors are sent again. */
function isKnown({ status, etag }: CachedPage, header: string | undefined): boolean {
  if (!header || status !== 200) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** Serves reader pages: from the cache before Fastify is asked at all, else rendered. */
export function createPages(deps: PagesDeps) {
  const { database, clock, site, renderer, readApi, limit } = deps;
  const headers = {
    ...(renderer.transform ? {} : securityHeaders("page", site.url.startsWith("https:"))),
    "content-type": "text/html; charset=utf-8",
    "cache-control": CACHE_CONTROL,
    vary: "accept-encoding",
  };
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
        // Pages say the day, and how long ago things were: a page of yesterday is another one.
        new Date(now).toISOString().slice(0, 10),
        path,
        search,
        stable.map(({ queryKey, state }) => [queryKey, state.data, state.error]),
      ]),
    };
  };

  const headersOf = (page: CachedPage, encoding: string, length: number) => ({
    ...headers,
    ...(page.status >= 400 ? { "cache-control": "no-store" } : {}),
    ...(page.location === undefined ? {} : { location: page.location }),
    ...(page.status === 503 ? { "retry-after": "10" } : {}),
    etag: page.etag,
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    "content-length": length,
  });

  /** Runs before the framework. What fails here fails again on the full way, which says so and has an answer for it. */
  const peek = (url: string): CachedPage | undefined => {
    try {
      return cache.peek(url);
    } catch {
      return undefined;
    }
  };

  /** Answers from the cache; false where it cannot, and nothing was sent. */
  const serveCached = (request: IncomingMessage, response: ServerResponse): boolean => {
    if ((request.method !== "GET" && request.method !== "HEAD") || !request.url) return false;
    // Keys of addresses without parameters are the addresses; the others are told apart by the full way.
    const page = peek(request.url);
    const encoding = page && acceptedEncoding(request.headers["accept-encoding"]);
    if (!page || !encoding || encoding === "identity") return false;
    if (isKnown(page, request.headers["if-none-match"])) {
      response.writeHead(304, { ...headers, etag: page.etag }).end();
      return true;
    }
    const body = page[encoding];
    response.writeHead(page.status, headersOf(page, encoding, body.length));
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  };

  /** Whether a page costs nothing. Where the content version cannot be read, nothing is rendered either. */
  const isKept = (key: string): boolean => {
    try {
      return cache.peek(key) !== undefined;
    } catch {
      return true;
    }
  };

  /** The full way: match, render if need be, send. */
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const address = pageAddress(request.raw.url ?? "/");
      const isPrivate = address.shelf === "none";
      if (limit && !isKept(address.key)) await limit(request, address.route.name === "search" ? "search" : "page");
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
        .headers({ ...headersOf(page, encoding, body.length), ...(isPrivate ? { "cache-control": PRIVATE } : {}) })
        .send(body);
    } catch (error) {
      const { status, body, headers: more = {} } = toHttpError(error as Error);
      if (status === 429)
        return sendNotice(reply.headers(more), status, { title: "One moment, please", message: body.detail });
      request.log.error({ err: error }, "page could not be rendered");
      return sendNotice(reply.headers(more), status, {
        title: "Something went wrong",
        message: "This page cannot be shown at the moment. Please try again later.",
      });
    }
  };

  const sendNotice = (reply: FastifyReply, status: number, notice: Notice) =>
    reply
      .status(status)
      .headers({ ...headers, "cache-control": "no-store" })
      .send(renderNotice({ ...notice, siteName: site.name, stylesheet: renderer.assets.stylesheet }));

  const register = (app: FastifyInstance) => {
    app.get("/*", async (request, reply) => {
      const target = request.raw.url ?? "/";
      if (!isPagePath(target)) throw new NotFoundError("There is nothing at this address.");
      // One address a page: a trailing slash leads to the address without it.
      const address = withoutTrailingSlash(target);
      if (address !== undefined) return reply.redirect(address, 308);
      return servePage(request, reply);
    });
  };

  return { serveCached, servePage, register, sendNotice };
}
export type Pages = ReturnType<typeof createPages>;
