import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { CallLimit, RequestCounts } from "#platform/request-counts.ts";

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
