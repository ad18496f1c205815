import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { type Env, EnvError } from "../env.ts";

type Source = { contentType: string; metrics: () => Promise<string> };

/**
 * Serves the metrics on a port of their own, which no reader's request ever reaches; a token, if configured, is
 * required. Everything else is 404. Throws EnvError if the port cannot be used.
 */
export function serveMetrics(
  { host, metrics }: Pick<Env, "host" | "metrics">,
  source: Source,
  log?: Pick<FastifyBaseLogger, "warn">,
): Promise<void> {
  if (!metrics) return Promise.resolve();
  const { port, token } = metrics;
  const server = createServer((request, response) => {
    response.setHeader("cache-control", "no-store");
    response.setHeader("x-content-type-options", "nosniff");
    const isOurs = request.url?.split("?")[0] === "/metrics" && isAllowed(request, token);
    if (!isOurs || (request.method !== "GET" && request.method !== "HEAD")) {
      response.writeHead(isOurs ? 405 : 404, isOurs ? { allow: "GET, HEAD" } : {}).end();
      return;
    }
    source.metrics().then(
      (text) => response.writeHead(200, { "content-type": source.contentType }).end(text),
      (error: Error) => {
        log?.warn({ err: error }, "metrics could not be collected");
        response.writeHead(503).end();
      },
    );
  });
  // Does not keep the process alive.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(new EnvError(`METRICS_PORT: ${port} ${code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`}`)),
    );
    server.listen({ port, host }, resolve);
  });
}

/** Compared in constant time, by digests, as lengths would reveal something too. */
function isAllowed({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}
