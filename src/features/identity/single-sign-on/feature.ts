import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { SessionStore } from "#features/identity/accounts/session-store.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { providerClient } from "./internal/provider.ts";
import { singleSignOnRoutes } from "./routes.ts";
import type { Provider } from "./rules.ts";

type Deps = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  accounts: { sessions: SessionStore };
  siteUrl: string;
  provider: Provider | undefined;
};

/** Logging in by an OpenID Connect provider; without one its calls do not exist. */
export const singleSignOnFeature = ({ provider, siteUrl, accounts, ...parts }: Deps): Feature => {
  const { sessions } = accounts;
  const client = provider && providerClient(provider, siteUrl);
  const secure = siteUrl.startsWith("https:");
  return { routes: [singleSignOnRoutes(client ? { ...parts, sessions, provider, client } : null, secure)] };
};
