import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import type { Secrets } from "#platform/keys.ts";
import type { AudienceParts } from "./audience/commands.ts";
import { audienceJobs } from "./audience/jobs.ts";
import { audienceRoutes } from "./audience/routes.ts";
import type { ListParts } from "./commands.ts";
import type { TestCounts } from "./issues/commands.ts";
import { type ReadIssue, readArchive, readIssue } from "./issues/internal/issue-view.ts";
import { issueJobs } from "./issues/jobs.ts";
import type { IssueStore } from "./issues/pictures.ts";
import { issueRoutes } from "./issues/routes.ts";
import type { ArchiveView } from "./issues/site/archive-page.tsx";
import { newsletterRoutes } from "./routes.ts";

type Deps = {
  /** Dependencies of subscribing and unsubscribing. */
  list: ListParts;
  issues: IssueStore & Secrets & { secure: boolean; testCounts: TestCounts };
  forgetMail: AudienceParts["forgetMail"];
  log: FastifyBaseLogger;
};

export type NewsletterFeature = Feature & {
  /** For the handlers of the forms that are posted without JavaScript. */
  list: ListParts;
  /** The pages of issues that were sent, and of the list of them; undefined where there is none. */
  readIssue: (id: number) => Promise<ReadIssue | undefined>;
  readArchive: (after: number | null) => Promise<ArchiveView | undefined>;
};

/** Subscribers, and issues: written, scheduled, sent, and shown as pages. */
export function newsletterFeature({ list, issues, forgetMail, log }: Deps): NewsletterFeature {
  const { database, clock, postbox } = issues;
  const audience = { database, clock, postbox, forgetMail };
  return {
    routes: [newsletterRoutes(list), audienceRoutes(audience), issueRoutes(issues)],
    jobs: [...audienceJobs({ ...audience, log }), ...issueJobs({ ...issues, log })],
    list,
    readIssue: (id) => readIssue(database.db, clock.now(), id),
    readArchive: (after) => readArchive(database.db, after),
  };
}
