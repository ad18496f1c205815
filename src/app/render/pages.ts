import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { generatePath } from "react-router";
import { collectShown } from "#db/scopes.ts";
import { numberedAddress } from "#features/addresses/redirects/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { acceptedEncoding } from "#platform/compression.ts";
import {
  type Partition,
  type ResponseCache,
  sendImmediately,
  sendResponse,
  variantOf,
} from "#platform/response-cache.ts";
import { type CachedResponse, type FreshResponse, PAGE_CACHE_CONTROL } from "#platform/response-forms.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import type { ReadApi } from "#shared/api-client.ts";
import { fullDateOf } from "#shared/dates.ts";
import { NotFoundError } from "#shared/errors.ts";
import type { SiteInfo } from "#shared/page.ts";
import { matchSegments } from "#shared/path-pattern.ts";
import { SiteProvider } from "#shared/site-context.tsx";
import { translateKnown } from "#shared/translate.ts";
import { documentPattern } from "#shared/urls.ts";
import { toHttpError } from "../errors.ts";
import type { Reader, ReadForPage } from "../read-in-process.ts";
import type { ReadLimit } from "../read-limits.ts";
import type { FramedPage, FramedRequest, PageRequest, RenderedPage } from "../site/entry-server.tsx";
import { knownSearch, matchRoute, partsOf, type RouteMatch } from "../site/match-route.ts";
import { VOLATILE } from "../site/page-state.ts";
import type { ReadSite } from "../site-info.ts";
import { prefersMarkdown } from "./accept.ts";
import type { PageAssets } from "./assets.ts";
import { type Notice, renderDocument, renderNotice } from "./document.ts";

/** What a request for a page refers to: a match in the route table, and the one key under which it is cached. */
export type PageAddress = RouteMatch & { key: string; path: string; search: string; partition: Partition };

/** Every unknown address shows the same page, and so uses one cache entry. No page's address starts like this. */
const NOT_FOUND = "/*";
/** Longer addresses, in characters, are resolved by the full path. */
const MAX_RESOLVED_LENGTH = 2_000;

/** Splits a request target at its query; the query starts with `?` or is empty. */
export function splitTarget(target: string): { path: string; query: string } {
  const cut = target.indexOf("?");
  return cut === -1 ? { path: target, query: "" } : { path: target.slice(0, cut), query: target.slice(cut) };
}

/**
 * Parses a request target. Parameters that a page does not know (such as campaign marks) are ignored, and equivalent
 * spellings of a path are normalized, so that one page uses one cache entry.
 */
export function pageAddress(target: string): PageAddress {
  const { path, query } = splitTarget(target);
  const match = matchRoute(path);
  const { route } = match;
  if (route.name === "notFound") return { ...match, key: NOT_FOUND, path: NOT_FOUND, search: "", partition: "pages" };
  const given = new URLSearchParams(query);
  const search = knownSearch(route, given);
  const usual = generatePath(route.pattern, match.params);
  const partition = route.secrets.some((name) => given.has(name)) ? "none" : search ? "requests" : "pages";
  return { ...match, key: `${usual}${search}`, path: usual, search, partition };
}

/**
 * The key of a page whose address has a query, for example of a campaign with different marks for each reader.
 * Undefined for other pages and unusual spellings.
 */
export function keyOfQuery(target: string): string | undefined {
  const { path, query } = splitTarget(target);
  if (query === "" || target.length > MAX_RESOLVED_LENGTH) return undefined;
  const address = pageAddress(target);
  return address.path === path && address.partition !== "none" ? address.key : undefined;
}

/**
 * The redirect target for a page's address with a trailing slash: built from the route table, so that nothing a client
 * sends can redirect off the site. Undefined for all other addresses.
 */
export function withoutTrailingSlash(target: string): string | undefined {
  const { path, query } = splitTarget(target);
  if (path.length < 2 || !path.endsWith("/")) return undefined;
  const { route, params } = matchRoute(path);
  return route.name === "notFound" ? undefined : `${generatePath(route.pattern, params)}${query}`;
}

const inLowerCase = (path: string): string =>
  path.replace(/%[0-9a-f]{2}|[A-Z]+/gi, (found) => (found.startsWith("%") ? found : found.toLowerCase()));

/** A target whose route is that of a page without scripts, in the case in which that is registered. */
export function inRouteCase(target: string): string {
  const { path, query } = splitTarget(target);
  const lower = inLowerCase(path);
  return lower !== path && isDocument(lower) ? lower + query : target;
}

/**
 * The address of a page whose route is written in other case, so that case is decided in one place. Undefined if the path
 * has a route as it is, or none in lower case.
 */
export function inUsualCase(target: string): string | undefined {
  const { path, query } = splitTarget(target);
  const lower = inLowerCase(path);
  if (lower === path || hasRoute(path) || !hasRoute(lower)) return undefined;
  let end = lower.length;
  while (end > 1 && lower[end - 1] === "/") end -= 1;
  return lower.slice(0, end) + query;
}

const isDocument = (path: string): boolean =>
  Object.values(documentPattern).some((pattern) => matchSegments(partsOf(pattern), partsOf(path)) !== null);

const hasRoute = (path: string): boolean => matchRoute(path).route.name !== "notFound" || isDocument(path);

/** Whether a page of readers can be at a path, those that editors write included. */
export const hasPage = (path: string): boolean => hasRoute(path) || /^\/[^/]+$/.test(path);

/** A query without the number of a list's first page; undefined if it has none, or several numbers. */
export function withoutPageOne(query: string): string | undefined {
  const parts = query.slice(1).split("&");
  const rest = parts.filter((part) => part !== "page=1");
  if (rest.length !== parts.length - 1 || rest.some((part) => part.startsWith("page="))) return undefined;
  return rest.length > 0 ? `?${rest.join("&")}` : "";
}

/** The redirect target for the first page of a list with its number, so that it has one address. */
function firstPage(target: string): string | undefined {
  const { path, query } = splitTarget(target);
  const rest = withoutPageOne(query);
  if (rest === undefined) return undefined;
  const { route, params } = matchRoute(path);
  return route.parameters.includes("page") ? `${generatePath(route.pattern, params)}${rest}` : undefined;
}

/** The site on the server: how a page is rendered, and which files its document loads. Development has its own. */
export type SiteRenderer = {
  renderPage: (request: PageRequest) => Promise<RenderedPage>;
  /** A page that is complete without scripts, in the frame of all pages. */
  renderFramed: (request: FramedRequest) => Promise<FramedPage>;
  assets: PageAssets;
  /** Final changes to the document, in development. */
  transform?: (url: string, html: string) => Promise<string>;
};

/** Whether an address is for people; missing machine addresses get a JSON response. */
export const isPagePath = (target: string): boolean => !/^\/(api|media|assets)(\/|\?|$)/.test(target);

export type PagesDeps = {
  cache: ResponseCache;
  clock: Clock;
  /** Whether the site is served over https. */
  secure: boolean;
  readSite: ReadSite;
  renderer: SiteRenderer;
  readApi: ReadForPage;
  /** Counts a reader's pages that are not in the cache; undefined if the operator lifted the limits. */
  limit?: ReadLimit | undefined;
};

/**
 * How much longer than it is fresh a page is served while its successor is rendered, in milliseconds. Only values that
 * change without editors, such as prices, are older in it.
 */
const STALE_MS = 30_000;
/** For pages that only one reader may see. */
const PRIVATE = "private, no-store";

/** Not found. */
const MISSING = "/-";

type Headers = Record<string, string>;

const pageHeaders = ({ renderer, secure }: PagesDeps): Headers => ({
  ...(renderer.transform ? {} : securityHeaders("page", secure)),
  "content-type": "text/html; charset=utf-8",
  "cache-control": PAGE_CACHE_CONTROL,
  vary: "accept-encoding",
});

/** `hasMarkdown`: clients may get Markdown at the same address. */
type Kind = { isPrivate: boolean; hasMarkdown: boolean };

/** The headers of a rendered page. */
const headersOf = (
  headers: Headers,
  { status, location }: RenderedPage,
  { isPrivate, hasMarkdown }: Kind,
): Headers => ({
  ...headers,
  ...(hasMarkdown && { vary: "accept, accept-encoding" }),
  ...(isPrivate ? { "cache-control": PRIVATE } : status >= 400 ? { "cache-control": "no-store" } : {}),
  ...(location === undefined ? {} : { location }),
  ...(status === 503 ? { "retry-after": "10" } : {}),
});

/** Shown to a reader when a page could not be rendered. */
function faultNotice(error: Error): { status: number; headers: Headers; notice: Notice } {
  const { status, body, headers = {} } = toHttpError(error);
  if (status === 429) return { status, headers, notice: { title: "One moment, please", message: body.detail } };
  const message = "We can't show this page right now. Please try again later.";
  return { status, headers, notice: { title: "Something went wrong", message } };
}

/** A notice in the language of the site, as far as its title and message are messages. */
const translatedNotice = (site: SiteInfo, { title, message, form }: Notice): Notice => ({
  title: translateKnown(site.language, title),
  message: translateKnown(site.language, message),
  // biome-ignore lint/correctness/noChildrenProp: a module without JSX; the type requires them among the props
  form: form && createElement(SiteProvider, { site, renderedAt: 0, children: form }),
});

/** Whether a page is sent without rendering it; true also if that is unknown. */
function isCached(cache: ResponseCache, key: string): boolean {
  try {
    return cache.has(key);
  } catch {
    return true;
  }
}

/** `usual`: the spelling of the page's address if the request has another one, which redirects to where that leads. */
type ServePage = (request: FastifyRequest, reply: FastifyReply, usual?: string) => Promise<unknown>;
/**
 * Serves addresses besides the routes of the site; false if there is nothing. Never the reply itself, which is a
 * promise.
 */
export type ServeOther = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

type Others = {
  /** Redirects to another address of the same page. */
  moveArticle: ServeOther;
  serveMarkdown: ServeOther;
  serveOther: ServeOther;
};

function registerPages(
  app: FastifyInstance,
  { moveArticle, serveMarkdown, serveOther }: Others,
  servePage: ServePage,
): void {
  app.get("/*", async (request, reply) => {
    const target = request.raw.url ?? "/";
    if (!isPagePath(target)) throw new NotFoundError("not_found", "There is no page at this address.");
    if (await moveArticle(request, reply)) return reply;
    if (await serveMarkdown(request, reply)) return reply;
    if (await serveOther(request, reply)) return reply;
    // One address per page: another spelling redirects to it.
    const usual = withoutTrailingSlash(target) ?? inUsualCase(target);
    // Of the pages in the route table, only categories move.
    if (usual !== undefined && pageAddress(usual).route.name !== "category") return reply.redirect(usual, 308);
    const first = usual === undefined ? firstPage(target) : undefined;
    return first === undefined ? servePage(request, reply, usual) : reply.redirect(first, 301);
  });
}

/** The cached response; undefined if the content version cannot be read: the full path then reports the error. */
function findCached(find: () => CachedResponse | undefined): CachedResponse | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

/** The part of a page's ETag for its data: without values that change by themselves, such as prices. */
const etagParts = ({ assets }: SiteRenderer, site: SiteInfo, now: number, queries: FramedPage["queries"]) => [
  assets.entry,
  assets.stylesheet,
  site,
  // Pages show the date and relative times, so the ETag changes every day.
  fullDateOf(now, site.timeZone, site.language),
  queries
    .filter(({ queryKey }) => !VOLATILE.test(String(queryKey[0])))
    .map(({ queryKey, state }) => [queryKey, state.data, state.error]),
];

const isRedirect = ({ status }: CachedResponse): boolean => status >= 300 && status < 400;

/** Inserts a page without scripts into the frame of all pages. */
function framing({ clock, readSite, renderer, readApi }: PagesDeps) {
  return async (url: string, content: ReactNode, reader: Reader) => {
    const [now, site] = [clock.now(), await readSite()];
    const at = url.includes("?") ? url.indexOf("?") : url.length;
    const read: ReadApi = (call, shape) => readApi(call, shape, reader);
    // biome-ignore lint/correctness/noChildrenProp: a module without JSX; the type requires them among the props
    const view = createElement(SiteProvider, { site, renderedAt: now, children: content });
    const request = { path: url.slice(0, at), search: url.slice(at), now, site, read, view };
    const { html, queries } = await renderer.renderFramed(request);
    const parts = [url, renderToStaticMarkup(view), etagParts(renderer, site, now, queries)];
    return { html, site, etagSource: JSON.stringify(parts) };
  };
}

/** Whether the cache may have the response: a redirect from an address by number is looked up first. */
const isUsual = ({ headers }: IncomingMessage, url: string): boolean =>
  !prefersMarkdown(headers.accept) && numberedAddress(url) === undefined;

/** Serves cached responses before Fastify is involved, and renders reader pages. */
export function createPages(deps: PagesDeps) {
  const { cache, clock, readSite, renderer, readApi, limit } = deps;
  const headers = pageHeaders(deps);

  const render = async ({ route, path, search, partition }: PageAddress, reader: Reader): Promise<FreshResponse> => {
    const now = clock.now();
    const shown = collectShown();
    const read: ReadApi = (url, shape) => shown.during(() => readApi(url, shape, reader));
    const site = await shown.during(readSite);
    const page = await renderer.renderPage({ path, search, now, site, read });
    const document = renderDocument(page, renderer.assets);
    return {
      status: page.status,
      headers: headersOf(headers, page, { isPrivate: partition === "none", hasMarkdown: route.name === "article" }),
      body: renderer.transform ? await renderer.transform(path, document) : document,
      scopes: shown.list(),
      etagSource: JSON.stringify([path, search, etagParts(renderer, site, now, page.state.queries)]),
    };
  };

  /** Serves any response from the cache; false, with nothing sent, if it cannot. */
  const serveCached = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url } = request;
    if ((method !== "GET" && method !== "HEAD") || !url || !isUsual(request, url)) return false;
    const cached = findCached(() => {
      const known = cache.findByTarget(url);
      const key = known ? undefined : keyOfQuery(url);
      return key === undefined ? known : cache.findByKey(key, url);
    });
    // A redirect may lead from an address without a page (`app/redirects.ts`), and a cached one keeps the query.
    const maximum = url.includes("?") ? 300 : 400;
    return cached !== undefined && cached.status < maximum && sendImmediately(cached, request, response);
  };

  /** The full path: match, render if necessary, send. */
  const servePage: ServePage = async (request, reply, usual) => {
    try {
      const target = usual ?? request.raw.url ?? "/";
      const address = pageAddress(target);
      const { partition } = address;
      const { key, target: fast } = variantOf(request.viewer, address.key, target);
      const isCounted = !isCached(cache, key);
      if (isCounted) limit?.(request, address.route.name === "search" ? "search" : "page");
      const encoding = acceptedEncoding(request.headers["accept-encoding"]);
      const keeping = { partition, encoding, target: fast, staleFor: STALE_MS, outlivesFaults: true };
      const response = await cache.get(key, keeping, () => render(address, request));
      // A redirect is looked up for each request of an address without a page, also of a cached one.
      if (!isCounted && response.status >= 400) limit?.(request, "page");
      if (usual !== undefined && !isRedirect(response)) return await reply.redirect(usual, 308);
      return await sendResponse(request, reply, { key, response, cache });
    } catch (error) {
      const { status, notice, headers: more } = faultNotice(error as Error);
      if (status !== 429) request.log.error({ err: error }, "page could not be rendered");
      return sendNotice(reply.headers(more), status, notice);
    }
  };

  const noticeOf = (notice: Notice, more: Headers = {}) => ({
    headers: { ...headers, "cache-control": "no-store", ...more },
    body: renderNotice({
      ...translatedNotice(readSite.known(), notice),
      siteName: readSite.known().name,
      language: readSite.known().language,
      theme: readSite.known().theme,
      stylesheet: renderer.assets.stylesheet,
    }),
  });
  const sendNotice = (reply: FastifyReply, status: number, notice: Notice, more?: Headers) => {
    const made = noticeOf(notice, more);
    return reply.status(status).headers(made.headers).send(made.body);
  };

  return {
    renderFramed: framing(deps),
    serveCached,
    servePage,
    noticeOf,
    sendNotice,
    /** The page of an unknown address, cached by callers that know until when. */
    renderMissing: (reader: Reader) => render(pageAddress(MISSING), reader),
    register: (app: FastifyInstance, others: Others) => registerPages(app, others, servePage),
  };
}
export type Pages = ReturnType<typeof createPages>;
