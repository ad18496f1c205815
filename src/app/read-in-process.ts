import type { FastifyInstance, FastifyRequest } from "fastify";
import { safeEncode, z } from "zod";
import { showsList } from "#db/scopes.ts";
import { AD_LOCATIONS, adSpacesAt } from "#features/ads/rules.ts";
import {
  editorsPicks,
  homeFeatured,
  homeLatest,
  homePicks,
  homeSections,
  trendingArticles,
} from "#features/articles/calls.ts";
import { partsOfName, rejectUnknown, type ServedEndpoint, successOf } from "#platform/endpoints.ts";
import { createFreshness, type Dated, type FreshnessDeps } from "#platform/freshness.ts";
import { rejectUnstorable } from "#platform/idempotency.ts";
import { variantOf, withScopes } from "#platform/response-cache.ts";
import { ApiError, pagedResponse } from "#shared/api-client.ts";
import { isOpen } from "#shared/endpoint.ts";
import { RemovedError } from "#shared/errors.ts";
import { matchSegments } from "#shared/path-pattern.ts";
import { API_BASE } from "#shared/urls.ts";
import { invalidInput, toHttpError } from "./errors.ts";
import { layoutQueries } from "./site/query-client.ts";

/** What many pages show, whatever their address: the frame's queries, the lists next to articles, ad spaces. */
const SHARED = new Set(
  [
    ...layoutQueries(),
    homeFeatured(),
    homeLatest(),
    homePicks(),
    homeSections(),
    editorsPicks(),
    trendingArticles(),
    ...AD_LOCATIONS.map(({ location }) => adSpacesAt(location)),
  ].map(({ queryKey }) => queryKey.join(" ")),
);

/** For what changes without being content: prices, views. Short compared to the cache time of a page. */
const MAX_AGE_MS = 2_000;

export type Reader = Pick<FastifyRequest, "viewer" | "log">;

type Shared = Dated & { response: unknown };

/**
 * Reads queries that many pages share once for all of them, until something that the response shows changes. The
 * responses are the same objects for all pages: they must not be changed.
 */
export function shareReads(read: ReadForPage, deps: FreshnessDeps): ReadForPage {
  const reads = new Map<string, Promise<Shared>>();
  const freshness = createFreshness(deps);

  const make = async (...call: Parameters<ReadForPage>): Promise<Shared> => {
    const since = await freshness.begin();
    const { made: response, scopes } = await withScopes(() => read(...call));
    return { response, scopes, freshFor: MAX_AGE_MS, ...since };
  };

  const makeForAll = (key: string, ...call: Parameters<ReadForPage>): Promise<Shared> => {
    const made = make(...call);
    reads.set(key, made);
    // Waiting pages get the error; the next page tries again.
    made.catch(() => reads.get(key) === made && reads.delete(key));
    return made;
  };

  return async (url, shape, reader) => {
    const query = `${url} ${shape}`;
    if (!SHARED.has(query)) return read(url, shape, reader);
    const { key } = variantOf(reader.viewer, query);
    const known = reads.get(key);
    let shared = await known;
    if (!shared || !freshness.isFresh(shared, deps.database.contentVersion())) {
      // The first page to notice reads it again; a read that another page has started is newer than this page.
      const newer = reads.get(key);
      shared = await (newer && newer !== known ? newer : makeForAll(key, url, shape, reader));
    }
    showsList(shared.scopes);
    return shared.response;
  };
}

/** An endpoint that pages read, with the segments of its path and the schema of its response. */
type Readable = ServedEndpoint & { parts: string[]; response: z.ZodType };
type Found = Readable & { params: Record<string, string> };

/** Reads for a page, for the viewer of the request that asked for it. */
export type ReadForPage = (url: string, shape: "body" | "paged", reader: Reader) => Promise<unknown>;

/**
 * Reads the API without HTTP: the same handlers, with input and responses validated and converted by the same schemas
 * as a browser's requests. Throws `ApiError`; errors of the server itself are logged.
 */
export function readInProcess(app: Pick<FastifyInstance, "endpoints">): ReadForPage {
  let find: ReturnType<typeof createFinder> | undefined;
  return async (url, shape, { viewer, log }) => {
    // The first page is requested only after all endpoints have been registered.
    find ??= createFinder(app);
    const [path = "", search] = url.split("?");
    try {
      const { endpoint, handler, params, response } = find(path);
      const query = Object.fromEntries(new URLSearchParams(search));
      rejectUnstorable({ params, query });
      rejectUnknown(endpoint, { query, viewer });
      const head = new Map<string, string | number>();
      const call = {
        params: endpoint.params && parsed(endpoint.params, params),
        query: endpoint.query && parsed(endpoint.query, query),
        body: undefined,
        viewer,
        headers: {},
        ip: "",
        isForPage: true as const,
      };
      const body = encoded(
        response,
        await handler(call, { header: (name, value) => head.set(name, value), status: () => undefined }),
      );
      return shape === "body" ? body : pagedResponse(body, (name) => head.get(name));
    } catch (error) {
      const { status, body } = toHttpError(error as Error);
      if (status >= 500) log.error({ err: error, url }, "a read for a page failed");
      // API clients get 404 for what is in the trash; search engines must forget its page.
      throw new ApiError(error instanceof RemovedError ? 410 : status, body);
    }
  };
}

/**
 * Finds the endpoint of a path among those that readers' pages may read; a literal segment takes precedence over a
 * parameter.
 */
function createFinder({ endpoints }: Pick<FastifyInstance, "endpoints">): (path: string) => Found {
  const byPath = new Map<string, Readable>();
  const withParams: Readable[] = [];
  for (const [name, served] of endpoints) {
    const { method, path } = partsOfName(name);
    const response = successOf(served.endpoint)?.schema;
    if (method !== "GET" || !isOpen(served.endpoint) || !(response instanceof z.ZodType)) continue;
    const readable = { ...served, response, parts: path.split("/") };
    if (path.includes(":")) withParams.push(readable);
    else byPath.set(path, readable);
  }
  return (given) => {
    const path = given.slice(API_BASE.length).replace(/\/$/, "");
    const named = byPath.get(path);
    if (named) return { ...named, params: {} };
    const parts = path.split("/");
    for (const readable of withParams) {
      const params = matchSegments(readable.parts, parts);
      if (params) return { ...readable, params };
    }
    throw new Error(`No page may read ${given}.`);
  };
}

function parsed(schema: z.ZodType, input: unknown): unknown {
  const { data, error } = schema.safeParse(input);
  if (error) throw invalidInput(error.issues);
  return data;
}

function encoded(schema: z.ZodType, body: unknown): unknown {
  const { data, error } = safeEncode(schema, body);
  if (error) throw new Error("A response does not match its schema.", { cause: error });
  return data;
}
