import type { IncomingMessage, ServerResponse } from "node:http";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Database } from "#db/open.ts";
import { readForReaders } from "#db/replica.ts";
import { nextBreaking } from "#features/articles/breaking.ts";
import { nextFront } from "#features/articles/fronts/queries.ts";
import { nextPlacementEnd } from "#features/articles/home/queries.ts";
import { listLatest, nextPublication } from "#features/articles/queries.ts";
import { nextPage } from "#features/pages/queries.ts";
import { readAppearance } from "#features/settings/appearance/queries.ts";
import { type ClientAddresses, clientAddresses } from "#platform/client-address.ts";
import type { Clock } from "#platform/clock.ts";
import { type Rejection, reject, requestId } from "#platform/http-connections.ts";
import { type ClientTimeouts, createHttpServer, type HttpServer } from "#platform/http-server.ts";
import type { Images } from "#platform/images.ts";
import type { RequestCounts } from "#platform/request-counts.ts";
import { createResponseCache, type ResponseCache } from "#platform/response-cache.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { NotFoundError, TooLargeError, TooManyRequestsError } from "#shared/errors.ts";
import type { ErrorBody } from "#shared/schema.ts";
import { ANYBODY, type Viewer } from "#shared/viewer.ts";
import type { Env } from "../env.ts";
import { adminPage, browserBuild } from "./admin-page.ts";
import { api } from "./api.ts";
import { articleAddresses } from "./article-addresses.ts";
import { articleMarkdownPages } from "./article-markdown.ts";
import { cardRoutes } from "./card-routes.ts";
import { confirmPage } from "./confirm-page.tsx";
import { documentPages } from "./document-pages.tsx";
import { replyWithError } from "./errors.ts";
import { apiRoutesOf, type Features, pagesOf, siteRoutesOf } from "./features.ts";
import { formPosts } from "./form-posts.tsx";
import { frontPreview } from "./front-preview.ts";
import { goneRenderer } from "./gone-page.tsx";
import { healthRoutes } from "./health.ts";
import { lookPreview } from "./look-preview.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import type { Metrics } from "./metrics.ts";
import { documentOf } from "./openapi/document.ts";
import { previewPage } from "./preview-page.tsx";
import { type ReadForPage, readInProcess, shareReads } from "./read-in-process.ts";
import { limitReads, type ReadLimit, rateLimitStore, readLimit } from "./read-limits.ts";
import { redirectMissing } from "./redirects.ts";
import { createPages, inRouteCase, isPagePath, type Pages, type SiteRenderer } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";
import { sitePages } from "./site-pages.tsx";
import { manifestRoute } from "./web-manifest.ts";

/** `spaces` is an alias of `ads`, which ad blockers stop: `shared/api-client.ts` tries it next. */
const ADS_ALIAS = /^(\/api\/(?:settings\/)?)spaces(?=[/?]|$)/;

/** The URL under which a request is routed. */
const resolveAlias = (url: string): string => url.replace(ADS_ALIAS, "$1ads");

/** The app's dependencies; main passes the real ones, tests and development their own. */
export type AppParts = {
  env: Pick<Env, "siteUrl" | "rateLimits" | "trustProxy" | "pageCacheBytes" | "provider" | "hasOffline">;
  database: Database;
  clock: Clock;
  images: Pick<Images, "card">;
  features: Features;
  renderer: SiteRenderer;
  /** Folder of the browser build; undefined in development, where Vite serves it. */
  clientDir: string | undefined;
  /** Folder of the hashed files of former browser builds; it may not exist. */
  keptAssets: string;
  logger: FastifyBaseLogger;
  /** Counts for the operator's monitoring, if it is switched on. */
  metrics?: Metrics | undefined;
  /** Timeouts for slow clients, if not the defaults. */
  timeouts?: Partial<ClientTimeouts>;
  /** Handles a request before the app does; true if it did. Development plugs in Vite here. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

declare module "fastify" {
  interface FastifyInstance {
    /** Stops serving without interrupting a request, before `close` ends the rest. Times in milliseconds. */
    drain: HttpServer["drain"];
    /** Responses that are the same for all readers: pages, API responses, feeds. */
    responses: ResponseCache;
  }
}

/** Dependencies of every kind of page. */
type CommonParts = { clock: Clock; renderer: SiteRenderer; readSite: ReadSite };
type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The default body limit, in bytes. */
const BODY_LIMIT = 1024 * 1024;
/** Longer path segments are not part of our addresses. */
const MAX_SEGMENT_LENGTH = 300;
/** Addresses that cannot be decoded or are too long are not found. */
const NO_ADDRESS = new Set(["FST_ERR_BAD_URL", "FST_ERR_MAX_PARAM_LENGTH"]);

/** Builds the complete server, not yet listening: the pages, the HTTP server that serves cached ones, the framework. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { env, database, features, metrics } = parts;
  const limit = env.rateLimits ? readLimit(features.limits.counts) : undefined;
  const endpoints: FastifyInstance["endpoints"] = new Map();
  const { cache, pages, common, readApi } = openPages(parts, endpoints, limit);
  metrics?.watchCache(cache.stats);
  const clients = clientAddresses(env.trustProxy);
  const { http, serverFactory } = openHttp(parts, { pages, clients, limit });
  // In development Vite adds its scripts to the pages.
  const headers = common.renderer.transform ? {} : securityHeaders("api", isSecure(env));
  // So that pages about failures have the newsroom's name, also before the first page is rendered.
  await common.readSite();
  const app = Fastify({
    ...fastifyOptions(parts, clients),
    serverFactory,
    clientErrorHandler: http.onClientError,
    // No hook has run at this point.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      request.viewer = ANYBODY;
      if (NO_ADDRESS.has(error.code)) error.statusCode = 404;
      if (error.statusCode === 404 && isPagePath(request.raw.url ?? "/"))
        pages.servePage(request, reply).catch((fault: Error) => replyWithError(fault, request, reply));
      else replyWithError(error, request, reply);
    },
  });
  app.decorate("drain", http.drain);
  app.decorate("endpoints", endpoints);
  app.decorate("responses", cache);
  addHooks(app, { database, headers, clients });
  receiveBodies(app, http.askForBody);
  answerInOneFormat(app);
  const renderGone = goneRenderer({ ...common, pages, readApi });
  redirectMissing(app, { redirects: features.redirects, renderGone });
  if (env.rateLimits) await limitRequests(app, features.limits.counts);
  await app.register(healthRoutes({ database, isStopping: http.isStopping }));
  await registerFeatures(app, parts, { ...common, pages, limit });
  await registerEditorPages(app, parts, { ...common, pages, readApi, limit });
  const own = { ...common, pages, secure: isSecure(env), limit };
  pages.register(app, {
    moveArticle: articleAddresses({ readSite: common.readSite, readSlug: features.articles.readSlug, limit }),
    serveMarkdown: articleMarkdownPages({
      ...own,
      cache,
      readMarkdown: features.articles.readMarkdown,
      linkWithTerms: features.feeds.crawlers.linkWithTerms,
    }),
    serveOther: sitePages({ ...own, cache, renderGone, readAddress: features.pages.readAddress }),
  });
  return app;
}

/** The pages and their cache. They read the API in process, from the endpoints that are registered later. */
function openPages(parts: AppParts, endpoints: FastifyInstance["endpoints"], limit: ReadLimit | undefined) {
  const { env, database, clock, metrics } = parts;
  const fresh = { clock, database, nextPublication: (now: number) => nextTurn(database, now) };
  const cache = createResponseCache({
    ...fresh,
    maxBytes: env.pageCacheBytes,
    maxConcurrent: database.maxConcurrentReads,
  });
  const renderer = metrics?.watchRenderer(parts.renderer) ?? parts.renderer;
  const common: CommonParts = { clock, renderer, readSite: parts.features.site.readSite };
  const readApi = readInProcess({ endpoints });
  const readForAll = shareReads((...call) => readForReaders(database, () => readApi(...call)), fresh);
  const pages = createPages({ ...common, cache, secure: isSecure(env), readApi: readForAll, limit });
  return { cache, pages, common, readApi };
}

const NOT_INDEXED = { "x-robots-tag": "noindex, nofollow" };

type HttpParts = { pages: Pages; clients: ClientAddresses; limit: ReadLimit | undefined };

const CRAWLER_DENIED: Rejection = {
  status: 403,
  code: "crawler_denied",
  detail: "This site does not permit this crawler. See /robots.txt and /license.xml.",
};

/** Undefined if there is nothing to wait for. */
const bothDone = (...pending: (Promise<void> | undefined)[]): Promise<void> | undefined =>
  pending.some(Boolean) ? Promise.all(pending).then(() => undefined) : undefined;

/** The HTTP server: it serves cached responses and counts views by itself, and passes the rest on to the framework. */
function openHttp({ env, features, logger, metrics, ...parts }: AppParts, { pages, clients, limit }: HttpParts) {
  const secure = isSecure(env);
  const { staging } = features.system;
  const { crawlers } = features.feeds;
  const countView = features.articles.viewFastPath({
    headers: { ...securityHeaders("api", secure), "cache-control": "no-cache" },
    addressOf: clients.addressOf,
    limit: (address) => limit?.({ ip: address }),
  });
  let handle: HttpHandler;
  const http = createHttpServer({
    secure,
    log: logger,
    timeouts: parts.timeouts,
    requestId: requestId(clients.isProxied),
    refreshHeaders: () => bothDone(staging.refresh(), crawlers.refresh(), features.site.words.refresh()),
    headers: () => (staging.isOn() ? { ...crawlers.headers(), ...NOT_INDEXED } : crawlers.headers()),
    respondImmediately: (request, response) => {
      if (crawlers.isBlocked(request)) {
        reject(response, CRAWLER_DENIED, secure);
        return true;
      }
      const isSent = pages.serveCached(request, response) || countView(request, response);
      if (isSent) metrics?.countImmediate(request, response);
      return isSent;
    },
    handle: (request, response) => {
      metrics?.begin(request, response);
      if (parts.middleware) parts.middleware(request, response, () => handle(request, response));
      else handle(request, response);
    },
  });
  const serverFactory = (handler: HttpHandler) => {
    handle = handler;
    return http.server;
  };
  return { http, serverFactory };
}

type EditorPages = CommonParts & { pages: Pages; readApi: ReadForPage; limit: ReadLimit | undefined };

/** Previews, cards for other sites, the admin area's document, and the browser's files if this server serves them. */
async function registerEditorPages(app: FastifyInstance, parts: AppParts, own: EditorPages) {
  const { env, clientDir, keptAssets, features, database, clock } = parts;
  const secure = isSecure(env);
  const { articles, documents, newsletter, pages: sitePages, settings } = features;
  const newestArticle = async (viewer: Viewer) => (await listLatest(database.db, viewer, clock.now(), 1))[0];
  await app.register(lookPreview({ ...own, settings, newestArticle, secure }));
  await app.register(frontPreview({ ...own, articles, secure }));
  await app.register(previewPage({ ...own, articles, documents, newsletter, sitePages, secure }));
  if (clientDir)
    await app.register(browserBuild(clientDir, { ...own, secure, hasOffline: env.hasOffline, keptAssets }));
  const readLook = () => readAppearance(database.db);
  await app.register(cardRoutes({ readSite: own.readSite, readLook, images: parts.images, limit: own.limit, secure }));
  await app.register(manifestRoute(own.readSite, secure));
  const sendsMail = () => parts.features.mail.mailQueue.sends(database.db);
  await app.register(adminPage({ ...own, secure, env, sendsMail }));
}

/**
 * When the next scheduled article or page appears, an article leaves the home page, or a breaking story the top of all pages;
 * null for never.
 */
async function nextTurn({ db }: Database, now: number): Promise<number | null> {
  const ahead = [
    await nextPublication(db, now),
    await nextPlacementEnd(db, now),
    await nextPage(db, now),
    await nextFront(db, now),
    await nextBreaking(db, now),
  ];
  const times = ahead.filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

type RequestParts = { database: Database; headers: Record<string, string>; clients: ClientAddresses };

/** Applies to every request: its client, its viewer, its headers, where it reads, and its id. */
function addHooks(app: FastifyInstance, { database, headers, clients }: RequestParts): void {
  // Replaces the framework's own, so that all limits count by the same address.
  app.decorateRequest("ip", {
    getter() {
      return clients.addressOf(this.raw) ?? "";
    },
  });
  // The only place where a request gets its viewer, unless its token names staff (`guardRoutes`).
  app.decorateRequest("viewer");
  app.addHook("onRequest", (request, _reply, done) => {
    request.viewer = ANYBODY;
    done();
  });
  // Responses with a policy of their own replace this one.
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook("onRequest", (request, _reply, done) => runAsReader(database, request, done));
  // Finds the log lines of a request. Not on cached responses, where it would belong to another request.
  app.addHook("onSend", async ({ method, id, raw }, reply) => {
    const isWrite = method !== "GET" && method !== "HEAD";
    const isRefused = reply.statusCode >= 400 && !isPagePath(raw.url ?? "/");
    if (isWrite || isRefused || reply.statusCode >= 500) reply.header("x-request-id", id);
  });
}

/** Reads without a token may use a replica; editors must see what they have just written. */
function runAsReader(database: Database, { method, headers }: FastifyRequest, run: () => void): void {
  if ((method === "GET" || method === "HEAD") && !headers.authorization) readForReaders(database, run);
  else run();
}

const isSecure = ({ siteUrl }: Pick<Env, "siteUrl">) => siteUrl.startsWith("https:");

const fastifyOptions = ({ logger }: AppParts, { isProxied }: ClientAddresses) => ({
  loggerInstance: logger,
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
  genReqId: requestId(isProxied),
  bodyLimit: BODY_LIMIT,
  return503OnClosing: false,
  rewriteUrl: ({ url = "/" }: IncomingMessage) => inRouteCase(resolveAlias(url)),
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_SEGMENT_LENGTH },
});

/** Zod parses and serializes, and every error gets the same format. */
function answerInOneFormat(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(replyWithError);
  // Every path has a GET route (the pages' route is the fallback), so a GET that arrives here is for a file that was
  // there at the start and no longer is; everything else uses another method.
  app.setNotFoundHandler(({ method }, reply) => {
    if (method === "GET" || method === "HEAD")
      throw new NotFoundError("not_found", "There is no file at this address.");
    return reply
      .status(405)
      .header("allow", "GET, HEAD")
      .send({ code: "method_not_allowed", detail: "This address is read-only." } satisfies ErrorBody);
  });
}

/** Registers the features' routes: below `/api`, outside it, for forms posted without JavaScript, and their own pages. */
async function registerFeatures(
  app: FastifyInstance,
  { env, features }: AppParts,
  { pages, limit, ...common }: CommonParts & { pages: Pages; limit: ReadLimit | undefined },
): Promise<void> {
  const { identity, keys, documents, newsletter, contact } = features;
  const routes = apiRoutesOf(features);
  const readDocument = documentOf(app, common.readSite);
  const guard = (scope: FastifyInstance) => identity.guard(scope, keys.check);
  await app.register(
    api({
      readDocument,
      secure: isSecure(env),
      limit,
      guard,
      isNamedOrigin: keys.isNamedOrigin,
      onChange: documents.onChange,
      features: routes,
    }),
    { prefix: "/api" },
  );
  await app.register(mcpRoutes({ clock: common.clock, readDocument, guard }));
  app.decorateReply("sendPage", function () {
    return pages.servePage(this.request, this);
  });
  await app.register(async (scope) => {
    if (limit) limitReads(scope, limit);
    for (const one of siteRoutesOf(features)) await scope.register(one);
  });
  const { list } = newsletter;
  await app.register(formPosts({ list, contact: contact.parts, pages }));
  await app.register(confirmPage({ list, pages }));
  await app.register(documentPages({ ...common, pages, secure: isSecure(env), limit }, pagesOf(features)));
}

/** Limits the routes that have a limit of their own. */
async function limitRequests(app: FastifyInstance, counts: RequestCounts): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: rateLimitStore(counts),
    errorResponseBuilder: tooManyRequests,
  });
}

const tooManyRequests = (_request: unknown, { ttl }: { ttl: number }) =>
  new TooManyRequestsError("too_many_requests", "Too many requests. Please try again later.", Math.ceil(ttl / 1000));

/**
 * Applies to every body before any of it is read: one whose announced length exceeds its route's limit is rejected, a
 * type that no route accepts is rejected, and a client that waits for permission to send gets it (`askForBody`) once no
 * check has rejected the request. A body without an announced length is counted by its parser as it arrives.
 */
function receiveBodies(
  app: FastifyInstance,
  askForBody: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  // The framework accepts plain text everywhere, and JSON for forms; routes list what they accept.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", (request, _reply, done) => {
    const length = request.headers["content-length"];
    if (length === undefined) return done();
    const { bodyLimit, config } = request.routeOptions;
    const isForm = request.headers["content-type"]?.startsWith("multipart/");
    const limit = (isForm && config.formLimit) || bodyLimit;
    done(Number(length) > limit ? new TooLargeError("request_too_large", "The request is too large.") : undefined);
  });
  app.addHook("preParsing", (request, reply, payload, done) => {
    askForBody(request.raw, reply.raw);
    done(null, payload);
  });
}
