import type { FastifyPluginAsync } from "fastify";
import type { ArticlesFeature } from "#features/articles/feature.ts";
import { frontOf } from "#features/articles/site/fronts.ts";
import type { Clock } from "#platform/clock.ts";
import { pageUrl, themeUrl } from "#shared/urls.ts";
import { previewHeaders, THEMES } from "./look-preview.ts";
import { renderFramed } from "./preview-page.tsx";
import type { Reader, ReadForPage } from "./read-in-process.ts";
import { renderStaticDocument } from "./render/document.ts";
import type { Pages, SiteRenderer } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";

/** Per client address: each change on the screen renders one. */
const RATE_LIMIT = { rateLimit: { max: 240, timeWindow: 60_000 } };
const EXPIRED = "This preview was not found or has expired. Reload the screen that opened it.";

type Deps = {
  readSite: ReadSite;
  clock: Clock;
  renderer: SiteRenderer;
  readApi: ReadForPage;
  articles: Pick<ArticlesFeature, "previewOfFront" | "pageOfFront">;
  pages: Pages;
  secure: boolean;
};

type Query = { token?: unknown; theme?: unknown };
type Previewed = NonNullable<Awaited<ReturnType<ArticlesFeature["previewOfFront"]>>>;

/** A front page with an arrangement that readers may not have yet: without scripts, never cached and never indexed. */
export function frontPreview(deps: Deps): FastifyPluginAsync {
  const { renderer, pages, secure, articles } = deps;
  const headers = previewHeaders(secure);
  const path = themeUrl.frontPreview("").split("?")[0] ?? "";
  return async (app) => {
    app.get<{ Querystring: Query }>(path, { config: RATE_LIMIT }, async (request, reply) => {
      reply.headers(headers);
      const { token, theme } = request.query;
      const found = typeof token === "string" ? await articles.previewOfFront(request.viewer, token) : undefined;
      const page = found && (await renderFront(deps, found, request));
      if (!page) return pages.sendNotice(reply, 404, { title: "Preview not found", message: EXPIRED }, headers);
      const shown = { ...page, head: { ...page.head, robots: "noindex" as const } };
      return reply.send(renderStaticDocument(shown, renderer.assets, { theme: THEMES.find((one) => one === theme) }));
    });
  };
}

/** The page, reading the previewed blocks in place of the published ones; undefined for a kind without any page. */
async function renderFront(deps: Deps, found: Previewed, reader: Reader) {
  const { renderer, clock, readSite, readApi } = deps;
  const { place, front, kinds } = found;
  if (place.kind === "topic" || place.kind === "series") return renderOfDocument(deps, found, reader);
  const { fronts: _published, ...site } = await readSite();
  const address = place.kind === "home" ? pageUrl.home() : place.of?.path;
  if (address === undefined) return undefined;
  const own = place.of ? frontOf(place.kind, place.of.slug) : frontOf(place.kind);
  const read = async (url: string, shape: "body" | "paged") =>
    url === own.queryKey[0] ? front : readApi(url, shape, reader);
  const fronts = { ...(place.kind === "home" && kinds && { home: kinds }), category: true as const };
  return renderer.renderPage({ path: address, search: "", now: clock.now(), site: { ...site, fronts }, read });
}

/** The page of a topic or a series, which is complete without scripts. */
async function renderOfDocument({ pages, clock, readSite, articles }: Deps, found: Previewed, reader: Reader) {
  const reading = { viewer: reader.viewer, now: clock.now(), site: await readSite() };
  const page = await articles.pageOfFront(reading, found.place, found.front);
  return page && renderFramed({ pages }, page, reader);
}
