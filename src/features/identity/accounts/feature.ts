import type { FastifyInstance } from "fastify";
import type { Database } from "#db/open.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { inTurn } from "#platform/in-turn.ts";
import type { Secrets } from "#platform/keys.ts";
import { signedTokens } from "#platform/signed-tokens.ts";
import type { NameListener, ProfileGuard } from "./commands.ts";
import { guardRoutes } from "./policy.ts";
import { accountRoutes } from "./routes.ts";
import { type AccountListener, type SessionStore, sessionKey } from "./session-store.ts";

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
  /** For all that starts or ends sessions. */
  sessions: SessionStore;
};

export function accountsFeature(parts: Deps): AccountsFeature {
  const { nameListeners, guardProfile, ...stores } = parts;
  const { database, clock, secretKey, previousKeys = [], siteUrl } = stores;
  const settings = { secretKey, previousKeys, issuer: siteUrl, clock };
  const tokens = {
    access: signedTokens("access", settings),
    refresh: signedTokens("refresh", settings),
    device: signedTokens("device", settings),
  };
  const sessions: SessionStore = { ...stores, tokens, key: sessionKey(secretKey), turn: inTurn() };
  return {
    routes: [accountRoutes({ database, clock, sessions, nameListeners, guardProfile })],
    sessions,
    guard: (scope) => guardRoutes(scope, { database, clock, accessTokens: tokens.access }),
  };
}
