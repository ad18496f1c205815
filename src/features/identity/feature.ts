import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Database } from "#db/open.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { Clock } from "#platform/clock.ts";
import { inTurn } from "#platform/concurrency.ts";
import type { Feature } from "#platform/feature.ts";
import { type Secrets, signedTokens } from "#platform/keys.ts";
import type { Job } from "#platform/scheduler.ts";
import { guardRoutes, type KeyCheck } from "./accounts/policy.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { type SessionStore, sessionKey } from "./accounts/session-store.ts";
import { type Downloads, sessionDownloads } from "./credentials/downloads.ts";
import { accountNotices } from "./credentials/mail.tsx";
import { confirmOwner, type Owner, resetTask } from "./credentials/password.ts";
import { credentialRoutes } from "./credentials/routes.ts";
import { emailLinks, resetLinks } from "./credentials/rules.ts";
import { joinLinks } from "./people/commands.ts";
import { type PeopleParts, peopleRoutes } from "./people/routes.ts";
import { reencryptSecrets } from "./second-factor/commands.ts";
import { requirementRoutes } from "./second-factor/queries.ts";
import type { SetupParts } from "./setup/commands.ts";
import { setupRoutes } from "./setup/routes.ts";
import { providerClient } from "./single-sign-on/provider.ts";
import { singleSignOnRoutes } from "./single-sign-on/routes.ts";
import type { Provider } from "./single-sign-on/rules.ts";

const RESEAL_INTERVAL_MS = 10 * 60_000;

type Deps = Secrets & {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  mailQueue: MailQueue;
  /** Counts wrong passwords and codes. */
  guesses: Attempts;
  /** Counts requests for links; undefined if the operator lifted the limits. */
  attempts: Attempts | undefined;
  siteName: string;
  siteUrl: string;
  secure: boolean;
  /** An OpenID Connect provider; without one its endpoints do not exist. */
  provider: Provider | undefined;
  erase: PeopleParts["erase"];
  siteDefaults: SetupParts["siteDefaults"];
  removeDemo: SetupParts["removeDemo"];
  onSiteChange: SetupParts["onSiteChange"];
};

export type IdentityFeature = Feature & {
  /** Adds the access check to all routes registered in a scope after it. */
  guard: (scope: FastifyInstance, checkKey: KeyCheck) => void;
  downloads: Downloads;
  /** Checks who changes what protects others: a recent login or the password. Throws InvalidError. */
  confirm: (owner: Owner) => Promise<unknown>;
};

/** The links in mails that are made from a seed, which alone is stored. */
export const identityLinks = (secrets: Secrets, siteUrl: string) => ({
  reset: resetLinks(secrets, siteUrl),
  invitation: joinLinks(secrets, siteUrl),
  "email-change": emailLinks(secrets, siteUrl),
});

export function identityFeature(parts: Deps): IdentityFeature {
  const { database, clock, log, mailQueue, attempts, siteUrl, provider } = parts;
  const { secretKey, erase, siteDefaults, removeDemo, onSiteChange, secure } = parts;
  const sessions = openSessions(parts);
  const credentials = { sessions, mailQueue, attempts };
  const client = provider && providerClient(provider, siteUrl);
  return {
    routes: [
      accountRoutes({ database, clock, sessions }),
      credentialRoutes(credentials),
      requirementRoutes({ database, clock }),
      singleSignOnRoutes(client ? { database, clock, log, sessions, provider, client } : null, secure),
      setupRoutes({ database, clock, sessions, siteDefaults, removeDemo, onSiteChange }),
      peopleRoutes({ database, clock, mailQueue: mailQueue, secretKey, siteUrl, sessions, erase }),
    ],
    jobs: [...taskJobs({ database, clock, log }, [resetTask(credentials)]), resealJob(parts)],
    downloads: sessionDownloads(sessions),
    confirm: (owner) => confirmOwner(sessions, owner),
    guard: (scope, checkKey) => guardRoutes(scope, { database, clock, accessTokens: sessions.tokens.access, checkKey }),
  };
}

/** Re-encrypts authenticator secrets that still need a former key, so that the key can be forgotten. */
const resealJob = (parts: Deps): Job => ({
  name: "authenticator secrets of a former key",
  title: "Re-encrypt secrets after a change of the secret key",
  every: RESEAL_INTERVAL_MS,
  alone: true,
  run: () => reencryptSecrets(parts),
});

function openSessions({ database, clock, guesses, mailQueue, siteName, ...parts }: Deps): SessionStore {
  const { secretKey, previousKeys = [], siteUrl } = parts;
  const signing = { secretKey, previousKeys, issuer: siteUrl, clock };
  return {
    database,
    clock,
    secretKey,
    previousKeys,
    siteName,
    siteUrl,
    attempts: guesses,
    listener: accountNotices(mailQueue),
    tokens: {
      access: signedTokens("access", signing),
      refresh: signedTokens("refresh", signing),
      device: signedTokens("device", signing),
    },
    key: sessionKey(secretKey),
    turn: inTurn(),
  };
}
