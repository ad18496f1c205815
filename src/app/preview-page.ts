import type { FastifyPluginAsync } from "fastify";
import { articleDetail } from "#features/articles/calls.ts";
import type { ArticlePage } from "#features/articles/schema.ts";
import { NO_PREVIEW, previewPath } from "#features/documents/desk/rules.ts";
import type { DocumentsFeature } from "#features/documents/feature.ts";
import type { Clock } from "#platform/clock.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { pageUrl } from "#shared/urls.ts";
import type { ReadForPage } from "./read-in-process.ts";
import { renderStaticDocument } from "./render/document.ts";
import type { Pages, SiteRenderer } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";

/** Per client address: each request renders one. */
const RATE_LIMIT = { rateLimit: { max: 120, timeWindow: 60_000 } };
const THEMES = ["light", "dark"] as const;

type Deps = {
  readSite: ReadSite;
  clock: Clock;
  renderer: SiteRenderer;
  readApi: ReadForPage;
  documents: Pick<DocumentsFeature, "readPreview">;
  pages: Pages;
  secure: boolean;
};

/**
 * The page of an article's working copy, for whoever has the link: as readers would see it, but nothing runs in it, so
 * that no view is counted. `theme` is `light` or `dark`; the reader's own by default. Never kept and never indexed; the
 * admin area shows it in a frame.
 */
export function previewPage({
  readSite,
  clock,
  renderer,
  readApi,
  documents,
  pages,
  secure,
}: Deps): FastifyPluginAsync {
  const headers = {
    ...securityHeaders("preview", secure),
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex, nofollow",
  };
  return async (app) => {
    app.get<{ Params: { token: string }; Querystring: { theme?: unknown } }>(
      previewPath(":token"),
      { config: RATE_LIMIT },
      async ({ params, query, log }, reply) => {
        reply.headers(headers);
        const article = await documents.readPreview(params.token);
        if (!article) return pages.sendNotice(reply, 404, { title: "Preview not found", message: NO_PREVIEW }, headers);
        const page = await renderer.renderPage({
          path: pageUrl.article(article.id),
          search: "",
          now: clock.now(),
          site: await readSite(),
          read: readWith(article, (url, shape) => readApi(url, shape, log)),
        });
        const theme = THEMES.find((one) => one === query.theme);
        return reply.send(
          renderStaticDocument({ ...page, head: { ...page.head, robots: "noindex" } }, renderer.assets, { theme }),
        );
      },
    );
  };
}

type Read = (url: string, shape: "body" | "paged") => Promise<unknown>;

/** Reads everything as the article's page does, but the article itself. */
function readWith(article: ArticlePage, read: Read): Read {
  const own = articleDetail(String(article.id)).queryKey[0];
  return async (url, shape) => (url === own ? article : read(url, shape));
}
