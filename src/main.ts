import cluster from "node:cluster";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { createApp } from "#app/create-app.ts";
import { startJobs } from "#app/jobs.ts";
import { readAssets } from "#app/render/assets.ts";
import { closeServices, openServices, type Services, workersIn } from "#app/services.ts";
import { renderPage } from "#app/site/entry-server.tsx";
import { superviseWorkers } from "#app/workers.ts";
import { loggerOptions } from "#platform/log.ts";
import { type Env, EnvError, readEnv } from "./env.ts";

/** The built server lies in dist/server, beside dist/client and below the project's folder. */
const ROOT = join(import.meta.dirname, "..", "..");

/** After so long the code of a first page has run. Milliseconds. */
const WARM_AFTER = 5_000;

/** In-flight requests get this long to finish on stop, in milliseconds; contract: exit within 10 s. */
const STOP_PATIENCE = 8_000;
/** How often idle connections are looked for while stopping, in milliseconds. */
const IDLE_SWEEP = 50;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  if (env.workers > 1 && cluster.isPrimary) {
    const services = await prepare(env, await loggerOf(env), say);
    await closeServices(services);
    return superviseWorkers(env.workers, () => say(servingAt(env)));
  }
  const port = await serve(env, cluster.isWorker ? () => undefined : say);
  if (!cluster.isWorker) say(servingAt({ ...env, port }));
}

const servingAt = ({ siteName, host, port }: Pick<Env, "siteName" | "host" | "port">) =>
  `${siteName} is at http://${host === "127.0.0.1" ? "localhost" : host}:${port}`;

const loggerOf = async (env: Env) => Fastify({ logger: await loggerOptions(env.logLevel) }).log;

function prepare(env: Env, logger: FastifyBaseLogger, say: (line: string) => void): Promise<Services> {
  const places = { demoDir: join(ROOT, "demo"), workers: workersIn(import.meta.dirname) };
  return openServices(env, logger, places, say);
}

/** Serves until told to stop; answers the port once it listens. */
async function serve(env: Env, say: (line: string) => void): Promise<number> {
  const logger = await loggerOf(env);
  if (!env.rateLimits) logger.warn("RATE_LIMITS is off: no limit on request counts holds");
  const services = await prepare(env, logger, say);
  const clientDir = join(ROOT, "dist", "client");
  const renderer = { renderPage, assets: readAssets(clientDir) };
  const app = await createApp({ env, ...services, renderer, clientDir, logger });
  const jobs = startJobs({ ...services, logger });
  stopOnSignal(app, services.mail.mailer.stop, async () => {
    await jobs.stop();
    await closeServices(services);
  });
  try {
    await app.listen({ port: env.port, host: env.host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new EnvError(`PORT: ${env.port} is in use`);
    if (code === "EACCES") throw new EnvError(`PORT: ${env.port} may not be used by this user`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new EnvError(`HOST: ${env.host} is not an address of this machine`);
    throw error;
  }
  // For a quick next start, written now: a process that is killed cannot do it at its end.
  setTimeout(flushCompileCache, WARM_AFTER).unref();
  return (app.server.address() as AddressInfo).port;
}

/** On SIGTERM or SIGINT: no new connections and mails, finish what is in flight, then `close` the rest, and exit 0. */
function stopOnSignal(app: FastifyInstance, stopMail: () => Promise<void>, close: () => Promise<void>): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, "stopping");
    // A connection that stays open after its last answer would hold the stop up.
    setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP).unref();
    setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE).unref();
    setTimeout(() => process.exit(1), STOP_PATIENCE + 1_500).unref();
    await Promise.all([app.close(), stopMail()]);
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  // Started by a wrapper or a supervisor that died: nobody is left to stop us.
  process.on("disconnect", () => void stop("disconnect"));
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof EnvError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exit(1);
});
