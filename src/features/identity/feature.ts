import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Database } from "#db/open.ts";
import type { Postbox } from "#features/mail/commands.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { inTurn } from "#platform/in-turn.ts";
import type { Secrets } from "#platform/keys.ts";
import { signedTokens } from "#platform/signed-tokens.ts";
import type { NameListener, ProfileGuard } from "./accounts/commands.ts";
import { guardRoutes } from "./accounts/policy.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { type SessionStore, sessionKey } from "./accounts/session-store.ts";
import { accountNotices } from "./credentials/commands.ts";
import { credentialRoutes } from "./credentials/routes.ts";
import { resetTask } from "./credentials/tasks.ts";
import { type PeopleParts, peopleRoutes } from "./people/routes.ts";
import { secondFactorJobs } from "./second-factor/jobs.ts";
import { requirementRoutes } from "./second-factor/routes.ts";
import { providerClient } from "./single-sign-on/internal/provider.ts";
import { singleSignOnRoutes } from "./single-sign-on/routes.ts";
import type { Provider } from "./single-sign-on/rules.ts";

type Deps = Secrets & {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  postbox: Postbox;
  /** Counts wrong passwords and codes. */
  guesses: Attempts;
  /** Counts how often links are asked for; undefined if the operator lifted the limits. */
  attempts: Attempts | undefined;
  siteName: string;
  siteUrl: string;
  secure: boolean;
  /** Whether mail leaves the machine. */
  sendsMail: boolean;
  nameListeners: readonly NameListener[];
  guardProfile: ProfileGuard;
  /** An OpenID Connect provider; without one its endpoints do not exist. */
  provider: Provider | undefined;
  erase: PeopleParts["erase"];
};

export type IdentityFeature = Feature & {
  /** Adds the access check to all routes registered in a scope after it. */
  guard: (scope: FastifyInstance) => void;
};

/** Who can log in, by what, and what each may do. */
export function identityFeature(parts: Deps): IdentityFeature {
  const { database, clock, log, postbox, siteUrl, provider } = parts;
  const sessions = openSessions(parts);
  const credentials = { ...parts, sessions, listener: sessions.listener };
  const client = provider && providerClient(provider, siteUrl);
  return {
    routes: [
      accountRoutes({ ...parts, sessions }),
      credentialRoutes(credentials),
      requirementRoutes(parts),
      singleSignOnRoutes(client ? { database, clock, log, sessions, provider, client } : null, parts.secure),
      peopleRoutes({ ...parts, postbox, sessions }),
    ],
    jobs: [...taskJobs(parts, [resetTask(credentials)]), ...secondFactorJobs(parts)],
    guard: (scope) => guardRoutes(scope, { database, clock, accessTokens: sessions.tokens.access }),
  };
}

function openSessions({ database, clock, guesses, postbox, sendsMail, siteName, ...parts }: Deps): SessionStore {
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
    listener: accountNotices(postbox, sendsMail),
    tokens: {
      access: signedTokens("access", signing),
      refresh: signedTokens("refresh", signing),
      device: signedTokens("device", signing),
    },
    key: sessionKey(secretKey),
    turn: inTurn(),
  };
}
