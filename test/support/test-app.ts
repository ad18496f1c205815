import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { createApp } from "#app/create-app.ts";
import { closeFeatures, composeFeatures, type FeatureEnv, type Features, jobsOf } from "#app/features.ts";
import { keptAssetsIn } from "#app/kept-assets.ts";
import type { PageAssets } from "#app/render/assets.ts";
import { renderFramed, renderPage } from "#app/site/entry-server.tsx";
import { guardPublication } from "#app/subscribers.ts";
import type { Database } from "#db/open.ts";
import type { AdCounters } from "#features/ads/counters.ts";
import type { DeskStore } from "#features/articles/type.ts";
import type { ArticleCounters } from "#features/articles/views.ts";
import { INDEXNOW_TASK, WEBSUB_TASK } from "#features/feeds/announcements/kinds.ts";
import { type MailServers, type MailVariables, openMailServers } from "#features/mail/server.ts";
import { LANE_KINDS, LINK_KINDS } from "#features/media/remote/commands.ts";
import { readPublication } from "#features/settings/publication/endpoints.ts";
import type { LookUp } from "#features/system/mail-check/records.ts";
import type { Exporter } from "#features/transfer/exports/commands.ts";
import { writeExport } from "#features/transfer/exports/export.ts";
import type { ImportProcess } from "#features/transfer/imports/jobs.ts";
import type { TrustedProxies } from "#platform/client-address.ts";
import type { Clock } from "#platform/clock.ts";
import type { ClientTimeouts } from "#platform/http-server.ts";
import { type ImageProcessSettings, imageWorker } from "#platform/images.ts";
import { type MailTransport, mailFiles } from "#platform/mail.ts";
import { RemoteError, type RemoteFetch, type RemotePost, type RemoteRead } from "#platform/remote-fetch.ts";
import { localStorage, type Storage } from "#platform/storage.ts";
import type { BuiltInLanguage } from "#shared/translate.ts";
import { testClock } from "./clock.ts";
import { openContent } from "./content.ts";
import { checkResponses } from "./documented-responses.ts";
import { runJob } from "./jobs.ts";

/** The worker from its source. */
/** Where no test that draws cards looks for fonts. */
export const NO_FONTS = "no-fonts";
export const IMAGE_WORKER = join(import.meta.dirname, "../../src/platform/image-worker.ts");
const DEMO_DIR = join(import.meta.dirname, "../../demo");
/** Nothing is served here: the discard port. */
const NO_EXCHANGE = "http://127.0.0.1:9/";
export const MAIL_FROM = { name: "Jarida", address: "news@news.example" };
export const CONTACT_EMAIL = "desk@news.example";
const PAGE_CACHE_BYTES = 16 * 1024 * 1024;
const MAIL_SETTINGS = { connections: 5, ratePerMinute: 600_000 };
export const TEST_SITE = "https://news.example";
export const TEST_SECRET = "a secret of at least thirty-two bytes, for tests";

const noOtherHosts: RemoteFetch & RemoteRead = async () => {
  throw new RemoteError("Its host could not be reached.", false);
};

const noReceivers: RemotePost = async () => {
  throw new RemoteError("Its host could not be reached.", false);
};

const noSuchName: LookUp = async (name) => {
  throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: "ENOTFOUND" });
};

const ASSETS: PageAssets = {
  stylesheet: "/assets/site.css",
  entry: "/assets/site.js",
  fonts: () => [],
  arabicFonts: [],
  start: "/start.js",
  pageScripts: () => [],
  admin: { stylesheet: "/assets/admin/admin.css", entry: "/assets/admin/admin.js", fonts: [] },
};

type Settings = {
  clock?: Clock;
  marketDataUrl?: string;
  rateLimits?: boolean;
  isStaging?: boolean;
  trustProxy?: TrustedProxies;
  siteUrl?: string;
  siteLanguage?: BuiltInLanguage;
  /** Where readers write to until the newsroom sets it; empty for nowhere. */
  defaultContact?: string;
  /** The path of a file of the publication's own texts. */
  publicationFile?: string;
  /** Wraps the storage, to make it fail. */
  guardStorage?: (storage: Storage) => Storage;
  /** What runs the image worker, and its time limit. */
  imageProcess?: Partial<ImageProcessSettings>;
  /** Where mail goes; files in a folder of the test by default. */
  transport?: MailTransport | ((servers: MailServers, files: MailTransport) => MailTransport);
  mail?: Partial<FeatureEnv["mail"] & MailVariables>;
  asksToConfirm?: boolean;
  timeouts?: Partial<ClientTimeouts>;
  purge?: FeatureEnv["purge"];
  /** Which services get changes; none by default. */
  announce?: Partial<FeatureEnv["announce"]>;
  provider?: FeatureEnv["provider"];
  /** The site's secret, and former ones. */
  secrets?: { secretKey: string; previousKeys: string[] };
  /** What answers for other hosts; by default none can be reached. */
  fetchRemote?: RemoteFetch;
  /** What answers for hosts of feeds; by default none can be reached. */
  readRemote?: RemoteRead;
  /** What answers for receivers of webhooks; by default none can be reached. */
  postRemote?: RemotePost;
  /** Makes a backup; by default one without files. */
  runBackup?: (place: string) => Promise<void>;
  /** Works on imports; by default this process does. */
  importProcess?: ImportProcess;
  /** What name servers answer; by default they know no name. */
  lookUpTxt?: LookUp;
  /** The folder of the demo content, if not the program's. */
  demoDir?: string;
  /** The folder of everything that the server writes; a new one by default. */
  dataDir?: string;
  /** A browser build; by default there is none. */
  clientDir?: string;
  /** Receives the lines of the log; by default there is none. */
  logLine?: (line: string) => void;
};

/** The whole server on a test's database, not listening: called by `app.inject`. */
export type TestApp = {
  app: FastifyInstance;
  store: DeskStore;
  views: ArticleCounters;
  ads: AdCounters;
  market: Features["market"]["market"];
  storage: Storage;
  /** The outbox, and the server's periodic work on mail. */
  mail: Pick<Features["mail"], "mailQueue" | "mailer"> & {
    advanceIssues: () => Promise<void>;
    removeOldMails: () => Promise<void>;
  };
  /** The files of the mails sent so far, in order, if no transport is given. */
  mailFiles: () => string[];
  /** Names of the files in the storage. */
  storedFiles: () => string[];
  clock: Clock;
  /** Publishes the updates that are due, as the server does by itself. */
  publishDue: () => Promise<void>;
  /** Tells open windows who has come and gone elsewhere. */
  pollPresence: () => Promise<void>;
  /** Asks for the pictures of ad spaces and portraits, and fetches all that is due from other hosts. */
  fetchRemoteItems: () => Promise<void>;
  /** Puts the links to set a new password that were asked for into the outbox. */
  queueResets: () => Promise<void>;
  /** Sends the links to set a new password that were asked for. */
  sendResets: () => Promise<void>;
  /** Sends the notifications that are to be told by mail. */
  sendNotifications: () => Promise<void>;
  /** Derives what an older program has written, as the server does after its start. */
  deriveAgain: () => Promise<void>;
  /** Tells whatever indexes names of authors of their new ones. */
  reindexAuthors: () => Promise<void>;
  retagTopics: () => Promise<void>;
  /** Re-encrypts what a former key has encrypted. */
  reencryptSecrets: () => Promise<void>;
  /** Puts what was recorded into the audit log's chain, and removes what is old. */
  sealAudit: () => Promise<void>;
  pruneAudit: () => Promise<void>;
  /** Stores the counts of followed redirects and missing addresses. */
  writeRedirectCounts: () => Promise<void>;
  /** Does all the work on imports that is due, as the server does by itself. */
  runImports: () => Promise<void>;
  /** Removes what is kept about persons and has had its time. */
  runJob: (name: string) => Promise<void>;
  sweepRetention: () => Promise<void>;
  /** Notices changes and tells the purge service of them, as the server does by itself. */
  runPurges: () => Promise<void>;
  /** Sends changes that are due to search engines and hubs, as the server does by itself. */
  runAnnouncements: () => Promise<void>;
  /** Sends the webhooks that are due, as the server does by itself. */
  deliverWebhooks: () => Promise<void>;
};

/** Builds the app under test; it is closed when the test ends. */
export async function startTestApp(database: Database, settings: Settings = {}): Promise<TestApp> {
  const clock = settings.clock ?? testClock();
  const folder = settings.dataDir ?? mkdtempSync(join(tmpdir(), "jarida-app-"));
  const { logLine } = settings;
  const logger = Fastify({
    logger: logLine ? { level: "info", stream: { write: logLine } } : { level: "silent" },
  }).log;
  const { guardStorage = (inner) => inner } = settings;
  const storage = guardStorage(localStorage(join(folder, "media")));
  const images = imageWorker({ workerPath: IMAGE_WORKER, fonts: NO_FONTS, ...settings.imageProcess });
  const content = openContent(settings.siteUrl ?? TEST_SITE);
  const { fetchRemote = noOtherHosts, readRemote = noOtherHosts, postRemote = noReceivers } = settings;
  const stores = { database, clock, storage, images, guardPublication, content, fetchRemote, readRemote, postRemote };
  const env = {
    siteUrl: settings.siteUrl ?? TEST_SITE,
    siteName: "Jarida",
    siteLanguage: settings.siteLanguage ?? "en",
    publicEmail: settings.defaultContact ?? CONTACT_EMAIL,
    social: ["Twitter", "Facebook", "LinkedIn", "Instagram"].map((label) => ({ label, url: "" })),
    secretKey: TEST_SECRET,
    previousKeys: [],
    ...settings.secrets,
    rateLimits: settings.rateLimits ?? false,
    trustProxy: settings.trustProxy ?? 0,
    isStaging: settings.isStaging,
    hasOffline: true,
    pageCacheBytes: PAGE_CACHE_BYTES,
    confirmSubscribers: settings.asksToConfirm ?? false,
    marketDataUrl: settings.marketDataUrl ?? NO_EXCHANGE,
    publication: readPublication(settings.publicationFile),
    purge: settings.purge,
    announce: { indexNowUrl: undefined, hub: undefined, ...settings.announce },
    provider: settings.provider,
    mail: {
      smtpUrl: undefined,
      allowsAnyHost: true,
      from: MAIL_FROM,
      contactEmail: settings.defaultContact ?? CONTACT_EMAIL,
      ...MAIL_SETTINGS,
      ...settings.mail,
    },
  };
  const mailServers = await openMailServers(database, env.mail, env);
  const files = mailFiles(localStorage(join(folder, "outbox")));
  const features = await composeFeatures({
    env,
    stores,
    mailServers,
    transport:
      typeof settings.transport === "function" ? settings.transport(mailServers, files) : (settings.transport ?? files),
    log: logger,
    demoDir: settings.demoDir ?? DEMO_DIR,
    exporter: exporterHere(stores, join(folder, "exports"), settings.siteUrl ?? TEST_SITE),
    backups: { folder: join(folder, "backups"), dataDir: folder, run: settings.runBackup ?? emptyBackup },
    importProcess: settings.importProcess,
    lookUp: settings.lookUpTxt ?? noSuchName,
  });
  const app = await createApp({
    env,
    database,
    clock,
    images,
    features,
    renderer: { renderPage, renderFramed, assets: ASSETS },
    clientDir: settings.clientDir,
    keptAssets: keptAssetsIn(folder),
    logger,
    ...(settings.timeouts ? { timeouts: settings.timeouts } : {}),
  });
  checkResponses(app);
  const jobs = jobsOf(features).map(features.system.watchJob);
  onTestFinished(async () => {
    await features.mail.mailer.stop();
    await app.close();
    await closeFeatures(features, logger);
    images.close();
    await content.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    app,
    store: stores,
    views: features.articles.views,
    ads: features.ads.counters,
    market: features.market.market,
    storage,
    mail: {
      ...features.mail,
      advanceIssues: () => runJob(jobsOf(features), "issues"),
      removeOldMails: () => runJob(jobsOf(features), "old mail"),
    },
    mailFiles: () => filesBelow(join(folder, "outbox")).sort(),
    storedFiles: () => filesBelow(join(folder, "media")),
    clock,
    publishDue: () => runJob(jobsOf(features), "scheduled updates"),
    pollPresence: () => runJob(jobsOf(features), "presence"),
    async fetchRemoteItems() {
      await runJob(jobsOf(features), "pictures on other hosts");
      for (const kind of [...LANE_KINDS, ...LINK_KINDS]) await runJob(jobsOf(features), `${kind} tasks`);
    },
    queueResets: () => runJob(jobsOf(features), "password-reset tasks"),
    async sendResets() {
      await runJob(jobsOf(features), "password-reset tasks");
      await features.mail.mailer.drain();
    },
    async sendNotifications() {
      await runJob(jobsOf(features), "notification tasks");
      await features.mail.mailer.drain();
    },
    reindexAuthors: () => runJob(jobsOf(features), "reindex-author tasks"),
    retagTopics: () => runJob(jobsOf(features), "reindex-topic tasks"),
    reencryptSecrets: () => runJob(jobsOf(features), "authenticator secrets of a former key"),
    sealAudit: () => runJob(jobsOf(features), "audit chain"),
    pruneAudit: () => runJob(jobsOf(features), "old audit entries"),
    writeRedirectCounts: () => runJob(jobsOf(features), "redirect counters"),
    runImports: () => runJob(jobs, jobs.find(({ name }) => name.startsWith("import-"))?.name ?? ""),
    runJob: (name: string) => runJob(jobs, name),
    sweepRetention: () => runJob(jobsOf(features), "retention"),
    deriveAgain: () => runJob(jobsOf(features), "contents of an older program"),
    async runAnnouncements() {
      const names = jobsOf(features).map(({ name }) => name);
      for (const kind of [INDEXNOW_TASK, WEBSUB_TASK])
        for (const name of [`changes for ${kind}`, `${kind} tasks`])
          if (names.includes(name)) await runJob(jobsOf(features), name);
    },
    deliverWebhooks: features.webhooks.deliverDue,
    async runPurges() {
      await runJob(jobsOf(features), "changes to purge");
      await runJob(jobsOf(features), "purge tasks");
    },
  };
}

/** Exports in this process, of the same database. */
function exporterHere({ database, storage, clock }: DeskStore, folder: string, url: string): Exporter {
  const site = { name: "Jarida", description: "News", url, language: "en", timeZone: "UTC" };
  return {
    folder,
    run(request, path, { onProgress }) {
      mkdirSync(folder, { recursive: true });
      return writeExport({ db: database.db, storage, site, now: clock.now() }, request, path, onProgress);
    },
  };
}

async function emptyBackup(place: string): Promise<void> {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "manifest.json"), JSON.stringify({ madeAt: new Date().toISOString(), files: [] }));
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
