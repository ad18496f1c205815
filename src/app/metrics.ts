import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { ObserveStatement } from "#db/observed-statements.ts";
import type { Database } from "#db/open.ts";
import type { ResponseCache } from "#platform/response-cache.ts";
import type { Job } from "#platform/scheduler.ts";
import { type Env, EnvError } from "../env.ts";
import { inheritedSocket } from "./listening.ts";
import { watchState } from "./metrics-of-state.ts";
import type { SiteRenderer } from "./render/pages.ts";

/** Seconds: from instantaneous to what a client gives up on. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a request is for, by its path: few values, as each is a series. */
const KIND = /^\/(api|media|assets|admin|healthz|readyz)(?=[/?]|$)/;
const kindOf = (url: string | undefined) => KIND.exec(url ?? "")?.[1] ?? "page";
const classOf = (status: number) => `${Math.floor(status / 100)}xx`;
const seconds = (began: number) => (performance.now() - began) / 1000;

/** How often to try a port that the predecessor still has, in milliseconds. */
const PREDECESSOR_INTERVAL_MS = 250;

type Prom = typeof import("prom-client");

/** What a process counts for an operator's monitoring (METRICS_PORT). */
export type Metrics = Awaited<ReturnType<typeof createMetrics>>;

/**
 * Counts of this process in Prometheus' format, in its default registry: with several workers their primary adds them
 * up. Cached responses cost an addition each; nothing is computed until it is requested.
 */
export async function createMetrics() {
  const prom = await import("prom-client");
  // In a worker this listens to the primary's request.
  new prom.AggregatorRegistry();
  prom.collectDefaultMetrics();
  const atOnce = new Map<string, number>();
  const requests = new prom.Counter({
    name: "jarida_http_requests_total",
    help: "Responses by type of address and status class, from the cache (source=cache) or the app (source=app).",
    labelNames: ["kind", "status", "source"],
    collect() {
      for (const [key, count] of atOnce) {
        const [kind = "", status = ""] = key.split(" ");
        this.inc({ kind, status, source: "cache" }, count);
      }
      atOnce.clear();
    },
  });
  const { durations, renders, queries } = createHistograms(prom);
  const jobs = createJobCounters(prom);
  return {
    register: prom.register,
    /** A response that was sent before the framework. */
    countImmediate({ url }: IncomingMessage, { statusCode }: ServerResponse): void {
      const key = `${kindOf(url)} ${classOf(statusCode)}`;
      atOnce.set(key, (atOnce.get(key) ?? 0) + 1);
    },
    /** The request of a response. */
    begin({ url }: IncomingMessage, response: ServerResponse): void {
      const [kind, began] = [kindOf(url), performance.now()];
      response.once("close", () => {
        // Nginx' number for a client that did not wait.
        const status = response.writableFinished ? classOf(response.statusCode) : "499";
        requests.inc({ kind, status, source: "app" });
        durations.observe({ kind }, seconds(began));
      });
    },
    watchRenderer: (renderer: SiteRenderer): SiteRenderer => ({
      ...renderer,
      async renderPage(request) {
        const began = performance.now();
        let outcome = "error";
        try {
          const page = await renderer.renderPage(request);
          outcome = "ok";
          return page;
        } finally {
          renders.observe({ outcome }, seconds(began));
        }
      },
    }),
    observeStatement: ((statement) =>
      queries.observe({ outcome: statement.failed ? "error" : "ok" }, statement.seconds)) satisfies ObserveStatement,
    watchState: ({ db }: Pick<Database, "db">) => watchState(prom, db),
    /** A job whose runs are counted. */
    watchJob: (job: Job): Job => ({
      ...job,
      async run(signal) {
        const [began, labels] = [performance.now(), { name: job.name }];
        let outcome = "error";
        try {
          await job.run(signal);
          outcome = "ok";
        } finally {
          jobs.runs.inc({ ...labels, outcome });
          jobs.time.inc(labels, seconds(began));
        }
      },
    }),
    watchCache: (stats: ResponseCache["stats"]) => watchCache(prom, stats),
  };
}

function createHistograms(prom: Prom) {
  const durations = new prom.Histogram({
    name: "jarida_http_request_duration_seconds",
    help: "Time from a request's headers to the end of its response, for responses created for that request.",
    labelNames: ["kind"],
    buckets: BUCKETS,
  });
  const renders = new prom.Histogram({
    name: "jarida_page_render_duration_seconds",
    help: "Time taken to render a page, including its queries.",
    labelNames: ["outcome"],
    buckets: BUCKETS,
  });
  const queries = new prom.Histogram({
    name: "jarida_database_query_duration_seconds",
    help: "Time from a statement to its rows or failure, including the wait for a connection.",
    labelNames: ["outcome"],
    buckets: BUCKETS,
  });
  // Initialized before the first failure: a rate needs a value to start at.
  for (const outcome of ["ok", "error"]) for (const histogram of [renders, queries]) histogram.zero({ outcome });
  return { durations, renders, queries };
}

const createJobCounters = (prom: Prom) => ({
  runs: new prom.Counter({
    name: "jarida_job_runs_total",
    help: "Runs of recurring jobs in this process, by outcome.",
    labelNames: ["name", "outcome"],
  }),
  time: new prom.Counter({
    name: "jarida_job_seconds_total",
    help: "Time that runs of recurring jobs took in this process.",
    labelNames: ["name"],
  }),
});

/** Each process has a cache of its own: with several workers their metrics add up. */
function watchCache(prom: Prom, stats: ResponseCache["stats"]): void {
  // The cache counts by itself: its counts replace the last ones.
  new prom.Counter({
    name: "jarida_page_cache_requests_total",
    help: "Cacheable requests: served from the cache (hit), served stale while a new response is created (stale), or created (miss).",
    labelNames: ["result"],
    collect() {
      const { hits, stale, misses } = stats();
      this.reset();
      for (const [result, count] of Object.entries({ hit: hits, stale, miss: misses })) this.inc({ result }, count);
    },
  });
  new prom.Counter({
    name: "jarida_page_cache_renders_total",
    help: "Cacheable responses created, each for all requests that waited for it.",
    collect() {
      this.reset();
      this.inc(stats().renders);
    },
  });
  const gauges = [
    { name: "jarida_page_cache_bytes", help: "Bytes in the cache.", read: () => stats().bytes },
    { name: "jarida_page_cache_entries", help: "Responses in the cache.", read: () => stats().entries },
    {
      name: "jarida_page_cache_max_bytes",
      help: "Maximum number of bytes in the cache.",
      read: () => stats().maxBytes,
    },
  ];
  for (const { read, ...gauge } of gauges)
    new prom.Gauge({
      ...gauge,
      collect() {
        this.set(read());
      },
    });
}

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
    const listen = () => server.listen({ port, host }, resolve);
    server.on("error", ({ code }: NodeJS.ErrnoException) => {
      if (code === "EADDRINUSE" && inheritedSocket() !== undefined) {
        // The predecessor has this port until it ends.
        setTimeout(listen, PREDECESSOR_INTERVAL_MS).unref();
        return resolve();
      }
      reject(new EnvError(`METRICS_PORT: ${port} ${code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`}`));
    });
    listen();
  });
}

/** Compared in constant time, by digests, as lengths would reveal something too. */
function isAllowed({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}
