import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { OwnWords } from "#features/settings/words/queries.ts";
import { lookUpTxt } from "#features/system/mail-check/records.ts";
import type { ImportProcess } from "#features/transfer/imports/jobs.ts";
import { jobLease } from "#platform/leases.ts";
import { type Job, startJobs } from "#platform/scheduler.ts";
import type { Env } from "../env.ts";
import { backupProcess } from "./backup-process.ts";
import { type AppParts, createApp } from "./create-app.ts";
import { exportProcess } from "./export-process.ts";
import { closeFeatures, composeFeatures, jobsOf } from "./features.ts";
import { keptAssetsIn } from "./kept-assets.ts";
import { closeStores, openMail, openStores, preparePublication, type WorkerPaths } from "./services.ts";
import { informSiblings } from "./workers.ts";

export type PublicationParts = Pick<AppParts, "renderer" | "clientDir" | "middleware" | "metrics"> & {
  env: Env;
  logger: FastifyBaseLogger;
  demoDir: string;
  workers: WorkerPaths;
  /** The folder of the built commands. */
  programs: string;
  /** Works on imports; without it, this process does, with the newest sources. */
  importProcess?: ImportProcess;
  /**
   * Reports one-time information to the operator. Without it, as in a worker whose primary has prepared everything,
   * nothing that would have to be reported is created.
   */
  announce?: ((line: string) => void) | undefined;
};

/** A running publication. */
export type Publication = {
  app: FastifyInstance;
  /** Starts no further background work; resolves when running jobs have ended. */
  stopJobs: () => Promise<void>;
  /** Closes everything, the database last. Interrupts requests in progress: call `app.drain` first. */
  close: () => Promise<void>;
};

/** A job whose mails are in the newsroom's words, also in a process that serves no pages. */
const inCurrentWords = (job: Job, words: OwnWords): Job => ({
  ...job,
  async run(signal) {
    await words.refresh();
    await job.run(signal);
  },
});

/** Opens everything, connects it and starts the jobs; it does not listen yet. Server and development share this. */
export async function startPublication(parts: PublicationParts): Promise<Publication> {
  const { env, logger, announce } = parts;
  const opened = await openStores(env, parts.workers, parts.metrics?.observeStatement);
  parts.metrics?.watchState(opened.database);
  const stores = { ...opened, database: informSiblings(opened.database) };
  if (announce) await preparePublication(env, stores, parts.demoDir, announce);
  const features = await composeFeatures({
    env,
    stores,
    ...(await openMail(env, stores.database)),
    log: logger,
    demoDir: parts.demoDir,
    backups: backupProcess(env.dataDir, parts.programs),
    exporter: exportProcess(env.dataDir, parts.programs),
    importProcess: parts.importProcess,
    lookUp: lookUpTxt,
  });
  const app = await createApp({ ...parts, ...stores, features, keptAssets: keptAssetsIn(env.dataDir) });
  const lease = jobLease(stores.database, stores.clock);
  const jobs = startJobs(
    jobsOf(features)
      .map(features.system.watchJob)
      .map(parts.metrics?.watchJob ?? ((job) => job))
      .map((job) => (job.alone ? lease.alone(job) : job))
      .map((job) => inCurrentWords(job, features.site.words)),
    logger,
  );
  return {
    app,
    stopJobs: jobs.stop,
    async close() {
      await app.close();
      // A picture that is being processed must not delay stopping.
      stores.images.close();
      await jobs.stop();
      // Without it, another process takes over when the lease has expired.
      await lease.release().catch((error: unknown) => logger.warn({ err: error }, "the jobs' lease was not released"));
      await closeFeatures(features, logger);
      await closeStores(stores);
    },
  };
}
