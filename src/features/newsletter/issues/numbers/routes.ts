import type { FastifyPluginAsync } from "fastify";
import { readNewsletterSettings } from "#features/settings/queries.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { clickOf, type ReaderCounter } from "#platform/reader-counter.ts";
import { NotFoundError } from "#shared/errors.ts";
import { redirectUrl } from "#shared/urls.ts";
import type { IssueStore } from "../commands.ts";
import { findIssue } from "../queries.ts";
import { NO_ISSUE } from "../rules.ts";
import { issueNumbersEndpoints } from "./endpoints.ts";
import { findLink, linksOf } from "./links.ts";
import { presentCounts, readCounted } from "./queries.ts";
import { targetUrl } from "./rules.ts";

type Store = Pick<IssueStore, "database" | "mailQueue">;

export function issueNumbersRoutes({ database: { db }, mailQueue }: Store): ApiPlugin {
  return async (app) =>
    serve(app, issueNumbersEndpoints, {
      "GET /newsletter/issues/:id/numbers": async ({ params }) => {
        const row = await findIssue(db, idIn(params.id, "issue_not_found", NO_ISSUE));
        if (!row) throw new NotFoundError("issue_not_found", NO_ISSUE);
        const links = await linksOf(db, row.id);
        return {
          recipients: row.recipients,
          counts: presentCounts(row, await readCounted(db, [row.id])),
          links: links.map((link) => ({ ...link, url: targetUrl(mailQueue.site.url, link.url) })),
        };
      },
    });
}

/** `/r/{code}`: redirects to the stored target of a link in an issue and nowhere else, and counts the click if that is on. */
export function linkRedirects({
  database: { db },
  mailQueue,
  clicks,
}: Store & { clicks: ReaderCounter }): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { code: string } }>(redirectUrl.link(":code"), async (request, reply) => {
      const link = await findLink(db, request.params.code);
      if (!link) return reply.sendPage();
      const click = clickOf(request, link.id);
      if (click && (await readNewsletterSettings(db)).counts_clicks) clicks.record(click);
      return reply
        .headers({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow", "referrer-policy": "origin" })
        .redirect(targetUrl(mailQueue.site.url, link.url), 302);
    });
  };
}
