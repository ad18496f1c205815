import type { FastifyBaseLogger } from "fastify";
import { cdnFeature } from "#app/cdn/feature.ts";
import type { Database } from "#db/open.ts";
import { redirectsFeature } from "#features/addresses/redirects/feature.ts";
import { adsFeature } from "#features/ads/feature.ts";
import { guardReplacement } from "#features/articles/desk/pictures.ts";
import { articlesFeature } from "#features/articles/feature.ts";
import { articleType, type DeskStore } from "#features/articles/type.ts";
import { auditFeature } from "#features/audit/feature.ts";
import { noticedIdeas } from "#features/calendar/budget/subscribers.ts";
import { calendarFeature } from "#features/calendar/routes.ts";
import { readAccents } from "#features/categories/queries.ts";
import { categoriesFeature } from "#features/categories/routes.ts";
import { contactFeature } from "#features/contact/feature.ts";
import { documentsFeature } from "#features/documents/feature.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { eventsFeature } from "#features/events/feature.ts";
import { openCrawlers } from "#features/feeds/crawlers/setting.ts";
import { discoveryFeature } from "#features/feeds/feature.ts";
import { GUESSING_WINDOW_MS } from "#features/identity/accounts/rules.ts";
import { identityFeature, identityLinks } from "#features/identity/feature.ts";
import { keysFeature } from "#features/keys/feature.ts";
import { mailFeature } from "#features/mail/feature.ts";
import type { SenderSettings } from "#features/mail/queries.ts";
import type { MailServers } from "#features/mail/server.ts";
import { marketFeature } from "#features/market/feature.ts";
import { mediaFeature } from "#features/media/feature.ts";
import { recordedKeys } from "#features/media/pictures/queries.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import { newsletterFeature } from "#features/newsletter/feature.ts";
import { issueDocument } from "#features/newsletter/issues/document.ts";
import { issuesBeingSent } from "#features/newsletter/issues/queries.ts";
import { mailLinks } from "#features/newsletter/rules.ts";
import { notificationsFeature } from "#features/notifications/feature.ts";
import { pageDocument } from "#features/pages/document.ts";
import { pagesFeature } from "#features/pages/routes.ts";
import { followTexts } from "#features/pages/upkeep.ts";
import { eraseAccount } from "#features/personal-data/commands.ts";
import { personalDataFeature } from "#features/personal-data/feature.ts";
import { recordFeature } from "#features/record/feature.ts";
import { searchFeature, suggestArticle } from "#features/search/feature.ts";
import { settingsFeature } from "#features/settings/feature.ts";
import { readPublisher } from "#features/settings/publication/queries.ts";
import { readAuditSettings } from "#features/settings/queries.ts";
import { openStaging } from "#features/settings/staging.ts";
import { openWords } from "#features/settings/words/queries.ts";
import { removeFirstEdition } from "#features/system/demo/commands.ts";
import { systemFeature } from "#features/system/feature.ts";
import type { LookUp } from "#features/system/mail-check/records.ts";
import type { Backups } from "#features/system/state/backups.ts";
import { tasksFeature } from "#features/tasks/feature.ts";
import { topicsFeature } from "#features/topics/routes.ts";
import type { Exporter } from "#features/transfer/exports/commands.ts";
import { transferFeature } from "#features/transfer/feature.ts";
import { importsFeature } from "#features/transfer/imports/feature.ts";
import type { ImportProcess } from "#features/transfer/imports/jobs.ts";
import { webhooksFeature } from "#features/webhooks/feature.ts";
import { wireFeature } from "#features/wire/feature.ts";
import { attemptsWithin } from "#platform/attempts.ts";
import type { Feature } from "#platform/feature.ts";
import type { MailTransport } from "#platform/mail.ts";
import type { PageRoutes } from "#platform/pages.ts";
import { requestCounts } from "#platform/request-counts.ts";
import type { Actor } from "#shared/actor.ts";
import type { Env } from "../env.ts";
import { defaultMenus } from "./default-menus.ts";
import { demoContent } from "./demo/edition.ts";
import {
  documentWith,
  itemListeners,
  PICTURE_USES,
  pictureReplacers,
  SHOWN_ADDRESSES,
  SHOWN_KEYS,
  scopesOfUse,
  visibleUses,
} from "./picture-uses.ts";
import type { Stores } from "./services.ts";
import { offlinePages } from "./site/offline-page.tsx";
import { siteDefaults, siteReader } from "./site-info.ts";

/** Every type of document. */
export const documentTypes = (store: DeskStore): readonly DocumentType[] => [
  articleType(store),
  issueDocument(store),
  pageDocument(store),
];

/** The settings that features use. */
export type FeatureEnv = Pick<
  Env,
  | "siteUrl"
  | "siteName"
  | "siteLanguage"
  | "publicEmail"
  | "social"
  | "secretKey"
  | "previousKeys"
  | "rateLimits"
  | "confirmSubscribers"
  | "marketDataUrl"
  | "publication"
  | "purge"
  | "announce"
  | "isStaging"
  | "provider"
> & { mail: Pick<Env["mail"], "connections" | "ratePerMinute" | "contactEmail"> & Pick<SenderSettings, "from"> };

export type FeatureParts = {
  env: FeatureEnv;
  stores: Stores;
  mailServers: MailServers;
  transport: MailTransport;
  log: FastifyBaseLogger;
  /** The folder of the demo content. */
  demoDir: string;
  backups: Backups;
  exporter: Exporter;
  /** Works on imports elsewhere; without it, this process does. */
  importProcess?: ImportProcess | undefined;
  /** Looks up records of the sender's domain. */
  lookUp: LookUp;
};

export type Features = Awaited<ReturnType<typeof composeFeatures>>;

/**
 * Creates all features: each takes what it needs of the same parts. `src/app` is the composition of the program: server,
 * site shell, admin shell and commands. It owns no table. The server, development and tests use this same list.
 */
export async function composeFeatures(given: FeatureParts) {
  const own = await partsOf(given);
  const mail = mailFeature(own);
  const parts = { ...own, mailQueue: mail.mailQueue };
  const identity = identityFeature(parts);
  const audit = auditFeature(parts);
  const record = recordFeature(parts);
  const site: Feature & Pick<typeof parts, "readSite" | "words"> = { readSite: parts.readSite, words: parts.words };
  const features = {
    identity,
    keys: keysFeature({ ...parts, counts: parts.testCounts }),
    audit,
    personalData: personalDataFeature({ ...parts, sealLog: audit.seal }),
    webhooks: webhooksFeature(parts),
    transfer: transferFeature({ ...parts, downloads: identity.downloads }),
    wire: wireFeature(parts),
    categories: categoriesFeature(parts),
    topics: topicsFeature(parts),
    imports: await importsFeature(parts),
    calendar: calendarFeature(parts),
    search: searchFeature(parts),
    redirects: redirectsFeature(parts),
    site,
    pages: pagesFeature(parts),
    settings: settingsFeature(parts),
    market: await marketFeature({ ...parts, url: given.env.marketDataUrl }),
    articles: articlesFeature({ ...parts, ...record.forArticles }),
    record,
    documents: documentsFeature(parts),
    notifications: notificationsFeature({ ...parts, kinds: [...parts.kinds, noticedIdeas] }),
    media: mediaFeature(parts),
    ads: adsFeature(parts),
    newsletter: newsletterFeature(parts),
    contact: contactFeature(parts),
    mail,
    cdn: cdnFeature(parts),
    tasks: tasksFeature(parts),
    events: eventsFeature(parts),
    system: systemFeature({ ...parts, downloads: identity.downloads, confirm: identity.confirm }),
    limits: { counts: parts.counts, jobs: parts.counts.jobs },
    offline: { pages: offlinePages },
  };
  return { ...features, feeds: discoveryFeature({ ...parts, listPages: sitemapOf(features) }) };
}

/** What features are created from: the operator's settings, the stores, and what a feature needs from those above it. */
async function partsOf({ env, stores, transport, log, demoDir, ...others }: FeatureParts) {
  const { database, clock } = stores;
  const { secretKey, siteUrl, siteName, siteLanguage, mail } = env;
  const { from, contactEmail } = mail;
  const guesses = attemptsWithin(database, clock, GUESSING_WINDOW_MS);
  const counts = requestCounts(database, clock, secretKey);
  const language = siteLanguage === "en" ? undefined : siteLanguage;
  const words = await openWords(database);
  const readSite = siteReader({ database, clock, words }, env);
  return {
    ...env,
    ...stores,
    ...others,
    ...pictureParts(stores),
    ...textParts(env, stores, demoDir),
    ...mailParts(env, stores),
    log,
    transport,
    forgetMail: transport.forget,
    staging: await openStaging(database, env.isStaging),
    crawlers: await openCrawlers({ database, clock, siteUrl }),
    secure: siteUrl.startsWith("https:"),
    language,
    /** The operator's settings of the site in mails, which apply until the newsroom changes them. */
    site: { name: siteName, url: siteUrl, language },
    words,
    readSite,
    readSymbols: readSite.symbols,
    sender: { from, siteName },
    contactEmail,
    guesses,
    attempts: env.rateLimits ? guesses : undefined,
    counts,
    testCounts: env.rateLimits ? counts : undefined,
    kinds: documentTypes(stores),
    erase: (by: Actor, id: number) => eraseAccount({ ...stores, forgetMail: transport.forget }, by, id),
    retentionDays: async () => (await readAuditSettings(database.db)).retention_days,
    suggest: suggestArticle(stores),
  };
}

/** What shows the publication's settings, and what the first start stored. */
function textParts(env: FeatureEnv, stores: Stores, demoDir: string) {
  const { database, clock } = stores;
  const defaults = siteDefaults(env);
  const store = { ...stores, demo: () => demoContent(demoDir), pictureUses: PICTURE_USES };
  return {
    ...store,
    siteDefaults: defaults,
    onSiteChange: async () => followTexts(stores, await readPublisher(database.db, env.publication, defaults)),
    readAccents,
    readDefaultMenus: (db: Database["db"]) => defaultMenus(db, clock.now()),
    removeDemo: removeFirstEdition(store),
  };
}

/** What other features report about pictures they show. */
const pictureParts = (stores: Stores) => ({
  pictureUses: PICTURE_USES,
  shownKeys: SHOWN_KEYS,
  shownAddresses: SHOWN_ADDRESSES,
  scopesOfUse,
  findStored: recordedKeys,
  pictureReplacers: pictureReplacers(stores),
  guardReplacement: (picture: Parameters<typeof guardReplacement>[1]) => guardReplacement(stores, picture),
  visibleUses: (actor: Actor, uses: PictureUse[]) => visibleUses(stores, actor, uses),
  itemListeners: itemListeners(stores),
  documentWith,
});

/** How mails are sent, with the links that are filled in while they are sent. */
const mailParts = ({ secretKey, previousKeys, siteUrl, siteName, mail }: FeatureEnv, { database }: Stores) => ({
  openIssues: () => issuesBeingSent(database.db),
  settings: {
    ...mail,
    siteName,
    listId: `newsletter.${new URL(siteUrl).hostname}`,
    links: mailLinks(secretKey, siteUrl),
    seededLinks: identityLinks({ secretKey, previousKeys }, siteUrl),
  },
});

type Composed = Record<string, Feature>;

/** All features' parts of one kind. */
const all =
  <Part extends "routes" | "siteRoutes" | "jobs">(part: Part) =>
  (features: Composed): NonNullable<Feature[Part]>[number][] =>
    Object.values(features).flatMap((feature) => (feature[part] ?? []) as NonNullable<Feature[Part]>[number][]);

/** The endpoints of all features, below `/api`. */
export const apiRoutesOf = all("routes");

/** The routes of all features outside `/api`. */
export const siteRoutesOf = all("siteRoutes");

/** The background jobs of all features. */
export const jobsOf = all("jobs");

/** The pages without scripts of all features. */
export const pagesOf = (features: Composed): PageRoutes =>
  Object.assign({}, ...Object.values(features).map(({ pages }) => pages));

/** What the sitemap lists of all features. */
const sitemapOf =
  (features: Composed): NonNullable<Feature["sitemap"]> =>
  async (seen) =>
    (await Promise.all(Object.values(features).map((feature) => feature.sitemap?.(seen) ?? []))).flat();

/** Closes every feature, even if another one fails; failures are logged. */
export async function closeFeatures(features: Features, log: FastifyBaseLogger): Promise<void> {
  const close = async ([name, feature]: [string, Feature]) => {
    try {
      await feature.close?.();
    } catch (error) {
      log.error({ err: error, feature: name }, "a feature could not be closed; unwritten data was lost");
    }
  };
  await Promise.all(Object.entries(features).map(close));
}
