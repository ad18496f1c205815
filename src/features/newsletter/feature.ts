import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import type { SitemapEntry } from "#platform/pages.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { AudienceParts } from "./audience/commands.ts";
import { audienceJobs } from "./audience/jobs.ts";
import { audienceRoutes } from "./audience/routes.ts";
import { type ListParts, subscribe, unsubscribe } from "./commands.ts";
import { newsletterEndpoints, oneClickEndpoints } from "./endpoints.ts";
import type { IssueStore } from "./issues/commands.ts";
import { previewOfIssue, type ReadIssue } from "./issues/internal/issue-view.ts";
import { issueJobs } from "./issues/jobs.ts";
import { createClickCounter } from "./issues/numbers/links.ts";
import { issueNumbersRoutes, linkRedirects } from "./issues/numbers/routes.ts";
import { issuePages } from "./issues/pages.tsx";
import { listSentIssues } from "./issues/queries.ts";
import { issueRoutes } from "./issues/routes.ts";
import type { TestCounts } from "./issues/sending.ts";

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

type Deps = ListParts &
  IssueStore &
  AudienceParts & { secure: boolean; testCounts: TestCounts; log: FastifyBaseLogger };

export type NewsletterFeature = Feature & {
  /** For the handlers of the forms that are posted without JavaScript. */
  list: ListParts;
  /** The page of an unsent issue, for people with a link to its preview. */
  previewOfIssue: (viewer: Viewer, id: number) => Promise<ReadIssue | undefined>;
};

/** Subscribers, and issues: written, scheduled, sent, and shown as pages. */
export function newsletterFeature(deps: Deps): NewsletterFeature {
  const { clock } = deps;
  const { db } = deps.database;
  const clicks = createClickCounter(deps);
  return {
    routes: [newsletterRoutes(deps), audienceRoutes(deps), issueRoutes(deps), issueNumbersRoutes(deps)],
    siteRoutes: [linkRedirects({ ...deps, clicks })],
    pages: issuePages(db),
    sitemap: () => listIssuePages(db),
    jobs: [
      ...audienceJobs(deps),
      ...issueJobs(deps),
      { name: "newsletter clicks", title: "Store clicks in newsletters", every: FLUSH_INTERVAL_MS, run: clicks.flush },
    ],
    close: clicks.flush,
    list: deps,
    previewOfIssue: (viewer, id) => previewOfIssue(deps, viewer, clock.now(), id),
  };
}

const FLUSH_INTERVAL_MS = 3_000;

/** The newest newsletter issues that the sitemap lists: ten years of two a week. */
const MAX_LISTED = 1_000;

async function listIssuePages(db: Database["db"]): Promise<SitemapEntry[]> {
  const issues = await listSentIssues(db, { limit: MAX_LISTED });
  const entries = issues.map(({ id, started_at }) => ({ path: documentUrl.issue(id), modified: started_at }));
  return entries[0] ? [{ path: documentUrl.issues(), modified: entries[0].modified }, ...entries] : [];
}
