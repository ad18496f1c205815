import cluster from "node:cluster";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { loggerOptions } from "#platform/log.ts";
import { type Env, EnvError, readEnv } from "../env.ts";
import { createApp } from "./create-app.ts";
import { startJobs } from "./jobs.ts";
import { readAssets } from "./render/assets.ts";
import { closeServices, openServices, type Services, workersIn } from "./services.ts";
import { renderPage } from "./site/entry-server.tsx";
import { stopInOrder } from "./stop.ts";
import { SERVING } from "./supervisor.ts";
import { superviseWorkers } from "./workers.ts";

/** The built server lies in dist/server, beside dist/client and below the project's folder. */
const ROOT = join(import.meta.dirname, "..", "..");

/** After so long the code of a first page has run, in milliseconds. */
const WARM_AFTER_MS = 5_000;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  if (env.workers > 1 && cluster.isPrimary) {
    const services = await prepare(env, await loggerOf(env), say);
    await closeServices(services);
    return superviseWorkers(env.workers, () => announce(env));
  }
  const port = await serve(env, cluster.isWorker ? undefined : say);
  if (!cluster.isWorker) announce({ ...env, port });
}

/** How the operator is told what is worth knowing; a worker's primary has told it already. */
type Say = (line: string) => void;

const say: Say = (line) => void process.stdout.write(`${line}\n`);

/** Tells the operator and the supervisor that the site can be reached. */
function announce({ siteName, host, port }: Pick<Env, "siteName" | "host" | "port">): void {
  say(`${siteName} is at http://${host === "127.0.0.1" ? "localhost" : host}:${port}`);
  process.send?.(SERVING);
}

const loggerOf = async (env: Env) => Fastify({ logger: await loggerOptions(env.logLevel) }).log;

function prepare(env: Env, logger: FastifyBaseLogger, tell: Say | undefined): Promise<Services> {
  const places = { demoDir: join(ROOT, "demo"), workers: workersIn(import.meta.dirname) };
  return openServices(env, logger, places, tell);
}

/** Serves until told to stop; answers the port once it listens. */
async function serve(env: Env, tell: Say | undefined): Promise<number> {
  const logger = await loggerOf(env);
  if (!env.rateLimits) logger.warn("RATE_LIMITS is off: no limit on request counts holds");
  const services = await prepare(env, logger, tell);
  const clientDir = join(ROOT, "dist", "client");
  const renderer = { renderPage, assets: readAssets(clientDir) };
  const app = await createApp({ env, ...services, renderer, clientDir, logger });
  const jobs = startJobs({ ...services, logger });
  stopInOrder({
    logger,
    drain: app.drain,
    stopMail: services.mail.mailer.stop,
    close: async () => {
      await app.close();
      await jobs.stop();
      await closeServices(services);
    },
  });
  await listen(app, env);
  // For a quick next start, written now: a process that is killed cannot do it at its end.
  setTimeout(flushCompileCache, WARM_AFTER_MS).unref();
  return (app.server.address() as AddressInfo).port;
}

async function listen(app: FastifyInstance, { port, host }: Env): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new EnvError(`PORT: ${port} is in use`);
    if (code === "EACCES") throw new EnvError(`PORT: ${port} may not be used by this user`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new EnvError(`HOST: ${host} is not an address of this machine`);
    throw error;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof EnvError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exit(1);
});
