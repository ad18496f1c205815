import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import { retentionJobs } from "./jobs.ts";
import { type PersonalDataParts, personalDataRoutes } from "./routes.ts";

type Parts = PersonalDataParts & { log: FastifyBaseLogger };

/** What is kept about persons: given out and erased in one call each, and removed when its period is over. */
export const personalDataFeature = (parts: Parts): Feature => ({
  routes: [personalDataRoutes(parts)],
  jobs: retentionJobs(parts),
});
