import type { FastifyBaseLogger } from "fastify";
import type { Job } from "#platform/scheduler.ts";
import type { IssueParts } from "./commands.ts";
import { advanceIssues } from "./internal/advance.ts";

/** How often issues are looked at: what is due begins, the next mails are written. */
const ISSUE_INTERVAL_MS = 500;

/** Fill and send issues. */
export const issueJobs = (parts: IssueParts & { log: FastifyBaseLogger }): Job[] => [
  { name: "issues", every: ISSUE_INTERVAL_MS, run: () => advanceIssues(parts) },
];
