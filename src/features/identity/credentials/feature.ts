import type { FastifyBaseLogger } from "fastify";
import { secondFactorJobs } from "#features/identity/second-factor/jobs.ts";
import { requirementRoutes } from "#features/identity/second-factor/routes.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import type { Feature } from "#platform/feature.ts";
import type { CredentialParts } from "./commands.ts";
import { credentialRoutes } from "./routes.ts";
import { resetTask } from "./tasks.ts";

/** One's own password, second factors and sessions, and the mails to their owner. */
export const credentialsFeature = ({ log, ...parts }: CredentialParts & { log: FastifyBaseLogger }): Feature => ({
  routes: [credentialRoutes(parts), requirementRoutes(parts)],
  jobs: [...taskJobs({ ...parts, log }, [resetTask(parts)]), ...secondFactorJobs(parts)],
});
