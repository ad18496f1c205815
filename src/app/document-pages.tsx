import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { showsList } from "#db/scopes.ts";
import type { Clock } from "#platform/clock.ts";
import { acceptedEncoding } from "#platform/compression.ts";
import type { DocumentPage, MakePage, PageRoute, PageRoutes } from "#platform/pages.ts";
import { type ResponseCache, sendResponse, variantOf, withScopes } from "#platform/response-cache.ts";
import { type FreshResponse, PAGE_CACHE_CONTROL } from "#platform/response-forms.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { parseId } from "#shared/ids.ts";
import type { SiteInfo } from "#shared/page.ts";
import { type DocumentName, documentPattern } from "#shared/urls.ts";
import type { Reader } from "./read-in-process.ts";
import { limitReads, type ReadLimit } from "./read-limits.ts";
import { renderStaticDocument } from "./render/document.ts";
import { type Pages, type SiteRenderer, splitTarget, withoutPageOne } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";

/** Dependencies of pages that are complete without scripts. */
export type DocumentDeps = {
  clock: Clock;
  readSite: ReadSite;
  renderer: SiteRenderer;
  pages: Pages;
  secure: boolean;
  limit: ReadLimit | undefined;
};

type Query = Record<string, unknown>;
type Params = Partial<Record<"id" | "n" | "slug" | "year" | "month", string>>;

/** The pages that features declare at the addresses of `documentPattern`. Throws for an address without a page. */
export function documentPages(deps: DocumentDeps, routes: PageRoutes): FastifyPluginAsync {
  return async (app) => {
    if (deps.limit) limitReads(app, deps.limit);
    const serve = cachedPage(app.responses, deps);
    for (const [name, pattern] of Object.entries(documentPattern) as [DocumentName, string][]) {
      const route = routes[name];
      if (!route) throw new Error(`No feature declares the page "${name}".`);
      app.get<{ Params: Params; Querystring: Query }>(pattern, { config: { cost: "page" } }, async (request, reply) => {
        const { params, query } = request;
        const page = route({
          id: parseId(params.id ?? ""),
          n: parseId(params.n ?? ""),
          slug: params.slug ?? "",
          month: params.year && params.month ? `${params.year}-${params.month}` : "",
          query,
        });
        const rest = withoutPageOne(splitTarget(request.raw.url ?? "").query);
        // The first page of a list has one address.
        if (page && rest !== undefined) return reply.redirect(page.url + rest, 301);
        return page ? serve(request, reply, page) : reply.sendPage();
      });
    }
  };
}

/** Serves a page that is rendered once for all readers, until something that it shows changes. */
export function cachedPage(cache: ResponseCache, { clock, readSite, renderer, pages, secure }: DocumentDeps) {
  const headers = {
    ...(renderer.transform ? {} : securityHeaders("page", secure)),
    "content-type": "text/html; charset=utf-8",
    "cache-control": PAGE_CACHE_CONTROL,
    vary: "accept-encoding",
  };
  const renderOnce = async (url: string, make: MakePage, reader: Reader): Promise<FreshResponse> => {
    const { made, scopes } = await withScopes(async () => {
      const page = await make({ viewer: reader.viewer, now: clock.now(), site: await readSite() });
      // Cached as well: the cache alone may refresh an address that was cached as a page.
      if (page && "moved" in page)
        return { status: 301, headers: { ...headers, location: page.moved }, body: "", etagSource: page.moved };
      if (page) {
        const { html, site, etagSource } = await pages.renderFramed(url, page.view, reader);
        return {
          status: 200,
          headers,
          body: documentOf(page, html, site),
          etagSource: etagSource + JSON.stringify(page.head),
        };
      }
      // Cached by its own address and until this issue is sent.
      const missing = await pages.renderMissing(reader);
      showsList(missing.scopes);
      return missing;
    });
    return { ...made, scopes };
  };
  const documentOf = ({ head }: DocumentPage, html: string, site: SiteInfo) =>
    renderStaticDocument({ head, html, state: { site } }, renderer.assets, {
      hasStart: true,
    });
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { url, make, isRare = url.includes("?") }: NonNullable<ReturnType<PageRoute>>,
  ) => {
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    const partition = isRare ? "requests" : "pages";
    const { key, target } = variantOf(request.viewer, url, request.raw.url);
    const response = await cache.get(key, { partition, encoding, target, outlivesFaults: true }, () =>
      renderOnce(url, make, request),
    );
    // One address per page: others, such as with a trailing slash, redirect to it, and to where it moved itself.
    const isOther = splitTarget(request.originalUrl).path !== splitTarget(url).path;
    if (isOther && response.status !== 301)
      return reply.redirect(splitTarget(url).path + splitTarget(request.url).query, 308);
    return sendResponse(request, reply, { key, response, cache });
  };
}
