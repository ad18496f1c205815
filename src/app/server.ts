import cluster from "node:cluster";
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { type AddressInfo, isIPv6, type Server } from "node:net";
import { join } from "node:path";
import Fastify, { type FastifyBaseLogger } from "fastify";
import { loggerOptions } from "#platform/log.ts";
import { type Env, EnvError, readEnv } from "../env.ts";
import { readSettings } from "../settings-file.ts";
import { isHeld, noteRunning } from "./hand-over.ts";
import { importProcess } from "./import-process.ts";
import { keepAssets, keptAssetsIn } from "./kept-assets.ts";
import { bindSocket, inheritedSocket, type ListeningSocket, listening, socketOf } from "./listening.ts";
import { maintenanceServer, stopOnSignal } from "./maintenance.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { startPublication } from "./publication.ts";
import { readAssets } from "./render/assets.ts";
import { closeStores, openStores, preparePublication, workersIn } from "./services.ts";
import { renderFramed, renderPage } from "./site/entry-server.tsx";
import { asDatabaseFault, checkFiles, checkStore } from "./start-faults.ts";
import { stopInOrder } from "./stop.ts";
import { SERVING, SOCKET_VARIABLE } from "./supervisor.ts";
import { checkPort, waitForDatabase } from "./waiting.ts";
import { reportAlive, superviseWorkers } from "./workers.ts";

/** The built server is in dist/server, next to dist/client and below the project's folder. */
const ROOT = join(import.meta.dirname, "..", "..");
const DEMO_DIR = join(ROOT, "demo");
const WORKERS = workersIn(import.meta.dirname);

/** How long after the start the code of a first page has run, in milliseconds. */
const WARM_AFTER_MS = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

async function main(): Promise<void> {
  const { source, warnings } = readSettings(process.env);
  const env = readEnv(source);
  if (!cluster.isWorker) for (const warning of warnings) say(`Warning: ${warning}`);
  if (env.isInMaintenance || isHeld(env.dataDir)) return serveMaintenance(env);
  try {
    await start(env);
  } catch (error) {
    throw asDatabaseFault(error, env);
  }
}

/** Everything that the settings name is checked first: a start that cannot succeed changes nothing. */
async function start(env: Env): Promise<void> {
  if (!cluster.isWorker) {
    checkFiles(env);
    // A successor takes over the socket of a server that still responds.
    const isSuccessor = inheritedSocket() !== undefined;
    const listen = async (server: Server) =>
      isSuccessor ? undefined : listening(env, (at) => once(server.listen(at), "listening"));
    if (!isSuccessor) await checkPort(listen);
    const checked = env.s3 && checkStore(env.s3, (line) => say(`Warning: ${line}`));
    await Promise.all([checked, waitForDatabase(env, listen, say)]);
  }
  if (env.workers > 1 && cluster.isPrimary) {
    const stores = await openStores(env, WORKERS);
    await preparePublication(env, stores, DEMO_DIR, say);
    await closeStores(stores);
    if (env.metrics) {
      const { AggregatorRegistry } = await import("prom-client");
      const all = new AggregatorRegistry();
      await serveMetrics(env, { contentType: all.contentType, metrics: () => all.clusterMetrics() });
    }
    const keys = { SECRET_KEY: env.secretKey, SECRET_KEY_PREVIOUS: env.previousKeys.join(",") };
    // The workers share one socket, which their successors can take over.
    const socket = inheritedSocket() === undefined ? await bindSocket(env) : undefined;
    const shared = socket?.fd === undefined ? {} : { [SOCKET_VARIABLE]: String(socket.fd) };
    return superviseWorkers(env.workers, { ...keys, ...shared }, () => announce(env, socket));
  }
  const server = await serve(env, cluster.isWorker ? undefined : say);
  if (cluster.isWorker) reportAlive();
  else announce({ ...env, port: (server.address() as AddressInfo).port }, socketOf(server));
}

async function serveMaintenance(env: Env): Promise<void> {
  say("MAINTENANCE is on: all requests except health checks get a 503, and the database is not opened");
  const server = maintenanceServer(env);
  await listening(env, (at) => once(server.listen(at), "listening"));
  stopOnSignal(server);
  announce(env, socketOf(server));
}

/** How the operator is informed; in a worker, the primary has already done so. */
type Say = (line: string) => void;

const say: Say = (line) => void process.stdout.write(`${line}\n`);

const addressOf = (host: string, port: number): string =>
  new URL(`http://${host === "127.0.0.1" ? "localhost" : isIPv6(host) ? `[${host}]` : host}:${port}`).origin;

type Announced = Pick<Env, "siteName" | "siteUrl" | "host" | "port" | "dataDir">;

/** Informs the operator and the supervisor that the site is reachable. */
function announce({ siteName, siteUrl, host, port, dataDir }: Announced, socket: ListeningSocket | undefined): void {
  const listensAt = addressOf(host, port);
  const isPublic = siteUrl !== listensAt && !siteUrl.startsWith("http://localhost:");
  say(`${siteName} is at ${listensAt}${isPublic ? ` (public address: ${siteUrl})` : ""}`);
  noteRunning(dataDir, ROOT, (error) => say(`Warning: no command can reach this server: ${(error as Error).message}`));
  process.send?.(SERVING, socket as Server | undefined);
}

/** Serves until a signal stops it; returns the server once it listens. */
async function serve(env: Env, announceLine: Say | undefined): Promise<Server> {
  const { log: logger } = Fastify({ logger: await loggerOptions(env.logLevel) });
  if (!env.rateLimits) logger.warn("RATE_LIMITS is off: requests are not limited");
  if (env.isStaging)
    logger.warn(
      "STAGING is on: no mails to readers, no purges or announcements, and search engines are asked not to index this site",
    );
  const clientDir = join(ROOT, "dist", "client");
  const metrics = env.metrics && (await createMetrics());
  // The primary requests a worker's metrics.
  if (metrics && !cluster.isWorker) await serveMetrics(env, metrics.register, logger);
  const { app, stopJobs, close } = await startPublication({
    env,
    logger,
    demoDir: DEMO_DIR,
    workers: WORKERS,
    programs: import.meta.dirname,
    importProcess: importProcess(import.meta.dirname),
    announce: announceLine,
    renderer: { renderPage, renderFramed, assets: readAssets(clientDir) },
    clientDir,
    metrics,
  });
  stopInOrder({ logger, drain: app.drain, stopJobs, close });
  await listening(env, (at) => app.listen(at));
  // Speeds up the next start. Written now, as a killed process cannot do it at its end.
  setTimeout(flushCompileCache, WARM_AFTER_MS).unref();
  if (!cluster.isWorker) keepAssetsOf(clientDir, env, logger);
  return app.server;
}

/** Keeps this build's files for open tabs: soon, and again each day, as their week starts when another build is in service. */
function keepAssetsOf(clientDir: string, { dataDir }: Env, log: FastifyBaseLogger): void {
  const keep = () =>
    void keepAssets(clientDir, keptAssetsIn(dataDir)).catch((error: unknown) =>
      log.warn({ err: error }, "the browser's files could not be kept for tabs that are open during an update"),
    );
  setTimeout(keep, WARM_AFTER_MS).unref();
  setInterval(keep, DAY_MS).unref();
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof EnvError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exit(1);
});
