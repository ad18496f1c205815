import type { FastifyBaseLogger } from "fastify";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import type { Secrets } from "#platform/keys.ts";
import { pageUrl } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { AudienceParts } from "./audience/commands.ts";
import { audienceJobs } from "./audience/jobs.ts";
import { audienceRoutes } from "./audience/routes.ts";
import { type ListParts, subscribe, unsubscribe } from "./commands.ts";
import { newsletterEndpoints, oneClickEndpoints } from "./endpoints.ts";
import type { IssueStore } from "./issues/commands.ts";
import { previewOfIssue, type ReadIssue, readArchive, readIssue } from "./issues/internal/issue-view.ts";
import { issueJobs } from "./issues/jobs.ts";
import { issueRoutes } from "./issues/routes.ts";
import type { TestCounts } from "./issues/sending.ts";
import type { ArchiveView } from "./issues/site/issue-page.tsx";

const REMOVED = { message: "You have been removed from our mailing list." };

/** The body types of a one-click request (RFC 8058, 3.2); the content is ignored. */
const ONE_CLICK_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const ONE_CLICK_LIMIT = 10_000;

function newsletterRoutes(list: ListParts): ApiPlugin {
  return async (app) => {
    serve(app, newsletterEndpoints, {
      "POST /newsletter/subscribe": async ({ body }) => {
        await subscribe(list, body);
        return { message: "Thank you for subscribing to our newsletter." };
      },

      "POST /newsletter/unsubscribe": async ({ body }) => {
        await unsubscribe(list, body);
        return REMOVED;
      },
    });
    await app.register(oneClick(list));
  };
}

function oneClick(list: ListParts): ApiPlugin {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      ONE_CLICK_TYPES,
      { parseAs: "string", bodyLimit: ONE_CLICK_LIMIT },
      async (_request: unknown, body: string | Buffer) => body,
    );
    serve(app, oneClickEndpoints, {
      "POST /newsletter/one-click": async ({ query }) => {
        await unsubscribe(list, query);
        return REMOVED;
      },

      "GET /newsletter/one-click": async ({ query }, reply) => reply.redirect(pageUrl.unsubscribe(query.token), 303),
    });
  };
}

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
  /** The pages of sent issues and of their list; undefined if the page does not exist. */
  readIssue: (viewer: Viewer, id: number) => Promise<ReadIssue | undefined>;
  /** The page of an unsent issue, for people with a link to its preview. */
  previewOfIssue: (viewer: Viewer, id: number) => Promise<ReadIssue | undefined>;
  readArchive: (after: number | null) => Promise<ArchiveView | undefined>;
};

/** Subscribers, and issues: written, scheduled, sent, and shown as pages. */
export function newsletterFeature({ list, issues, forgetMail, log }: Deps): NewsletterFeature {
  const { database, clock, mailQueue } = issues;
  const audience = { database, clock, mailQueue, forgetMail };
  return {
    routes: [newsletterRoutes(list), audienceRoutes(audience), issueRoutes(issues)],
    jobs: [...audienceJobs({ ...audience, log }), ...issueJobs({ ...issues, log })],
    list,
    readIssue: (viewer, id) => readIssue(database.db, viewer, clock.now(), id),
    previewOfIssue: (viewer, id) => previewOfIssue(issues, viewer, clock.now(), id),
    readArchive: (after) => readArchive(database.db, after),
  };
}
