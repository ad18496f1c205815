import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { showsList } from "#db/scopes.ts";
import type { IssuesFeature } from "#features/issues/feature.ts";
import { ArchivePage } from "#features/issues/site/archive-page.tsx";
import { IssuePage } from "#features/issues/site/issue-page.tsx";
import { type AnswerCache, withScopes } from "#platform/answer-cache.ts";
import type { FreshAnswer } from "#platform/answer-forms.ts";
import { PAGE_CACHE_CONTROL } from "#platform/cdn-headers.ts";
import { acceptedEncoding } from "#platform/content-negotiation.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { sendAnswer } from "#platform/send-answer.ts";
import { breadcrumbList } from "#shared/breadcrumbs.ts";
import { parseId } from "#shared/ids.ts";
import type { Head, SiteInfo } from "#shared/page.ts";
import { absoluteUrl, documentPattern, documentUrl } from "#shared/urls.ts";
import { limitReads, type ReadLimit } from "./read-limits.ts";
import { renderStaticDocument } from "./render/document.ts";
import type { Pages, SiteRenderer } from "./render/pages.ts";

type Deps = {
  site: SiteInfo;
  issues: Pick<IssuesFeature, "readIssue" | "readArchive">;
  renderer: SiteRenderer;
  pages: Pages;
  secure: boolean;
  limit: ReadLimit | undefined;
};

/** A page before it is put into its document. */
type Page = { head: Head; view: ReactNode };

/**
 * The pages of newsletter issues that were sent, and the list of them: kept as all pages are, but rendered here alone.
 * Nothing of them is in the readers' scripts (decision 58). Any other issue is not found.
 */
export function issuePages(deps: Deps): FastifyPluginAsync {
  const { site, issues, limit } = deps;
  const name = site.name;
  return async (app) => {
    if (limit) limitReads(app, limit);
    const serve = keptPage(app.answers, deps);
    const config = { cost: "page" } as const;

    app.get<{ Params: { id: string } }>(documentPattern.issue, { config }, async (request, reply) => {
      const id = parseId(request.params.id);
      if (id === null) return reply.sendPage();
      return serve(request, reply, documentUrl.issue(id), async () => {
        const issue = await issues.readIssue(id);
        if (!issue) return undefined;
        const { view, description } = issue;
        const url = documentUrl.issue(id);
        const about = { title: view.subject, description, sentAt: view.sentAt, url };
        return { head: issueHead(site, about), view: <IssuePage siteName={name} issue={view} /> };
      });
    });

    app.get<{ Querystring: { before?: unknown } }>(documentPattern.issues, { config }, async (request, reply) => {
      const after = typeof request.query.before === "string" ? parseId(request.query.before) : null;
      const url = documentUrl.issues(after ?? undefined);
      return serve(request, reply, url, async () => {
        const archive = await issues.readArchive(after);
        return archive && { head: archiveHead(site, url), view: <ArchivePage siteName={name} archive={archive} /> };
      });
    });
  };
}

type Make = () => Promise<Page | undefined>;

/** Serves a page that is made once for all readers, until something that it shows changes. */
function keptPage(cache: AnswerCache, { site, renderer, pages, secure }: Deps) {
  const headers = {
    ...(renderer.transform ? {} : securityHeaders("page", secure)),
    "content-type": "text/html; charset=utf-8",
    "cache-control": PAGE_CACHE_CONTROL,
    vary: "accept-encoding",
  };
  const answerOf = async (make: Make, log: FastifyBaseLogger): Promise<FreshAnswer> => {
    const { made, scopes } = await withScopes(async () => {
      const page = await make();
      if (page) return { status: 200, headers, body: documentOf(page) };
      // Kept by its own address and until this very issue is sent.
      const missing = await pages.renderMissing(log);
      showsList(missing.scopes);
      return missing;
    });
    return { ...made, scopes };
  };
  const documentOf = ({ head, view }: Page) =>
    renderStaticDocument({ head, html: renderToStaticMarkup(view), state: { site } }, renderer.assets, {
      hasStart: true,
    });
  return async (request: FastifyRequest, reply: FastifyReply, key: string, make: Make) => {
    // One address per page: a trailing slash redirects to the address without it.
    if (request.url.split("?")[0] !== key.split("?")[0]) return reply.redirect(key, 308);
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    const shelf = key.includes("?") ? "requests" : "pages";
    const target = request.raw.url;
    const answer = await cache.get(key, { shelf, encoding, target, outlivesFaults: true }, () =>
      answerOf(make, request.log),
    );
    return sendAnswer(request, reply, { key, answer, cache });
  };
}

const NAME = "Newsletter";

function archiveHead(site: SiteInfo, url: string): Head {
  return {
    title: NAME,
    description: `All issues of the ${site.name} newsletter.`,
    canonical: url,
    jsonLd: [breadcrumbList(site, [{ name: NAME, path: documentUrl.issues() }])],
  };
}

type About = { title: string; description: string; sentAt: string; url: string };

/** With the issue as search engines know it (schema.org PublicationIssue). */
function issueHead(site: SiteInfo, { title, description, sentAt, url }: About): Head {
  const crumbs = [
    { name: NAME, path: documentUrl.issues() },
    { name: title, path: url },
  ];
  return {
    title,
    description,
    canonical: url,
    jsonLd: [
      {
        "@type": "PublicationIssue",
        name: title,
        url: absoluteUrl(site.url, url),
        datePublished: sentAt,
        isPartOf: { "@type": "Periodical", name: site.name },
      },
      breadcrumbList(site, crumbs),
    ],
  };
}
