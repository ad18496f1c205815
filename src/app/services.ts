import { join } from "node:path";
import type { Transaction } from "kysely";
import { migrate } from "#db/migrations.ts";
import type { ObserveStatement } from "#db/observed-statements.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import type { Tables } from "#db/tables.ts";
import type { PublicationGuard } from "#features/articles/changes.ts";
import { type ContentPreparer, contentPreparer } from "#features/content/commands.ts";
import { siteHost } from "#features/content/own-addresses.ts";
import { ensureFirstAccount } from "#features/identity/accounts/commands.ts";
import { createSetupLink } from "#features/identity/setup/commands.ts";
import { SETUP_TTL_WORDS } from "#features/identity/setup/rules.ts";
import { currentTransport, type MailServers, openMailServers } from "#features/mail/server.ts";
import { seedPages } from "#features/pages/upkeep.ts";
import { rememberSiteHost } from "#features/settings/commands.ts";
import { readPublisher } from "#features/settings/publication/queries.ts";
import { readSiteHosts } from "#features/settings/queries.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { type Images, imageWorker } from "#platform/images.ts";
import { type MailTransport, mailFiles } from "#platform/mail.ts";
import { objectStorage } from "#platform/object-storage.ts";
import {
  type RemoteFetch,
  type RemotePost,
  type RemoteRead,
  remoteFetch,
  remotePost,
  remoteRead,
} from "#platform/remote-fetch.ts";
import { type SmtpTarget, smtpServer } from "#platform/smtp.ts";
import { localStorage, type Storage } from "#platform/storage.ts";
import { InvalidError } from "#shared/errors.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";
import { type Env, EnvError } from "../env.ts";
import { isNew, seedEdition, seedFoundation } from "./demo/seed.ts";
import { siteDefaults } from "./site-info.ts";
import { guardPublication } from "./subscribers.ts";

/** The stores and workers that features use. */
export type Stores = {
  database: Database;
  clock: Clock;
  storage: Storage;
  images: Images;
  content: ContentPreparer;
  /** Fetches what editors name on other hosts. */
  fetchRemote: RemoteFetch;
  /** Reads feeds that editors name on other hosts. */
  readRemote: RemoteRead;
  /** Sends messages to receivers that chiefs name on other hosts. */
  postRemote: RemotePost;
  guardPublication: PublicationGuard;
};

/** Programs that the server starts: the process for pictures, with its fonts, and the thread for long content. */
export type WorkerPaths = { image: string; fonts: string; content: string };

/** Those of the built server, in its folder. */
export const workersIn = (folder: string): WorkerPaths => ({
  image: join(folder, "image-worker.js"),
  fonts: join(folder, "fonts"),
  content: join(folder, "content-worker.js"),
});

/** Opens the database and the stores of a publication; migrates. The caller closes them. */
export async function openStores(env: Env, workers: WorkerPaths, observe?: ObserveStatement): Promise<Stores> {
  const database = await openDatabase(env.database, observe);
  const host = siteHost(env.siteUrl);
  let formerHosts: string[];
  try {
    await migrate(database);
    formerHosts = await readSiteHosts(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    database,
    clock: systemClock,
    storage: openStorage(env),
    images: imageWorker({ workerPath: workers.image, fonts: workers.fonts }),
    guardPublication,
    content: contentPreparer(workers.content, { siteHosts: [host, ...formerHosts] }),
    fetchRemote: remoteFetch(),
    readRemote: remoteRead(),
    postRemote: remotePost(),
  };
}

/** Where pictures are: the object store if one is configured, else the local disk. */
export const openStorage = (env: Env): Storage =>
  env.s3 ? objectStorage(env.s3) : localStorage(join(env.dataDir, "media"));

/** Closes the workers, and last the database. */
export async function closeStores({ images, content, database }: Stores): Promise<void> {
  images.close();
  await content.close();
  await database.close();
}

/**
 * Prepares a new publication: the categories and ad spaces, demo content in an empty one, and the first account.
 * `announce` reports one-time information to the operator. Each step is atomic, done by one of several processes, and
 * never repeated: it may be interrupted anywhere.
 */
export async function preparePublication(
  env: Env,
  stores: Stores,
  demoDir: string,
  announce: (line: string) => void,
): Promise<void> {
  await stores.database.maintenance(async (database) => {
    const parts = { ...stores, database };
    await rememberSiteHost(parts, siteHost(env.siteUrl));
    await seedFoundation(parts);
    const defaults = siteDefaults(env);
    await seedPages(parts, await readPublisher(database.db, env.publication, defaults));
    if (env.demoContent && (await isNew(database))) {
      announce("Preparing the first edition. This happens only once and takes a moment.");
      await seedEdition(parts, demoDir);
    }
    const first = { email: env.adminEmail, name: env.adminName, password: env.adminPassword };
    await ensureFirstAccount(database, stores.clock, first, firstLines(env, stores.clock, announce)).catch(
      (error: unknown) => {
        throw error instanceof InvalidError ? new EnvError(`ADMIN_PASSWORD: ${error.message}`) : error;
      },
    );
  });
}

/** What the first start tells the operator: the account, and the setup link. */
export const firstLines = (
  { adminEmail, siteUrl }: Pick<Env, "adminEmail" | "siteUrl">,
  clock: Clock,
  announce: (line: string) => void,
) => ({
  announce: (password: string) =>
    announce(
      `Admin account: ${adminEmail}  password: ${password}  (shown only now)\nLog in at ${siteUrl}/admin and set your name and picture under Author Profile.`,
    ),
  warn: (reason: string) => announce(`Warning: ADMIN_PASSWORD is weak, change it after logging in. ${reason}`),
  async onAdded(trx: Transaction<Tables>, id: number) {
    const url = absoluteUrl(siteUrl, adminUrl.setup(await createSetupLink(trx, clock, id)));
    announce(`Set up your publication at ${url}  (works once, for ${SETUP_TTL_WORDS}, until the first login)`);
  },
});

/** How mail leaves this process: by the mail server that is set now, or as files. */
export async function openMail(
  { mail, dataDir, ...secrets }: Pick<Env, "mail" | "dataDir" | "secretKey" | "previousKeys">,
  database: Database,
): Promise<{ mailServers: MailServers; transport: MailTransport }> {
  const mailServers = await openMailServers(database, mail, secrets);
  const files = mailFiles(localStorage(join(dataDir, "outbox")));
  const connect = (target: SmtpTarget) => smtpServer({ ...target, connections: mail.connections });
  return { mailServers, transport: currentTransport({ servers: mailServers, files, connect }) };
}
