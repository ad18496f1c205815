import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import type { Secrets } from "#platform/keys.ts";
import type { TestCounts } from "./commands.ts";
import { type ReadIssue, readArchive, readIssue } from "./internal/issue-view.ts";
import { issueJobs } from "./jobs.ts";
import type { IssueStore } from "./pictures.ts";
import { issueRoutes } from "./routes.ts";
import type { ArchiveView } from "./site/archive-page.tsx";

type Deps = IssueStore & Secrets & { secure: boolean; testCounts: TestCounts; log: FastifyBaseLogger };

export type IssuesFeature = Feature & {
  /** The pages of issues that were sent, and of the list of them; undefined where there is none. */
  readIssue: (id: number) => Promise<ReadIssue | undefined>;
  readArchive: (after: number | null) => Promise<ArchiveView | undefined>;
};

/** Newsletters: written, scheduled, sent, and shown as pages. */
export const issuesFeature = (deps: Deps): IssuesFeature => ({
  routes: [issueRoutes(deps)],
  jobs: issueJobs(deps),
  readIssue: (id) => readIssue(deps.database.db, deps.clock.now(), id),
  readArchive: (after) => readArchive(deps.database.db, after),
});
