import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { Sessions } from "#features/accounts/sessions.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { providerClient } from "./internal/provider.ts";
import { singleSignOnRoutes } from "./routes.ts";
import type { Provider } from "./rules.ts";

type Deps = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  sessions: Sessions;
  siteUrl: string;
  secure: boolean;
  provider: Provider | undefined;
};

/** Logging in by an OpenID Connect provider; without one its calls do not exist. */
export const singleSignOnFeature = ({ provider, siteUrl, secure, ...parts }: Deps): Feature => ({
  routes: [
    singleSignOnRoutes(provider ? { ...parts, provider, client: providerClient(provider, siteUrl) } : null, secure),
  ],
});
