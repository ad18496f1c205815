import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { Postbox } from "#features/mail/commands.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { notificationRoutes } from "./routes.ts";
import { notificationTask } from "./tasks.ts";

type Parts = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Where mails are put; null where mail goes nowhere but into files: nobody would read of it in time. */
  postbox: Postbox | null;
};

/** Notifications about people's articles and about requests to them, in the product and by mail. */
export const notificationsFeature = ({ postbox, ...parts }: Parts): Feature => ({
  routes: [notificationRoutes(parts)],
  jobs: taskJobs(parts, [notificationTask(postbox)]),
});
