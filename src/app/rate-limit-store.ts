import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { CallLimit, RequestCounts } from "#platform/request-counts.ts";

/** What the plugin says of a route; its types leave it out. */
type LimitedRoute = { routeInfo: { method: string | string[]; url: string } };

/**
 * Keeps the counts of the rate limiting plugin where all processes share them: exactly for calls that write, about a
 * second late for those that only read.
 */
export function rateLimitStore(counts: RequestCounts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    #name = "";
    #isRead = false;
    incr: FastifyRateLimitStore["incr"] = (client, callback, window, max) => {
      const limit: CallLimit = { name: this.#name, max, window };
      const counted = this.#isRead ? Promise.resolve(counts.count(limit, client)) : counts.countExactly(limit, client);
      counted.then(({ calls, left }) => callback(null, { current: calls, ttl: left }), callback);
    };
    child: FastifyRateLimitStore["child"] = (options) => {
      const { method, url } = (options as unknown as LimitedRoute).routeInfo;
      const child = new Store();
      child.#name = `${method} ${url}`;
      child.#isRead = method === "GET" || method === "HEAD";
      return child;
    };
  };
}
