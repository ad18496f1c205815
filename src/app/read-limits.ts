import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "#platform/networks.ts";
import { type CallLimit, type RequestCounts, rejectAbove } from "#platform/request-counts.ts";
import type { ReadCost } from "#shared/endpoint.ts";

/**
 * Maximum reads per client and minute that are not served from the page cache: rendered pages, searches, and files with
 * all articles included. Generous, as an office shares an address.
 */
const MAX_READS = 1_200;
const MAX_PAGES = 300;
const MAX_SEARCHES = 240;
const MAX_FILES = 60;
/** Existing pictures, which browsers and CDNs cache: a front page shows dozens to each reader of an office. */
const MAX_PICTURES = 6_000;
const WINDOW_MS = 60_000;

const reads: CallLimit = { name: "reads", max: MAX_READS, window: WINDOW_MS };
const pages: CallLimit = { name: "pages", max: MAX_PAGES, window: WINDOW_MS };
const searches: CallLimit = { name: "searches", max: MAX_SEARCHES, window: WINDOW_MS };
const files: CallLimit = { name: "files", max: MAX_FILES, window: WINDOW_MS };
const pictures: CallLimit = { name: "pictures", max: MAX_PICTURES, window: WINDOW_MS };
const LIMITS: Record<ReadCost, CallLimit[]> = {
  nothing: [],
  read: [reads],
  page: [reads, pages],
  search: [reads, searches],
  file: [reads, files],
  picture: [pictures],
};

/** The limits on reads of an endpoint, as numbers of requests in a minute, by name. */
export const readLimitsOf = (cost: ReadCost = "read"): { name: string; max: number }[] => LIMITS[cost];

/** What limits know about a request: its client, and its route if the framework has found one. */
type Counted = { ip: string; routeOptions?: { config?: { cost?: ReadCost } } };

export type ReadLimit = {
  /** Counts a read at the given cost, else at its route's. Throws TooManyRequestsError when the limit is exceeded. */
  (request: Counted, cost?: ReadCost): void;
  /** Counts a missing picture as a read, which the limit on the client's next requests includes. */
  countMissing: (request: Counted) => void;
};

/** Reads are counted per client (an IPv4 address, or a /64), across endpoints, pages, workers and nodes. */
export function readLimit(counts: RequestCounts): ReadLimit {
  const count = (request: Counted, cost = request.routeOptions?.config?.cost ?? "read") => {
    const client = networkOf(request.ip);
    if (cost === "picture") rejectAbove(reads, counts.count(reads, client, 0));
    for (const limit of LIMITS[cost]) rejectAbove(limit, counts.count(limit, client));
  };
  return Object.assign(count, { countMissing: ({ ip }: Counted) => void counts.count(reads, networkOf(ip)) });
}

/** Counts every read of a scope. */
export function limitReads(scope: FastifyInstance, limit: ReadLimit): void {
  scope.addHook("onRequest", async (request) => {
    const cost = costOf(request);
    if (cost !== undefined) limit(request, cost);
  });
  scope.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config?.cost === "picture" && isMissing(reply)) limit.countMissing(request);
  });
}

/**
 * Undefined for writes. An endpoint that is free because it is cached costs a read with a token, which bypasses the
 * cache.
 */
function costOf({ method, headers, routeOptions }: FastifyRequest): ReadCost | undefined {
  const { cost, rateLimit } = routeOptions.config ?? {};
  if (cost === undefined) return method === "GET" || method === "HEAD" ? "read" : undefined;
  return cost === "nothing" && !rateLimit && headers.authorization !== undefined ? "read" : cost;
}

/** Whether caches must not store the response: the file is missing, or another one is served instead. */
const isMissing = (reply: FastifyReply) =>
  reply.statusCode >= 400 || String(reply.getHeader("cache-control")).includes("no-store");

/** A route's options, which the plugin's types omit. */
type LimitedRoute = { routeInfo: { method: string | string[]; url: string }; isApproximate?: boolean };

/**
 * Stores the counts of the rate limiting plugin where all processes share them: exactly for requests that write, about
 * a second late for those that only read or are approximate.
 */
export function rateLimitStore(counts: RequestCounts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    #name = "";
    #isApproximate = false;
    incr: FastifyRateLimitStore["incr"] = (client, callback, window, max) => {
      const limit: CallLimit = { name: this.#name, max, window };
      const counted = this.#isApproximate
        ? Promise.resolve(counts.count(limit, client))
        : counts.countExactly(limit, client);
      counted.then(({ calls, left }) => callback(null, { current: calls, ttl: left }), callback);
    };
    child: FastifyRateLimitStore["child"] = (options) => {
      const { routeInfo, isApproximate } = options as unknown as LimitedRoute;
      const { method, url } = routeInfo;
      const child = new Store();
      child.#name = `${method} ${url}`;
      child.#isApproximate = isApproximate === true || method === "GET" || method === "HEAD";
      return child;
    };
  };
}
