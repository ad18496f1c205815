import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { ensureFirstAccount } from "#features/accounts/commands.ts";
import { type AdCounters, createAdCounters } from "#features/ads/jobs.ts";
import { createViewCounter } from "#features/articles/jobs.ts";
import { type ContentPreparer, contentPreparer } from "#features/content/commands.ts";
import { createMarketData, type MarketData } from "#features/market/jobs.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { type Images, imageWorker } from "#platform/images.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import { localStorage, type Storage } from "#platform/storage.ts";
import type { Env } from "../env.ts";
import { isNew, type SeedParts, seedEdition, seedFoundation } from "./demo/seed.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import { type MailServices, openMail } from "./mail.ts";

/** The parts of a running publication, before the server is built on them. */
export type Services = {
  database: Database;
  clock: Clock;
  storage: Storage;
  images: Images;
  content: ContentPreparer;
  market: MarketData;
  mail: MailServices;
  views: ReaderCounter;
  ads: AdCounters;
} & Listeners;

/** Programs that the server starts beside itself: the process for pictures, the thread for long content. */
export type WorkerPaths = { image: string; content: string };

/** Those of the built server, in its folder. */
export const workersIn = (folder: string): WorkerPaths => ({
  image: join(folder, "image-worker.js"),
  content: join(folder, "content-worker.js"),
});

/** Opens the database and the stores of a publication; migrates. The caller closes the database. */
export async function openStores(env: Env, workers: WorkerPaths): Promise<SeedParts & Listeners> {
  const database = await openDatabase(env.database);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    database,
    clock: systemClock,
    storage: await openStorage(env),
    images: imageWorker({ workerPath: workers.image }),
    ...createListeners(systemClock),
    content: contentPreparer(workers.content),
  };
}

/** The object store where one is set, else the local disk. Its client is large, and loaded only where it is used. */
export async function openStorage(env: Env): Promise<Storage> {
  if (!env.s3) return localStorage(join(env.dataDir, "media"));
  const { objectStorage } = await import("#platform/object-storage.ts");
  return objectStorage(env.s3);
}

/**
 * Opens everything and prepares a new publication: migrations, the categories and ad spaces, demo content in an empty
 * one, and the first account. `announce` tells the operator what is worth knowing once; without it, as in a worker
 * whose primary has prepared everything, nothing is made that somebody would have to be told of.
 */
export async function openServices(
  env: Env,
  logger: FastifyBaseLogger,
  places: { demoDir: string; workers: WorkerPaths },
  announce?: (line: string) => void,
): Promise<Services> {
  const stores = await openStores(env, places.workers);
  const { database, clock } = stores;
  if (announce)
    await database.maintenance((withoutTimeouts) =>
      prepare(env, { ...stores, database: withoutTimeouts }, places.demoDir, announce),
    );
  return {
    ...stores,
    mail: await openMail(env, { database, clock, logger }),
    market: await createMarketData({ database, clock, url: env.marketDataUrl, log: logger }),
    views: createViewCounter({ database, clock, secretKey: env.secretKey }),
    ads: createAdCounters({ database, clock, secretKey: env.secretKey }),
  };
}

/** Each step is done whole or not at all, by one of several processes, and not again: it may be interrupted anywhere. */
async function prepare(env: Env, stores: SeedParts, demoDir: string, announce: (line: string) => void): Promise<void> {
  await seedFoundation(stores);
  if (env.demoContent && (await isNew(stores.database))) {
    announce("Preparing the first edition. This happens once and takes a moment.");
    await seedEdition(stores, demoDir);
  }
  const first = { email: env.adminEmail, password: env.adminPassword };
  await ensureFirstAccount(stores.database, stores.clock, first, (password) =>
    announce(`Admin account: ${env.adminEmail}  password: ${password}  (shown only now)`),
  );
}

/** Ends what `openServices` began: the call to the exchange, the workers, and last the database. */
export async function closeServices({ market, images, content, database }: Services): Promise<void> {
  await market.close();
  images.close();
  await content.close();
  await database.close();
}
