import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { startJobs } from "#platform/scheduler.ts";
import type { Env } from "../env.ts";
import { type AppParts, createApp } from "./create-app.ts";
import { closeFeatures, composeFeatures, jobsOf } from "./features.ts";
import { openTransport } from "./mail.ts";
import { closeStores, openStores, preparePublication, type WorkerPaths } from "./services.ts";

export type PublicationParts = Pick<AppParts, "renderer" | "clientDir" | "middleware"> & {
  env: Env;
  logger: FastifyBaseLogger;
  demoDir: string;
  workers: WorkerPaths;
  /**
   * Tells the operator what is worth knowing once. Without it, as in a worker whose primary has prepared everything,
   * nothing is made that somebody would have to be told of.
   */
  announce?: ((line: string) => void) | undefined;
};

/** A publication at work. */
export type Publication = {
  app: FastifyInstance;
  /** Begins nothing more by itself; resolves when what runs has ended. */
  stopJobs: () => Promise<void>;
  /** Ends everything, the database last. Requests that are under way are cut off: `app.drain` comes before. */
  close: () => Promise<void>;
};

/** Opens everything, puts it together and starts its jobs; it does not listen yet. Server and development do the same. */
export async function startPublication(parts: PublicationParts): Promise<Publication> {
  const { env, logger, announce } = parts;
  const stores = await openStores(env, parts.workers);
  if (announce) await preparePublication(env, stores, parts.demoDir, announce);
  const features = await composeFeatures({ env, stores, transport: await openTransport(env), log: logger });
  const app = await createApp({ ...parts, ...stores, features });
  const jobs = startJobs(jobsOf(features), logger);
  return {
    app,
    stopJobs: jobs.stop,
    async close() {
      await app.close();
      // A picture that is being made holds up no stop.
      stores.images.close();
      await jobs.stop();
      await closeFeatures(features, logger);
      await closeStores(stores);
    },
  };
}
