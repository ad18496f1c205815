import type { FastifyInstance } from "fastify";
import type { Database } from "#db/open.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import type { Secrets } from "#platform/keys.ts";
import { signedTokens } from "#platform/signed-tokens.ts";
import type { NameListener, ProfileGuard } from "./commands.ts";
import { guardRoutes } from "./policy.ts";
import { accountRoutes } from "./routes.ts";
import { type AccountListener, createSessions, type Sessions } from "./sessions.ts";

type Deps = Secrets & {
  database: Database;
  clock: Clock;
  attempts: Attempts;
  siteName: string;
  siteUrl: string;
  listener: AccountListener;
  nameListeners: readonly NameListener[];
  guardProfile: ProfileGuard;
};

/** Access control. */
export type AccountsFeature = Feature & {
  /** Adds the access check to all routes registered in a scope after it. */
  guard: (scope: FastifyInstance) => void;
  sessions: Sessions;
};

export function accountsFeature(parts: Deps): AccountsFeature {
  const { database, clock, secretKey, previousKeys = [], siteUrl, nameListeners, guardProfile } = parts;
  const settings = { secretKey, previousKeys, issuer: siteUrl, clock };
  const accessTokens = signedTokens("access", settings);
  const sessions = createSessions({
    ...parts,
    accessTokens,
    refreshTokens: signedTokens("refresh", settings),
    deviceTokens: signedTokens("device", settings),
  });
  return {
    routes: [accountRoutes({ database, clock, sessions, nameListeners, guardProfile })],
    sessions,
    guard: (scope) => guardRoutes(scope, { database, clock, accessTokens }),
  };
}
