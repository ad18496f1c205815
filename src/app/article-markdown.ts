import type { FastifyRequest } from "fastify";
import type { ArticlesFeature } from "#features/articles/feature.ts";
import type { Crawlers } from "#features/feeds/crawlers/setting.ts";
import { acceptedEncoding } from "#platform/compression.ts";
import { type ResponseCache, sendResponse, variantOf, withScopes } from "#platform/response-cache.ts";
import { type FreshResponse, PAGE_CACHE_CONTROL } from "#platform/response-forms.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { NotFoundError, RemovedError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { pageUrl } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import { toHttpError } from "./errors.ts";
import type { ReadLimit } from "./read-limits.ts";
import { prefersMarkdown } from "./render/accept.ts";
import { pageAddress, type ServeOther, splitTarget } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";

type Deps = {
  cache: ResponseCache;
  readSite: ReadSite;
  readMarkdown: ArticlesFeature["readMarkdown"];
  linkWithTerms: Crawlers["linkWithTerms"];
  secure: boolean;
  limit: ReadLimit | undefined;
};

/** The id in `/article/12.md`. */
const FILE = /^\/article\/([^/]+)\.md$/;

/** A request for an article as Markdown: its own address, or its page if the client prefers Markdown to HTML. */
function askedFor(request: FastifyRequest): { id: number; isPage: boolean } | undefined {
  const { path } = splitTarget(request.raw.url ?? "/");
  const file = parseId(FILE.exec(path)?.[1] ?? "");
  if (file !== null) return { id: file, isPage: false };
  if (!prefersMarkdown(request.headers.accept)) return undefined;
  const { route, params } = pageAddress(path);
  const id = route.name === "article" ? parseId(params.id ?? "") : null;
  return id === null ? undefined : { id, isPage: true };
}

/**
 * Serves articles as Markdown. Its own address is cached like a page. At the page's address shared caches may not store
 * it: some ignore `Vary`, and would give Markdown to readers. There, a missing article has its usual page.
 */
export function articleMarkdownPages({
  cache,
  readSite,
  readMarkdown,
  linkWithTerms,
  secure,
  limit,
}: Deps): ServeOther {
  const headersOf = (id: number, isPage: boolean, link: string) => ({
    ...securityHeaders("file", secure),
    "content-type": "text/markdown; charset=utf-8",
    "cache-control": isPage ? "private, no-cache" : PAGE_CACHE_CONTROL,
    vary: isPage ? "accept, accept-encoding" : "accept-encoding",
    "x-robots-tag": "noindex",
    link,
    ...(isPage && { "content-location": `${pageUrl.article(id)}.md` }),
  });
  const make = async (viewer: Viewer, id: number, isPage: boolean): Promise<FreshResponse> => {
    const { made, scopes } = await withScopes(async () => {
      const { text, canonical } = await readMarkdown(viewer, id, await readSite());
      const own = `<${canonical}>; rel="canonical"`;
      return { body: text, headers: headersOf(id, isPage, (await linkWithTerms(own)) ?? own) };
    });
    return { status: 200, ...made, scopes };
  };
  return async (request, reply) => {
    const asked = askedFor(request);
    if (!asked) return false;
    const { id, isPage } = asked;
    const name = `markdown ${isPage ? "page" : "file"} ${id}`;
    const { key, target } = variantOf(request.viewer, name, isPage ? undefined : request.raw.url);
    if (!cache.has(key)) limit?.(request, "page");
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    try {
      const response = await cache.get(key, { partition: "requests", encoding, target }, () =>
        make(request.viewer, id, isPage),
      );
      await sendResponse(request, reply, { key, response, cache });
      return true;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      if (isPage) return false;
      // As its page: programs may forget a removed article.
      const status = error instanceof RemovedError ? 410 : 404;
      await reply.status(status).headers({ "cache-control": "no-store" }).send(toHttpError(error).body);
      return true;
    }
  };
}
