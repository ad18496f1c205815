import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { showsList } from "#db/scopes.ts";
import { type AnswerCache, withScopes } from "#platform/answer-cache.ts";
import type { FreshAnswer } from "#platform/answer-forms.ts";
import { PAGE_CACHE_CONTROL } from "#platform/cdn-headers.ts";
import { acceptedEncoding } from "#platform/content-negotiation.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { sendAnswer } from "#platform/send-answer.ts";
import type { Head, SiteInfo } from "#shared/page.ts";
import { renderStaticDocument } from "./render/document.ts";
import type { Pages, SiteRenderer } from "./render/pages.ts";

/** What pages that are complete without any script are made and served with. */
export type DocumentDeps = { site: SiteInfo; renderer: SiteRenderer; pages: Pages; secure: boolean };

/** A page before it is put into its document. */
export type DocumentPage = { head: Head; view: ReactNode };

type Make = () => Promise<DocumentPage | undefined>;

/** Serves a page that is made once for all readers, until something that it shows changes. */
export function keptPage(cache: AnswerCache, { site, renderer, pages, secure }: DocumentDeps) {
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
  const documentOf = ({ head, view }: DocumentPage) =>
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
