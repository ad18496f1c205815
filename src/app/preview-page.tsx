import type { FastifyPluginAsync } from "fastify";
import { articleDetail } from "#features/articles/calls.ts";
import type { ArticlesFeature } from "#features/articles/feature.ts";
import type { ArticlePage } from "#features/articles/schema.ts";
import type { DocumentsFeature } from "#features/documents/feature.ts";
import { NO_PREVIEW, previewPath } from "#features/documents/rules.ts";
import type { NewsletterFeature } from "#features/newsletter/feature.ts";
import { IssuePage } from "#features/newsletter/issues/site/issue-page.tsx";
import type { PagesFeature } from "#features/pages/routes.ts";
import type { Clock } from "#platform/clock.ts";
import type { DocumentPage } from "#platform/pages.ts";
import type { DocumentKey } from "#shared/document.ts";
import { articlePath } from "#shared/page.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { previewHeaders, THEMES } from "./look-preview.ts";
import type { Reader, ReadForPage } from "./read-in-process.ts";
import { renderStaticDocument } from "./render/document.ts";
import type { Pages, SiteRenderer } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";
import { documentOfPage } from "./site-pages.tsx";

/** Per client address: each request renders one. */
const RATE_LIMIT = { rateLimit: { max: 120, timeWindow: 60_000 } };

type Deps = {
  readSite: ReadSite;
  clock: Clock;
  renderer: SiteRenderer;
  readApi: ReadForPage;
  documents: Pick<DocumentsFeature, "findPreviewed">;
  articles: Pick<ArticlesFeature, "previewOfArticle">;
  newsletter: Pick<NewsletterFeature, "previewOfIssue">;
  sitePages: Pick<PagesFeature, "previewOfPage">;
  pages: Pages;
  secure: boolean;
};

type Query = { theme?: unknown };

/**
 * The page of a document's working copy, for anyone with the link: as readers would see it, but without scripts, so
 * that no view is counted. `theme` is `light` or `dark`; the reader's own by default. Never cached and never indexed;
 * the admin area shows it in a frame.
 */
export function previewPage(deps: Deps): FastifyPluginAsync {
  const { renderer, documents, pages, secure } = deps;
  const headers = previewHeaders(secure);
  return async (app) => {
    app.get<{ Params: { token: string }; Querystring: Query }>(
      previewPath(":token"),
      { config: RATE_LIMIT },
      async (request, reply) => {
        const { params, query } = request;
        reply.headers(headers);
        const document = await documents.findPreviewed(params.token);
        const page = document && (await renderPreview(deps, document, request));
        if (!page) return pages.sendNotice(reply, 404, { title: "Preview not found", message: NO_PREVIEW }, headers);
        const theme = THEMES.find((one) => one === query.theme);
        // A draft is not available as Markdown.
        const { markdown: _, ...head } = page.head;
        return reply.send(
          renderStaticDocument({ ...page, head: { ...head, robots: "noindex" } }, renderer.assets, { theme }),
        );
      },
    );
  };
}

/** A document's page from its working copy; undefined for a deleted document. */
async function renderPreview(deps: Deps, { type, id }: DocumentKey, reader: Reader) {
  switch (type) {
    case "article": {
      const article = await deps.articles.previewOfArticle(reader.viewer, id);
      return article && renderArticle(deps, article, reader);
    }
    case "issue": {
      const issue = await deps.newsletter.previewOfIssue(reader.viewer, id);
      if (!issue) return undefined;
      const head = { title: issue.view.subject, description: issue.description, canonical: documentUrl.issue(id) };
      return renderFramed(deps, { head, view: <IssuePage issue={issue.view} /> }, reader);
    }
    case "page": {
      const page = await deps.sitePages.previewOfPage(reader.viewer, id);
      return page && renderFramed(deps, await documentOfPage(await deps.readSite(), page), reader);
    }
  }
}

async function renderArticle(deps: Deps, article: ArticlePage, reader: Reader) {
  const site = await deps.readSite();
  return deps.renderer.renderPage({
    path: articlePath(site, article),
    search: "",
    now: deps.clock.now(),
    site,
    read: readWith(article, (url, shape) => deps.readApi(url, shape, reader)),
  });
}

/** A page that is complete without scripts, in the frame of the site. */
export async function renderFramed({ pages }: Pick<Deps, "pages">, { head, view }: DocumentPage, reader: Reader) {
  const { html, site } = await pages.renderFramed(head.canonical ?? pageUrl.home(), view, reader);
  return { head, html, state: { site } };
}

type Read = (url: string, shape: "body" | "paged") => Promise<unknown>;

/** Reads the same queries as the article's page, except the article itself. */
function readWith(article: ArticlePage, read: Read): Read {
  const own = articleDetail(String(article.id)).queryKey[0];
  return async (url, shape) => (url === own ? article : read(url, shape));
}
