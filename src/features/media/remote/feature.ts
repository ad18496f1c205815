import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import { type FindAddresses, remoteJobs } from "./jobs.ts";
import { remoteRoutes } from "./routes.ts";
import type { RemoteStore } from "./tasks.ts";

type Deps = { store: RemoteStore; shownAddresses: readonly FindAddresses[]; log: FastifyBaseLogger };

/** What the site fetches from other hosts, so that readers' addresses stay here. */
export const remoteFeature = (deps: Deps): Feature => ({ routes: [remoteRoutes(deps.store)], jobs: remoteJobs(deps) });
