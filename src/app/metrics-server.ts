import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { type Env, EnvError } from "../env.ts";

type Source = { contentType: string; metrics: () => Promise<string> };

/**
 * Serves the figures on a port of their own, which no reader's request ever reaches; with a token only to who has it.
 * Everything else is 404. Throws EnvError where the port cannot be used.
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
  // A process that has nothing else to do may end.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(new EnvError(`METRICS_PORT: ${port} ${code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`}`)),
    );
    server.listen({ port, host }, resolve);
  });
}

/** Compared in constant time, and by digests, as the lengths would tell something, too. */
function isAllowed({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}
