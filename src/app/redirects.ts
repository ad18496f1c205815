import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RedirectsFeature } from "#features/addresses/redirects/feature.ts";
import { isGone, locationOf, numberedAddress } from "#features/addresses/redirects/rules.ts";
import { pathKey } from "#features/addresses/rules.ts";
import { adminUrl, feedUrl } from "#shared/urls.ts";
import { isPagePath, splitTarget } from "./render/pages.ts";

/** 410: the page was removed; 451: it was withheld for legal reasons. */
export type GoneCode = 410 | 451;

/** Renders the page of an address whose page was removed or withheld. `reason`: why, as editors wrote it. */
export type RenderGone = (
  request: FastifyRequest,
  code: GoneCode,
  reason?: string,
) => Promise<{ headers: Record<string, string>; body: string }>;

type Redirects = Pick<RedirectsFeature, "find" | "findNumbered" | "counters">;
type Deps = { redirects: Redirects; renderGone: RenderGone };

/** Replies that a redirect may replace: the page does not exist, or was removed. */
const REPLACEABLE = new Set([404, 410]);

/** Where others look for what a site has at another address, unless an editor's redirect says otherwise. */
const EXPECTED = new Map([
  ["/feed", { code: 301, to: feedUrl.rss() }],
  ["/rss", { code: 301, to: feedUrl.rss() }],
  // Password managers lead to it (https://www.w3.org/TR/change-password-url/).
  ["/.well-known/change-password", { code: 302, to: adminUrl.security() }],
]);

/**
 * Replaces the response for an address without a page by its redirect, so that a redirect never hides a page. Without
 * one, the address is counted as missing.
 */
export function redirectMissing(app: FastifyInstance, { redirects, renderGone }: Deps): void {
  // The home page exists at every query, so these are looked up first.
  app.addHook("onRequest", async (request, reply) => {
    const address = isRead(request) ? numberedAddress(request.raw.url ?? "/") : undefined;
    if (address === undefined) return;
    const found = await redirects.findNumbered(address).catch(() => undefined);
    if (!found) return;
    countHit(redirects, request, found.id);
    const { code, reason, target } = found;
    const body = isGone(code)
      ? await gone(reply, renderGone(request, code as GoneCode, reason), code)
      : moved(reply, { code, to: target });
    return reply.send(body);
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const target = request.raw.url ?? "/";
    if (!isRead(request) || !REPLACEABLE.has(reply.statusCode) || !isPagePath(target)) return payload;
    const { path, query } = splitTarget(target);
    // Without the database, the address stays missing.
    const found = await redirects.find(path).catch(() => undefined);
    if (!found) {
      const expected = EXPECTED.get(pathKey(path));
      if (expected) return moved(reply, expected);
      if (reply.statusCode === 404 && request.method === "GET") redirects.counters.recordMissing(path);
      return payload;
    }
    countHit(redirects, request, found.row.id);
    const { code, reason } = found.row;
    if (isGone(code)) return gone(reply, renderGone(request, code as GoneCode, reason), code);
    return moved(reply, { code, to: found.target.includes("?") ? found.target : found.target + query });
  });
}

const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

function countHit({ counters }: Redirects, { method, ip, headers }: FastifyRequest, id: number): void {
  if (method === "GET") counters.recordHit(id, { address: ip, userAgent: headers["user-agent"] });
}

function moved(reply: FastifyReply, { code, to }: { code: number; to: string }): string {
  forgetBody(reply);
  reply.code(code).header("location", locationOf(to)).header("cache-control", "no-cache");
  return "";
}

async function gone(reply: FastifyReply, page: ReturnType<RenderGone>, code: number): Promise<string> {
  const { headers, body } = await page;
  forgetBody(reply);
  reply.code(code).headers(headers);
  return body;
}

function forgetBody(reply: FastifyReply): void {
  for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary"]) reply.removeHeader(name);
}
