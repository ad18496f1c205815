import type { TaskJobDeps } from "#features/tasks/jobs.ts";
import type { Feature } from "#platform/feature.ts";
import type { AudienceParts } from "./commands.ts";
import { audienceJobs } from "./jobs.ts";
import { audienceRoutes } from "./routes.ts";

/** The newsletter's subscribers, and the data stored about a person. */
export const audienceFeature = ({ log, ...parts }: AudienceParts & Pick<TaskJobDeps, "log">): Feature => ({
  routes: [audienceRoutes(parts)],
  jobs: audienceJobs({ ...parts, log }),
});
