import type { FastifyBaseLogger } from "fastify";
import type { Job } from "#platform/scheduler.ts";
import type { IssueParts } from "./commands.ts";
import { advanceIssues } from "./internal/advance.ts";

/** How often issues are checked: due ones are started, the next mails queued. */
const ISSUE_INTERVAL_MS = 500;

/** The jobs that fill and send issues. */
export const issueJobs = (parts: IssueParts & { log: FastifyBaseLogger }): Job[] => [
  { name: "issues", every: ISSUE_INTERVAL_MS, run: () => advanceIssues(parts) },
];
