import type { FastifyReply } from "fastify";

/**
 * What web pages of other sites may do with the API (CORS). Everyone's responses are open to all sites by constant headers,
 * which cached responses contain too; a response to an API key is open to the origins that the key names, and one to a
 * session to none. Cookies never count: no response allows credentials.
 */
const EXPOSED = [
  ...["Content-Location", "ETag", "Idempotency-Replayed", "Link", "RateLimit", "RateLimit-Policy", "Retry-After"],
  ...["Save-Merged", "X-Request-Id", "X-Total-Count"],
].join(", ");

/** For responses to reads. */
export const OPEN_TO_ALL = { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED };

const METHODS = { reading: "GET, HEAD", byKey: "GET, HEAD, POST, PUT, PATCH, DELETE" };
const HEADERS = {
  reading: "Content-Type, If-None-Match",
  byKey: "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
};
/** How long browsers may remember a response to a preflight, in seconds: briefly where a revoked key changes it. */
const MAX_AGE = { reading: "7200", byKey: "600" };

/** The headers of a response to a preflight. `origin`: one that an API key names. */
export function preflightHeaders(origin: string | undefined): Record<string, string> {
  const kind = origin === undefined ? "reading" : "byKey";
  return {
    "access-control-allow-origin": origin ?? "*",
    "access-control-allow-methods": METHODS[kind],
    "access-control-allow-headers": HEADERS[kind],
    "access-control-max-age": MAX_AGE[kind],
    vary: "Origin",
  };
}

/** Opens a response that is not everyone's to the pages of one origin, or to none. */
export function openOnlyTo(reply: FastifyReply, origin: string | undefined): void {
  for (const name of Object.keys(OPEN_TO_ALL)) reply.removeHeader(name);
  if (origin === undefined) return;
  reply.headers({ ...OPEN_TO_ALL, "access-control-allow-origin": origin, vary: "Authorization, Origin" });
}
