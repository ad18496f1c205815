import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "#platform/client-network.ts";
import type { CallLimit, RequestCounts } from "#platform/request-counts.ts";
import type { ReadCost } from "#shared/endpoint.ts";
import { TooManyRequestsError } from "#shared/errors.ts";

/**
 * Maximum reads per client and minute that are not served from the page cache: rendered pages, searches, and files with
 * all articles included. Generous, as an office shares an address: readers come nowhere near.
 */
const MAX_READS = 1_200;
const MAX_PAGES = 300;
const MAX_SEARCHES = 240;
const MAX_FILES = 60;
const WINDOW_MS = 60_000;

const reads: CallLimit = { name: "reads", max: MAX_READS, window: WINDOW_MS };
const pages: CallLimit = { name: "pages", max: MAX_PAGES, window: WINDOW_MS };
const searches: CallLimit = { name: "searches", max: MAX_SEARCHES, window: WINDOW_MS };
const files: CallLimit = { name: "files", max: MAX_FILES, window: WINDOW_MS };
const LIMITS: Record<ReadCost, CallLimit[]> = {
  nothing: [],
  read: [reads],
  page: [reads, pages],
  search: [reads, searches],
  file: [reads, files],
};

/** What limits know of a call: its client, and its route where the framework has found one. */
type Counted = { ip: string; routeOptions?: { config?: { cost?: ReadCost } } };

/** Counts a read at the given cost, else at its route's. Throws TooManyRequestsError when the limit is exceeded. */
export type ReadLimit = (request: Counted, cost?: ReadCost) => void;

/** Reads are counted per client (an IPv4 address, or a /64), all calls and pages, workers and nodes together. */
export function readLimit(counts: RequestCounts): ReadLimit {
  return (request, cost = request.routeOptions?.config?.cost ?? "read") => {
    const client = networkOf(request.ip);
    for (const limit of LIMITS[cost]) {
      const { calls, left } = counts.count(limit, client);
      if (calls > limit.max)
        throw new TooManyRequestsError("Too many requests. Please try again later.", Math.ceil(left / 1000));
    }
  };
}

/** Counts every read of a scope. */
export function limitReads(scope: FastifyInstance, limit: ReadLimit): void {
  scope.addHook("onRequest", async (request: FastifyRequest, _reply: FastifyReply) => {
    if (request.method === "GET" || request.method === "HEAD" || request.routeOptions.config?.cost) limit(request);
  });
}
