import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import type { IssueParts } from "./commands.ts";
import { issueJobs } from "./jobs.ts";
import { issueRoutes } from "./routes.ts";

type Deps = IssueParts & { secretKey: string; secure: boolean; log: FastifyBaseLogger };

/** Newsletters: written, scheduled, sent. */
export const issuesFeature = (deps: Deps): Feature => ({
  routes: [issueRoutes(deps)],
  jobs: issueJobs(deps),
});
