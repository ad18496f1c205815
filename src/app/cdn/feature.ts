import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { purgeJobs } from "./jobs.ts";
import type { PurgeSettings } from "./rules.ts";
import { purgeTask } from "./tasks.ts";

type Deps = { database: Database; clock: Clock; log: FastifyBaseLogger; purge: PurgeSettings | undefined };

/** Tells a CDN what to forget after each change, where the operator has set how. */
export function cdnFeature({ purge, ...deps }: Deps): Feature {
  if (!purge) return {};
  return { jobs: [...purgeJobs(deps), ...taskJobs(deps, [purgeTask(deps, purge)])] };
}
