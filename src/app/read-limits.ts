import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
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

/** Counts a read at the given cost, else at its route's. Throws TooManyRequestsError when the limit is exceeded. */
export type ReadLimit = (request: FastifyRequest, cost?: ReadCost) => Promise<void>;

/** What limits know of a call that the framework has not seen: its client, and that no route sets a cost. */
export const clientAt = (ip: string) => ({ ip, routeOptions: {} }) as FastifyRequest;

/** Reads are counted per client (an IPv4 address, or a /64) and process, all calls and pages together. */
export function readLimit(app: FastifyInstance): ReadLimit {
  const reads = app.createRateLimit({ max: MAX_READS, timeWindow: WINDOW_MS });
  const pages = app.createRateLimit({ max: MAX_PAGES, timeWindow: WINDOW_MS });
  const searches = app.createRateLimit({ max: MAX_SEARCHES, timeWindow: WINDOW_MS });
  const files = app.createRateLimit({ max: MAX_FILES, timeWindow: WINDOW_MS });
  const counted = { nothing: [], read: [reads], page: [reads, pages], search: [reads, searches], file: [reads, files] };
  return async (request, cost = request.routeOptions.config?.cost ?? "read") => {
    for (const limiter of counted[cost]) {
      const outcome = await limiter(request);
      if (!outcome.isAllowed && outcome.isExceeded)
        throw new TooManyRequestsError("Too many requests. Please try again later.", Math.max(1, outcome.ttlInSeconds));
    }
  };
}

/** Counts every read of a scope. */
export function limitReads(scope: FastifyInstance, limit: ReadLimit): void {
  scope.addHook("onRequest", async (request: FastifyRequest, _reply: FastifyReply) => {
    if (request.method === "GET" || request.method === "HEAD" || request.routeOptions.config?.cost)
      await limit(request);
  });
}
