import type { FastifyInstance, FastifyReply } from "fastify";
import { createElement } from "react";
import type { RedirectsFeature } from "#features/addresses/redirects/feature.ts";
import { isGone, locationOf } from "#features/addresses/redirects/rules.ts";
import { pathKey } from "#features/addresses/rules.ts";
import { OtherWays } from "#features/articles/site/article-card.tsx";
import { adminUrl, feedUrl } from "#shared/urls.ts";
import { isPagePath, type Pages, splitTarget } from "./render/pages.ts";

type Deps = { redirects: Pick<RedirectsFeature, "find" | "counters">; pages: Pages };

/** Replies that a redirect may replace: the page does not exist, or was removed. */
const REPLACEABLE = new Set([404, 410]);

/** Where others look for what a site has at another address, unless an editor's redirect says otherwise. */
const EXPECTED = new Map([
  ["/feed", { code: 301, to: feedUrl.rss() }],
  ["/rss", { code: 301, to: feedUrl.rss() }],
  // Password managers lead to it (https://www.w3.org/TR/change-password-url/).
  ["/.well-known/change-password", { code: 302, to: adminUrl.security() }],
]);

/** The notices of removed and withheld pages. */
export const GONE = {
  410: { title: "This page was removed", message: "The page at this address was removed." },
  451: { title: "This page is not available", message: "The page at this address was withheld for legal reasons." },
};

/**
 * Replaces the response for an address without a page by its redirect, so that a redirect never hides a page. Without
 * one, the address is counted as missing.
 */
export function redirectMissing(app: FastifyInstance, { redirects, pages }: Deps): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const target = request.raw.url ?? "/";
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || !REPLACEABLE.has(reply.statusCode) || !isPagePath(target)) return payload;
    const { path, query } = splitTarget(target);
    // Without the database, the address stays missing.
    const found = await redirects.find(path).catch(() => undefined);
    if (!found) {
      const expected = EXPECTED.get(pathKey(path));
      if (expected) return moved(reply, expected);
      if (reply.statusCode === 404 && request.method === "GET") redirects.counters.recordMissing(path);
      return payload;
    }
    if (request.method === "GET") {
      const reader = { address: request.ip, userAgent: request.headers["user-agent"] };
      redirects.counters.recordHit(found.row.id, reader);
    }
    const { code, reason } = found.row;
    if (isGone(code)) return gone(reply, pages, { code: code as keyof typeof GONE, reason });
    return moved(reply, { code, to: found.target.includes("?") ? found.target : found.target + query });
  });
}

function moved(reply: FastifyReply, { code, to }: { code: number; to: string }): string {
  forgetBody(reply);
  reply.code(code).header("location", locationOf(to)).header("cache-control", "no-cache");
  return "";
}

function gone(
  reply: FastifyReply,
  pages: Pages,
  { code, reason }: { code: keyof typeof GONE; reason: string },
): string {
  const { title, message } = GONE[code];
  forgetBody(reply);
  const { headers, body } = pages.noticeOf({ title, message: reason || message, form: createElement(OtherWays) });
  reply.code(code).headers(headers);
  return body;
}

function forgetBody(reply: FastifyReply): void {
  for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary"]) reply.removeHeader(name);
}
