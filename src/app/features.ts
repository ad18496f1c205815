import type { FastifyBaseLogger } from "fastify";
import { cdnFeature } from "#app/cdn/feature.ts";
import { redirectsFeature } from "#features/addresses/redirects/feature.ts";
import { adsFeature } from "#features/ads/feature.ts";
import { guardReplacement } from "#features/articles/desk/pictures.ts";
import { articlesFeature } from "#features/articles/feature.ts";
import { findSlug } from "#features/articles/queries.ts";
import { articleType, type DeskStore } from "#features/articles/type.ts";
import { auditFeature } from "#features/audit/feature.ts";
import { calendarRoutes, overviewRoutes } from "#features/calendar/routes.ts";
import { replaceFirstCategories } from "#features/categories/commands.ts";
import { categoryRoutes } from "#features/categories/routes.ts";
import { contactFeature } from "#features/contact/feature.ts";
import { documentsFeature } from "#features/documents/feature.ts";
import { isRemoved } from "#features/documents/trash/queries.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { eventsFeature } from "#features/events/feature.ts";
import { discoveryFeature } from "#features/feeds/feature.ts";
import { GUESSING_WINDOW_MS } from "#features/identity/accounts/rules.ts";
import { emailLinks, resetLinks } from "#features/identity/credentials/rules.ts";
import { identityFeature } from "#features/identity/feature.ts";
import { joinLinks } from "#features/identity/people/commands.ts";
import type { SetupParts } from "#features/identity/setup/commands.ts";
import { keysFeature } from "#features/keys/feature.ts";
import { mailFeature } from "#features/mail/feature.ts";
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
import { eraseAccount } from "#features/personal-data/commands.ts";
import { personalDataFeature } from "#features/personal-data/feature.ts";
import { type RecordFeature, recordFeature } from "#features/record/feature.ts";
import { heldAt } from "#features/record/holdings/queries.ts";
import { lastRemoval } from "#features/record/queries.ts";
import { searchFeature } from "#features/search/feature.ts";
import { similarIds } from "#features/search/queries.ts";
import { settingsFeature } from "#features/settings/feature.ts";
import { readAddressSite, readAuditSettings } from "#features/settings/queries.ts";
import { openStaging, type Staging } from "#features/settings/staging.ts";
import { type DemoStore, removeDemoIn } from "#features/system/demo/commands.ts";
import { systemFeature } from "#features/system/feature.ts";
import type { LookUp } from "#features/system/mail-check/records.ts";
import type { Backups } from "#features/system/state/backups.ts";
import { tasksFeature } from "#features/tasks/feature.ts";
import { topicRoutes } from "#features/topics/routes.ts";
import { attemptsWithin } from "#platform/attempts.ts";
import type { Feature } from "#platform/feature.ts";
import type { MailTransport } from "#platform/mail.ts";
import { requestCounts } from "#platform/request-counts.ts";
import type { Job } from "#platform/scheduler.ts";
import type { Actor } from "#shared/actor.ts";
import { articlePath, type SiteInfo } from "#shared/page.ts";
import { textIn } from "#shared/translate.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { Env } from "../env.ts";
import { defaultMenus } from "./default-menus.ts";
import { demoContent } from "./demo/edition.ts";
import {
  itemListeners,
  PICTURE_USES,
  pictureReplacers,
  SHOWN_ADDRESSES,
  SHOWN_KEYS,
  scopesOfUse,
  visibleUses,
} from "./picture-uses.ts";
import type { Stores } from "./services.ts";
import { type ReadSite, siteDefaults, siteReader } from "./site-info.ts";

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
> & { mail: Pick<Env["mail"], "smtpUrl" | "from" | "connections" | "ratePerMinute" | "contactEmail"> };

export type FeatureParts = {
  env: FeatureEnv;
  stores: Stores;
  transport: MailTransport;
  log: FastifyBaseLogger;
  /** The folder of the demo content. */
  demoDir: string;
  backups: Backups;
  /** Looks up records of the sender's domain. */
  lookUpTxt: LookUp;
};

export type Features = Awaited<ReturnType<typeof composeFeatures>>;

/**
 * Creates all features and connects them: a feature that needs something from one above it gets it here as a
 * parameter. `src/app` is the composition of the program: server, site shell, admin shell and commands. It owns no
 * table. The server, development and tests use this same list.
 */
export async function composeFeatures({ env, stores, transport, log, demoDir, backups, lookUpTxt }: FeatureParts) {
  const { database, clock } = stores;
  const { secretKey, previousKeys, siteUrl, siteName, provider } = env;
  const base = { database, clock, log, staging: await openStaging(database, env.isStaging) };
  const secure = siteUrl.startsWith("https:");
  const sendsMail = env.mail.smtpUrl !== undefined;
  const guesses = attemptsWithin(database, clock, GUESSING_WINDOW_MS);
  const attempts = env.rateLimits ? guesses : undefined;
  const counts = requestCounts(database, clock, secretKey);
  const testCounts = env.rateLimits ? counts : undefined;
  const site = mailedSite(env);
  const mail = mailFeature({ ...base, site, transport, ...mailSettings(env, stores) });
  const { mailQueue } = mail;
  const mailCheck = { ...base, ...systemSettings(env), mailQueue, testCounts, lookUp: lookUpTxt };
  const forms = { database, clock, mailQueue, secretKey, previousKeys, attempts };
  const record = recordFeature({ ...stores, language: site.language });
  const audit = auditFeature({ ...base, retentionDays: daysOfAudit(stores) });
  const kinds = documentTypes(stores);
  const publication = await publicationFeatures(env, stores, base);
  const demo = demoStore(stores, demoDir, publication.pages.followTexts);
  const facts = { siteName, siteUrl, secure, sendsMail, provider };
  const identity = identityFeature({
    ...base,
    ...forms,
    ...facts,
    guesses,
    siteDefaults: siteDefaults(env),
    removeDemo: removeFirstEdition(demo),
    onSiteChange: demo.onSiteChange,
    erase: (by, id) => eraseAccount({ ...stores, forgetMail: transport.forget }, by, id),
  });
  return {
    identity,
    keys: keysFeature({ database, clock, log, counts: testCounts }),
    audit,
    personalData: personalDataFeature({ ...base, sealLog: audit.seal }),
    categories: { routes: [categoryRoutes(stores)] },
    topics: { routes: [topicRoutes(stores)] },
    calendar: { routes: [calendarRoutes({ database, clock }), overviewRoutes({ database, clock, kinds })] },
    search: searchFeature({ database, clock }),
    redirects: redirectsFeature({ database, clock, siteUrl, secretKey, suggest: suggestArticle(stores) }),
    ...publication,
    articles: articlesFeature({ store: stores, secretKey, log, heldAt, ...partsOfArticles(record, stores, site) }),
    record,
    documents: documentsFeature({ store: stores, kinds, siteUrl, log }),
    notifications: notificationsFeature({ ...base, kinds, mailQueue: sendsMail ? mailQueue : null }),
    media: mediaFeature({ store: mediaStore(stores, siteUrl), shownAddresses: SHOWN_ADDRESSES, secure, log }),
    ads: adsFeature({ database, clock, secretKey, siteUrl }),
    newsletter: newsletterFeature({
      list: { ...forms, asksToConfirm: env.confirmSubscribers },
      issues: { ...stores, mailQueue, secretKey, previousKeys, secure, testCounts },
      forgetMail: transport.forget,
      log,
    }),
    contact: contactFeature({ ...forms, contactEmail: env.mail.contactEmail }),
    mail,
    cdn: cdnFeature({ ...base, purge: env.purge }),
    tasks: tasksFeature({ database, clock }),
    events: eventsFeature({ database, clock }),
    system: systemFeature({ demo, state: { ...base, backups, downloads: identity.downloads }, mail: mailCheck, log }),
    limits: { counts, jobs: counts.jobs },
  };
}

/** What the screens of mail and the list of what is still to do show of the operator's settings. */
const systemSettings = (env: FeatureEnv) => ({ ...mailSender(env), defaults: siteDefaults(env) });

const demoStore = (stores: Stores, folder: string, onSiteChange: () => Promise<void>) => ({
  ...stores,
  demo: () => demoContent(folder),
  pictureUses: PICTURE_USES,
  onSiteChange,
});

/** Removes what the first start stored for a publication about technology, with its sections. */
const removeFirstEdition =
  (store: DemoStore & Stores): SetupParts["removeDemo"] =>
  async (trx, by, language) => {
    await removeDemoIn(trx, store, by);
    await replaceFirstCategories(trx, store, by, textIn(language)("News"));
  };

/** The features that show what the newsroom says about its publication. */
async function publicationFeatures(
  env: FeatureEnv,
  stores: Stores,
  base: { log: FastifyBaseLogger; staging: Staging },
) {
  const { database, clock } = stores;
  const { siteUrl, secretKey } = env;
  const readSite = siteReader(database, clock, env);
  const defaults = siteDefaults(env);
  const pages = pagesFeature({ store: stores, texts: env.publication, siteDefaults: defaults });
  const site: Feature & { readSite: ReadSite } = { readSite };
  return {
    site,
    pages,
    feeds: discoveryFeature({
      ...stores,
      ...base,
      siteUrl,
      readSite,
      secretKey,
      contactEmail: env.mail.contactEmail,
      announce: env.announce,
    }),
    settings: settingsFeature({
      store: { database, clock, findStored: recordedKeys },
      ...env,
      defaults,
      onSiteChange: pages.followTexts,
      readDefaultMenus: (db) => defaultMenus(db, clock.now()),
    }),
    market: await marketFeature({
      database,
      clock,
      log: base.log,
      url: env.marketDataUrl,
      readSymbols: readSite.symbols,
    }),
  };
}

const mailSender = ({ mail, siteName }: FeatureEnv) => ({
  sender: { from: mail.from, siteName },
  smtpUrl: mail.smtpUrl,
});

const daysOfAudit =
  ({ database: { db } }: Stores) =>
  async () =>
    (await readAuditSettings(db)).retention_days;

/** The article that words of an address may mean, at its canonical path. */
const suggestArticle =
  ({ database, clock }: Stores) =>
  async (viewer: Viewer, words: string[]): Promise<string | null> => {
    const [id] = await similarIds(database, viewer, clock.now(), words, 1);
    const slug = id === undefined ? undefined : await findSlug(database.db, viewer, clock.now(), id);
    return id === undefined ? null : articlePath(await readAddressSite(database.db), { id, slug });
  };

/** What articles show of the record, which is a feature above them, and the language of the site. */
const partsOfArticles = (
  { pageRecord, findDisclosures }: RecordFeature,
  { database: { db }, clock }: Stores,
  { language }: Pick<SiteInfo, "language">,
) => ({
  siteLanguage: language,
  pageRecord,
  findDisclosures,
  findRemoval: async (id: number) =>
    (await isRemoved(db, { type: "article", id })) ? { at: await lastRemoval(db, clock.now(), id) } : undefined,
});

/** The stores of pictures, with what other features report about pictures they show. */
const mediaStore = (stores: Stores, siteUrl: string) => ({
  ...stores,
  siteUrl,
  pictureUses: PICTURE_USES,
  shownKeys: SHOWN_KEYS,
  scopesOfUse,
  pictureReplacers: pictureReplacers(stores),
  guardReplacement: (picture: Parameters<typeof guardReplacement>[1]) => guardReplacement(stores, picture),
  visibleUses: (actor: Actor, uses: PictureUse[]) => visibleUses(stores, actor, uses),
  itemListeners: itemListeners(stores),
});

/** How mails are sent, with the links that are filled in while they are sent. */
/** The operator's settings of the site in mails, which apply until the newsroom changes them. */
const mailedSite = ({ siteName, siteUrl, siteLanguage }: FeatureEnv) => ({
  name: siteName,
  url: siteUrl,
  language: siteLanguage === "en" ? undefined : siteLanguage,
});

function mailSettings({ secretKey, previousKeys, siteUrl, siteName, mail }: FeatureEnv, { database }: Stores) {
  const secrets = { secretKey, previousKeys };
  return {
    openIssues: () => issuesBeingSent(database.db),
    settings: {
      from: mail.from,
      siteName,
      connections: mail.connections,
      ratePerMinute: mail.ratePerMinute,
      listId: `newsletter.${new URL(siteUrl).hostname}`,
      links: mailLinks(secretKey, siteUrl),
      seededLinks: {
        reset: resetLinks(secrets, siteUrl),
        invitation: joinLinks(secrets, siteUrl),
        "email-change": emailLinks(secrets, siteUrl),
      },
    },
  };
}

const list = (features: Features): [name: string, feature: Feature][] => Object.entries(features);

/** The endpoints of all features, below `/api`. */
export const apiRoutesOf = (features: Features) => list(features).flatMap(([, { routes = [] }]) => routes);

/** The routes of all features outside `/api`. */
export const siteRoutesOf = (features: Features) => list(features).flatMap(([, { siteRoutes = [] }]) => siteRoutes);

/** The background jobs of all features. */
export const jobsOf = (features: Features): Job[] => list(features).flatMap(([, { jobs = [] }]) => jobs);

/** Closes every feature, even if another one fails; failures are logged. */
export async function closeFeatures(features: Features, log: FastifyBaseLogger): Promise<void> {
  const close = async ([name, feature]: [string, Feature]) => {
    try {
      await feature.close?.();
    } catch (error) {
      log.error({ err: error, feature: name }, "a feature could not be closed; unwritten data was lost");
    }
  };
  await Promise.all(list(features).map(close));
}
