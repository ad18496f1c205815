import type { FastifyBaseLogger } from "fastify";
import { cdnFeature } from "#app/cdn/feature.ts";
import { adsFeature } from "#features/ads/feature.ts";
import { authorsFeature } from "#features/articles/authors/feature.ts";
import { articlesFeature } from "#features/articles/feature.ts";
import { frontPageFeature } from "#features/articles/home/feature.ts";
import { readHomeList } from "#features/articles/home/queries.ts";
import { auditFeature } from "#features/audit/feature.ts";
import { calendarFeature } from "#features/calendar/feature.ts";
import { categoriesFeature } from "#features/categories/feature.ts";
import { contactFeature } from "#features/contact/feature.ts";
import { bulkFeature } from "#features/documents/bulk/feature.ts";
import { deskFeature } from "#features/documents/desk/feature.ts";
import { guardReplacement } from "#features/documents/desk/pictures.ts";
import { notesFeature } from "#features/documents/notes/feature.ts";
import { presenceFeature } from "#features/documents/presence/feature.ts";
import { reviewRequestsFeature } from "#features/documents/requests/feature.ts";
import { guardCorrection, guardProfile } from "#features/documents/review/commands.ts";
import { reviewFeature } from "#features/documents/review/feature.ts";
import { trashFeature } from "#features/documents/trash/feature.ts";
import { isRemoved } from "#features/documents/trash/queries.ts";
import { discoveryFeature } from "#features/feeds/feature.ts";
import { accountsFeature } from "#features/identity/accounts/feature.ts";
import { GUESSING_WINDOW_MS } from "#features/identity/accounts/rules.ts";
import type { SessionStore } from "#features/identity/accounts/session-store.ts";
import { accountNotices } from "#features/identity/credentials/commands.ts";
import { credentialsFeature } from "#features/identity/credentials/feature.ts";
import { emailLinks, resetLinks } from "#features/identity/credentials/rules.ts";
import { peopleFeature } from "#features/identity/people/feature.ts";
import { joinLinks } from "#features/identity/people/rules.ts";
import { removeUser } from "#features/identity/single-sign-on/commands.ts";
import { singleSignOnFeature } from "#features/identity/single-sign-on/feature.ts";
import type { Postbox } from "#features/mail/commands.ts";
import { outboxFeature } from "#features/mail/feature.ts";
import { marketFeature } from "#features/market/feature.ts";
import { pictureFeature } from "#features/media/pictures/feature.ts";
import { remoteFeature } from "#features/media/remote/feature.ts";
import { audienceFeature } from "#features/newsletter/audience/feature.ts";
import { newsletterFeature } from "#features/newsletter/feature.ts";
import { issuesFeature } from "#features/newsletter/issues/feature.ts";
import { issuesBeingSent } from "#features/newsletter/issues/queries.ts";
import { mailLinks } from "#features/newsletter/rules.ts";
import { notificationsFeature } from "#features/notifications/feature.ts";
import { eraseAccount } from "#features/personal-data/commands.ts";
import { personalDataFeature } from "#features/personal-data/feature.ts";
import { recordFeature } from "#features/record/feature.ts";
import { holdingsFeature } from "#features/record/holdings/feature.ts";
import { heldAt } from "#features/record/holdings/queries.ts";
import { lastRemoval } from "#features/record/queries.ts";
import { searchFeature } from "#features/search/feature.ts";
import { settingsFeature } from "#features/settings/feature.ts";
import { publicationFeature } from "#features/settings/publication/feature.ts";
import { readAuditSettings, readRetention } from "#features/settings/queries.ts";
import { tasksFeature } from "#features/tasks/feature.ts";
import { type Attempts, attemptsWithin } from "#platform/attempts.ts";
import type { Feature } from "#platform/feature.ts";
import type { MailTransport } from "#platform/mail.ts";
import { requestCounts } from "#platform/request-counts.ts";
import type { Job } from "#platform/scheduler.ts";
import type { Actor } from "#shared/actor.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Env } from "../env.ts";
import { PICTURE_USES, pictureReplacers, SHOWN_KEYS, scopesOfUse, visibleUses } from "./picture-uses.ts";
import { itemListeners, SHOWN_ADDRESSES } from "./remote-uses.ts";
import type { Stores } from "./services.ts";
import { siteInfo } from "./site-info.ts";

/** The settings that features use. */
export type FeatureEnv = Pick<
  Env,
  | "siteUrl"
  | "siteName"
  | "publicEmail"
  | "social"
  | "secretKey"
  | "previousKeys"
  | "rateLimits"
  | "confirmSubscribers"
  | "marketDataUrl"
  | "publication"
  | "purge"
  | "provider"
> & { mail: Pick<Env["mail"], "smtpUrl" | "from" | "connections" | "ratePerMinute" | "contactEmail"> };

export type FeatureParts = { env: FeatureEnv; stores: Stores; transport: MailTransport; log: FastifyBaseLogger };

export type Features = Awaited<ReturnType<typeof composeFeatures>>;

/** All features of the program. The server, development and tests are built from this same list. */
export async function composeFeatures({ env, stores, transport, log }: FeatureParts) {
  const { database, clock, content } = stores;
  const { secretKey, previousKeys, siteUrl } = env;
  const site = siteInfo(env);
  const secure = siteUrl.startsWith("https:");
  const attempts = attemptsWithin(database, clock, GUESSING_WINDOW_MS);
  const counts = requestCounts(database, clock, secretKey);
  const outbox = openOutbox({ env, stores, transport, log }, site);
  const { postbox } = outbox;
  const record = recordFeature({ database, clock, content, guardCorrection: guardCorrection(clock) });
  const testCounts = env.rateLimits ? counts : undefined;
  const forms = { database, clock, postbox, secretKey, previousKeys, attempts: env.rateLimits ? attempts : undefined };
  return {
    ...openAccounts({ env, stores, transport, log }, { ...forms, guesses: attempts }),
    categories: categoriesFeature(stores),
    calendar: calendarFeature({ database, clock }),
    search: searchFeature({ database, clock }),
    discovery: discoveryFeature({ database, clock, site, content }),
    articles: articlesFeature({
      store: stores,
      secretKey,
      log,
      pageRecord: record.pageRecord,
      findDisclosures: record.findDisclosures,
      findHomeList: (viewer, list) => readHomeList(database.db, viewer, clock.now(), list),
      findRemoval: async (id) =>
        (await isRemoved(database.db, id)) ? { at: await lastRemoval(database.db, clock.now(), id) } : undefined,
    }),
    trash: trashFeature(stores),
    record,
    authors: authorsFeature({ database, clock, heldAt }),
    bulk: bulkFeature(stores),
    frontPage: frontPageFeature(stores),
    ...openDesk({ env, stores, transport, log }, postbox),
    settings: settingsFeature({ database, clock }),
    pictures: pictureFeature({
      store: {
        ...stores,
        ...{ pictureUses: PICTURE_USES, shownKeys: SHOWN_KEYS, scopesOfUse, visibleUses },
        pictureReplacers: pictureReplacers(stores),
        guardReplacement: (picture) => guardReplacement(stores, picture),
        visibleUses: (actor, uses) => visibleUses(stores, actor, uses),
      },
      secure,
      log,
    }),
    remote: remoteFeature({
      store: { ...stores, siteUrl, itemListeners: itemListeners(stores) },
      shownAddresses: SHOWN_ADDRESSES,
      log,
    }),
    ads: adsFeature({ database, clock, secretKey, siteUrl }),
    market: await marketFeature({ database, clock, url: env.marketDataUrl, log }),
    publication: publicationFeature(env),
    newsletter: newsletterFeature({ ...forms, asksToConfirm: env.confirmSubscribers }),
    audience: audienceFeature({ database, clock, postbox, forgetMail: transport.forget, log }),
    issues: issuesFeature({ ...stores, postbox, secretKey, previousKeys, secure, log, testCounts }),
    contact: contactFeature({ ...forms, contactEmail: env.mail.contactEmail }),
    outbox,
    cdn: cdnFeature({ database, clock, log, purge: env.purge }),
    tasks: tasksFeature({ database, clock }),
    limits: { counts, jobs: counts.jobs },
  };
}

/** What people do with articles together before these are published. */
function openDesk({ env, stores, log }: FeatureParts, postbox: Postbox) {
  const { database, clock } = stores;
  const sendsMail = env.mail.smtpUrl !== undefined;
  return {
    desk: deskFeature({ store: stores, siteUrl: env.siteUrl, log }),
    review: reviewFeature(stores),
    reviewRequests: reviewRequestsFeature({ database, clock }),
    notes: notesFeature({ database, clock }),
    notifications: notificationsFeature({ database, clock, log, postbox: sendsMail ? postbox : null }),
    presence: presenceFeature({ database, clock, log }),
  };
}

type FormParts = { postbox: Postbox; attempts: Attempts | undefined; guesses: Attempts };

/** Who can log in, by what, and what each may do. */
function openAccounts({ env, stores, transport, log }: FeatureParts, { postbox, attempts, guesses }: FormParts) {
  const { database, clock } = stores;
  const { secretKey, previousKeys, siteUrl, siteName, provider } = env;
  const listener = accountNotices(postbox, env.mail.smtpUrl !== undefined);
  const parts = {
    database,
    clock,
    nameListeners: stores.nameListeners,
    guardProfile,
    secretKey,
    previousKeys,
    siteUrl,
    siteName,
    listener,
  };
  const accounts = accountsFeature({ ...parts, attempts: guesses });
  return {
    accounts,
    credentials: credentialsFeature({ ...parts, postbox, attempts, log, sessions: accounts.sessions }),
    singleSignOn: singleSignOnFeature({ database, clock, log, siteUrl, provider, accounts }),
    ...openPeople({ env, stores, transport, log }, { postbox, sessions: accounts.sessions }),
  };
}

/** The people of the newsroom, what they do, and what is kept about them. */
function openPeople(
  {
    env,
    stores: { database, clock, holdingListeners, nameListeners },
    transport: { forget: forgetMail },
    log,
  }: FeatureParts,
  entry: { postbox: Postbox; sessions: SessionStore },
) {
  const { secretKey, siteUrl, mail } = env;
  const daysKept = async () => (await readAuditSettings(database.db)).retention_days;
  const audit = auditFeature({ database, clock, log, daysKept });
  const remove = (by: Actor, id: number) => removeUser(database, clock, by, id);
  const erase = (by: Actor, id: number) =>
    eraseAccount({ database, clock, holdingListeners, nameListeners, forgetMail }, by, id);
  return {
    audit,
    people: peopleFeature({
      ...{ database, clock, secretKey, siteUrl, erase, remove, ...entry },
      sendsMail: mail.smtpUrl !== undefined,
    }),
    holdings: holdingsFeature({ database, clock, holdingListeners }),
    personalData: personalDataFeature({ database, clock, log, sealLog: audit.seal }),
  };
}

/** The outbox, with the links that mails get while they are sent. */
function openOutbox({ env, stores, transport, log }: FeatureParts, site: SiteInfo) {
  const { database, clock } = stores;
  const { secretKey, previousKeys, siteUrl } = env;
  const secrets = { secretKey, previousKeys };
  const { connections, ratePerMinute, from } = env.mail;
  return outboxFeature({
    database,
    clock,
    log,
    site,
    transport,
    openIssues: () => issuesBeingSent(database.db),
    daysKept: async () => (await readRetention(database.db)).mails,
    settings: {
      from,
      connections,
      ratePerMinute,
      listId: `newsletter.${new URL(siteUrl).hostname}`,
      links: mailLinks(secretKey, siteUrl),
      seededLinks: {
        reset: resetLinks(secrets, siteUrl),
        invitation: joinLinks(secrets, siteUrl),
        "email-change": emailLinks(secrets, siteUrl),
      },
    },
  });
}

const list = (features: Features): [name: string, feature: Feature][] => Object.entries(features);

/** The calls of all features, below `/api`. */
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
      log.error({ err: error, feature: name }, "a feature could not be closed: unwritten data is lost");
    }
  };
  await Promise.all(list(features).map(close));
}
