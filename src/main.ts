import { join } from "node:path";
import Fastify from "fastify";
import { createApp } from "#app/create-app.ts";
import { startJobs } from "#app/jobs.ts";
import { readAssets } from "#app/render/assets.ts";
import { openServices } from "#app/services.ts";
import { renderPage } from "#app/site/entry-server.tsx";
import { loggerOptions } from "#platform/log.ts";
import { EnvError, readEnv } from "./env.ts";

/** The built server lies in dist/server, beside dist/client and below the project's folder. */
const ROOT = join(import.meta.dirname, "..", "..");

/** In-flight requests get this long to finish on stop, in milliseconds; contract: exit within 10 s. */
const STOP_PATIENCE = 8_000;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const logger = Fastify({ logger: loggerOptions(env.logLevel) }).log;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  if (!env.rateLimits) logger.warn("RATE_LIMITS is off: no limit on request counts holds");

  const services = await openServices(
    env,
    logger,
    { demoDir: join(ROOT, "demo"), imageWorker: join(import.meta.dirname, "image-worker.js") },
    say,
  );
  const clientDir = join(ROOT, "dist", "client");
  const app = await createApp({
    env,
    ...services,
    renderer: { renderPage, assets: readAssets(clientDir) },
    clientDir,
    logger,
  });
  const jobs = startJobs({ ...services, logger });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), STOP_PATIENCE + 1_500).unref();
    setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE).unref();
    await app.close();
    await services.market.close();
    await jobs.stop();
    await services.database.close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  // Started by a wrapper that died: nobody is left to stop us.
  if (process.send) process.on("disconnect", () => void stop("disconnect"));

  try {
    await app.listen({ port: env.port, host: env.host });
  } catch (error) {
    await jobs.stop();
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") throw new EnvError(`PORT: ${env.port} is in use`);
    if ((error as NodeJS.ErrnoException).code === "EADDRNOTAVAIL")
      throw new EnvError(`HOST: ${env.host} is not an address of this machine`);
    throw error;
  }
  const { port } = app.server.address() as { port: number };
  say(`${env.siteName} is at http://${env.host === "127.0.0.1" ? "localhost" : env.host}:${port}`);
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof EnvError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exit(1);
});
