import type { FastifyPluginAsync } from "fastify";
import type { SettingsFeature } from "#features/settings/feature.ts";
import type { Clock } from "#platform/clock.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { articlePath, type SiteInfo } from "#shared/page.ts";
import { pageUrl, themeUrl } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { Reader, ReadForPage } from "./read-in-process.ts";
import { renderStaticDocument } from "./render/document.ts";
import type { Pages, SiteRenderer } from "./render/pages.ts";
import type { PageRequest } from "./site/entry-server.tsx";
import type { ReadSite } from "./site-info.ts";

/** Per client address: each change in the form renders one. */
const RATE_LIMIT = { rateLimit: { max: 240, timeWindow: 60_000 } };
export const THEMES = ["light", "dark"] as const;
const CSS = "text/css; charset=utf-8";
const EXPIRED = "This preview was not found or has expired. Reload the screen that opened it.";
const NO_ARTICLE = "Publish an article to see it here.";

type Deps = {
  readSite: ReadSite;
  clock: Clock;
  renderer: SiteRenderer;
  readApi: ReadForPage;
  /** The newest article that readers see. */
  newestArticle: (viewer: Viewer) => Promise<{ id: number; slug: string } | undefined>;
  settings: Pick<SettingsFeature, "unsavedOf" | "sheetOf">;
  pages: Pages;
  secure: boolean;
};

type Query = { token?: unknown; page?: unknown; theme?: unknown };

const NOT_KEPT = { "cache-control": "private, no-store", "x-robots-tag": "noindex, nofollow" };

/** The headers of a page that readers do not have yet: never cached and never indexed. */
export const previewHeaders = (secure: boolean) => ({
  ...securityHeaders("preview", secure),
  "content-type": "text/html; charset=utf-8",
  ...NOT_KEPT,
});

const tokenIn = ({ token }: Query): string => (typeof token === "string" ? token : "");

/**
 * The home page and the newest article with settings that are not saved, for the screens that change them: without
 * scripts, never cached, and framed by the admin area alone. The settings are in the link, signed, and the stylesheet has
 * an address of its own, as pages allow no inline styles.
 */
export function lookPreview(deps: Deps): FastifyPluginAsync {
  const { renderer, pages, secure, readSite, settings } = deps;
  const headers = previewHeaders(secure);
  return async (app) => {
    app.get<{ Querystring: Query }>(
      pathOf(themeUrl.previewStylesheet("")),
      { config: RATE_LIMIT },
      async ({ query }, reply) => {
        const sheet = await settings.sheetOf(tokenIn(query));
        reply.headers({ ...securityHeaders("file", secure), ...NOT_KEPT }).type(CSS);
        return reply.status(sheet === undefined ? 404 : 200).send(sheet ?? "");
      },
    );

    app.get<{ Querystring: Query }>(pathOf(themeUrl.preview("")), { config: RATE_LIMIT }, async (request, reply) => {
      const { query } = request;
      reply.headers(headers);
      const missing = (message: string) =>
        pages.sendNotice(reply, 404, { title: "Preview not found", message }, headers);
      const token = tokenIn(query);
      const unsaved = await settings.unsavedOf(token);
      if (!unsaved) return missing(EXPIRED);
      const site = { ...(await readSite.withUnsaved(unsaved)), theme: themeUrl.previewStylesheet(token) };
      const path = await pathToShow(deps, request.viewer, site, query.page);
      if (path === undefined) return missing(NO_ARTICLE);
      const theme = THEMES.find((one) => one === query.theme);
      const page = await renderPlain(deps, { path, site, unsavedMessages: unsaved.words?.words }, request);
      return reply.send(renderStaticDocument(page, renderer.assets, { theme }));
    });
  };
}

const pathOf = (url: string): string => url.split("?")[0] ?? url;

async function pathToShow(
  { newestArticle }: Deps,
  viewer: Viewer,
  site: SiteInfo,
  page: unknown,
): Promise<string | undefined> {
  if (page !== "article") return pageUrl.home();
  const article = await newestArticle(viewer);
  return article && articlePath(site, article);
}

type Shown = Pick<PageRequest, "path" | "site" | "unsavedMessages">;

async function renderPlain(deps: Deps, shown: Shown, reader: Reader) {
  const { renderer, clock, readApi } = deps;
  const read = (url: string, shape: "body" | "paged") => readApi(url, shape, reader);
  const page = await renderer.renderPage({ ...shown, search: "", now: clock.now(), read });
  return { ...page, head: { ...page.head, robots: "noindex" as const } };
}
