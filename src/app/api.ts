import etag from "@fastify/etag";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { compressReplies } from "#platform/compression.ts";
import { OPEN_TO_ALL, preflightHeaders } from "#platform/cross-origin.ts";
import type { ApiPlugin } from "#platform/endpoints.ts";
import { rejectUnstorableText } from "#platform/idempotency.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { NotFoundError } from "#shared/errors.ts";
import type { ErrorBody } from "#shared/schema.ts";
import { API_BASE, DOCS_ADDRESS } from "#shared/urls.ts";
import { actorBehind } from "#shared/viewer.ts";
import type { OpenApiDocument } from "./openapi/schemas.ts";
import { limitReads, type ReadLimit } from "./read-limits.ts";

export type ApiSettings = {
  features: ApiPlugin[];
  /** Registers the authorization check before the features' routes. */
  guard: (scope: FastifyInstance) => void;
  readDocument: () => Promise<OpenApiDocument>;
  secure: boolean;
  /** Whether a valid API key names the origin of a web page. */
  isNamedOrigin: (origin: string) => Promise<boolean>;
  /** Called after each successful request of an editor that may have changed something. */
  onChange: () => void;
  /** Counts reads; undefined if the operator lifted the limits. */
  limit: ReadLimit | undefined;
};

/**
 * Everything under `/api`: the features' routes, their common error format, compression and ETags, and the OpenAPI
 * document with a page to read and try it.
 */
export function api({
  features,
  guard,
  onChange,
  readDocument,
  secure,
  limit,
  isNamedOrigin,
}: ApiSettings): FastifyPluginAsync {
  return async (app) => {
    const headers = securityHeaders("api", secure);
    app.addHook("onRequest", async ({ method }, reply) => {
      const isRead = method === "GET" || method === "HEAD";
      reply.headers({ ...headers, ...(isRead && OPEN_TO_ALL), "cache-control": "no-cache" });
    });
    rejectUnstorableText(app);
    acceptEmptyJson(app);
    await app.register(etag, { weak: true });
    compressReplies(app);
    if (limit) limitReads(app, limit);
    handleUnmatched(app, isNamedOrigin);
    // Each response is serialized and compressed again.
    app.get("/openapi.json", { config: { cost: "file" } }, readDocument);
    await app.register(async (guarded) => {
      guard(guarded);
      guarded.addHook("onResponse", async ({ method, viewer }, { statusCode }) => {
        if (statusCode < 400 && !["GET", "HEAD"].includes(method) && actorBehind(viewer)) onChange();
      });
      for (const feature of features) await guarded.register(feature);
    });
    showDocs(app, secure, readDocument);
  };
}

/** A request without a body may still claim to be JSON: the browser's client sends that header with every request. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, String(body), done);
  });
}

/** Built on first request: few request it, and no start should wait for it. */
function showDocs(app: FastifyInstance, secure: boolean, readDocument: () => Promise<OpenApiDocument>): void {
  let docs: Promise<FastifyInstance> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    // The page's own addresses are relative and would resolve wrongly without the slash.
    if (request.url === DOCS_ADDRESS) return reply.redirect(`${DOCS_ADDRESS}/`, 308);
    docs ??= import("./api-docs.ts").then(async ({ createApiDocs }) =>
      createApiDocs(await readDocument(), secure, app.log),
    );
    const { routing } = await docs;
    reply.hijack();
    routing(request.raw, reply.raw);
  };
  const path = DOCS_ADDRESS.slice(API_BASE.length);
  for (const url of [path, `${path}/*`]) app.get(url, show);
}

/** A known path with another method is 405 with `Allow`, any other below `/api` is 404: JSON, never a page. */
function handleUnmatched(app: FastifyInstance, isNamedOrigin: ApiSettings["isNamedOrigin"]): void {
  const respond = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const allow = METHODS.filter((method) => isServed(app, method, url)).join(", ");
    if (allow === "") throw new NotFoundError("unknown_address", "Unknown API address.");
    return reply
      .status(405)
      .header("allow", allow)
      .send({ code: "method_not_allowed", detail: `This endpoint supports ${allow} only.` } satisfies ErrorBody);
  };
  app.setNotFoundHandler(respond);
  // Reads would find the site's own route for any address.
  app.get(ANY_PATH, respond);
  app.options(ANY_PATH, { config: { cost: "read" } }, async (request, reply) => {
    const { origin, "access-control-request-method": method } = request.headers;
    if (origin === undefined || method === undefined) return respond(request, reply);
    const named = (await isNamedOrigin(origin)) ? origin : undefined;
    return reply.status(204).headers(preflightHeaders(named)).send();
  });
}

const METHODS = ["DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"] as const;
const ANY_PATH = "/*";

/** Whether an address has a route other than the catch-all one for reads. */
function isServed(app: FastifyInstance, method: (typeof METHODS)[number], url: string): boolean {
  const route = app.findRoute({ method, url });
  // Addresses that are too long or cannot be decoded get the route of the error, which parses no query.
  if (!route?.searchParams) return false;
  return !("*" in route.params) || url.startsWith(`${DOCS_ADDRESS}/`);
}
