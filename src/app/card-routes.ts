import etag from "@fastify/etag";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { Parser } from "htmlparser2";
import { LRUCache } from "lru-cache";
import { DEFAULT_LOOK, type Look } from "#features/settings/appearance/rules.ts";
import { ImageError, type Images, ImagesUnavailableError } from "#platform/images.ts";
import { PAGE_CACHE_CONTROL } from "#platform/response-forms.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { NotFoundError } from "#shared/errors.ts";
import { directionIn, inLanguage } from "#shared/language.ts";
import { pageCardPath, pageOfCard } from "#shared/page-card.ts";
import { SOCIAL_CARD } from "#shared/urls.ts";
import { limitReads, type ReadLimit } from "./read-limits.ts";
import { hasPage } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";
import { type CardSite, type CardTexts, drawPageCard, drawSocialCard } from "./social-card.ts";

/** The accent of the default look, in the tone of the icon (scripts/draw-brand.mjs). */
const HOUSE_ACCENT = "#c8371f";

/** Drawn cards are cached up to this size, in bytes: some hundreds. */
const CACHE_BYTES = 16_000_000;
/** Cards that are being drawn or wait for it. The picture process works on one picture at a time, uploads included. */
const MAX_DRAWING = 4;

type Deps = {
  readSite: ReadSite;
  readLook: () => Promise<Pick<Look, "accent" | "paper" | "ink">>;
  images: Pick<Images, "card">;
  limit: ReadLimit | undefined;
  secure: boolean;
};

/** The texts of a page's card, from what the page itself gives to other sites; undefined if it gives them nothing. */
export function textsOfPage(html: string): CardTexts | undefined {
  const properties = new Map<string, string>();
  let language = "";
  const parser = new Parser({
    onopentag(name, { lang, property, content }) {
      if (name === "html") language = lang ?? "";
      if (name === "meta" && property && content !== undefined) properties.set(property, content);
    },
  });
  parser.end(html.slice(0, html.indexOf("</head>")));
  const title = properties.get("og:title");
  if (!title) return undefined;
  const around = inLanguage(language).dir === "rtl" ? "rtl" : "ltr";
  const kicker = properties.get("article:section") ?? "";
  return { title, kicker, isRightToLeft: directionIn(title, around) === "rtl" };
}

/** Draws each card once, as long as it is cached. */
function cardCache(images: Deps["images"]) {
  type Order = { site: CardSite; accent: string; texts?: CardTexts };
  let drawing = 0;
  const cards = new LRUCache<string, Uint8Array, Order>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    async fetchMethod(_key, _stale, { context: { site, accent, texts } }) {
      if (drawing >= MAX_DRAWING) throw new ImagesUnavailableError("Too many cards are waiting.", 1);
      drawing += 1;
      try {
        return await (texts ? drawPageCard(images, site, accent, texts) : drawSocialCard(images, site, accent));
      } finally {
        drawing -= 1;
      }
    },
  });
  return (order: Order) => cards.forceFetch(JSON.stringify(order), { context: order });
}

/**
 * Serves the cards that other sites show for pages without a picture: of the publication, and of each page with its
 * title. Instead of both, the publication's own picture if it has one.
 */
export function cardRoutes({ readSite, readLook, images, limit, secure }: Deps): FastifyPluginAsync {
  const headers = { ...securityHeaders("file", secure), "cache-control": PAGE_CACHE_CONTROL };
  const draw = cardCache(images);
  const send = async (reply: FastifyReply, texts?: CardTexts) => {
    const { name, fonts, socialCard: own } = await readSite();
    if (own) return reply.header("cache-control", PAGE_CACHE_CONTROL).redirect(own.url, 302);
    const { accent: chosen, paper, ink } = await readLook();
    const accent = chosen === DEFAULT_LOOK.accent ? HOUSE_ACCENT : chosen;
    const card = await draw({ site: { name, fonts, paper, ink }, accent, ...(texts && { texts }) });
    return reply.headers(headers).type("image/png").send(card);
  };
  /** In place of a card that can't be drawn; not cached, as it may be possible later. */
  const sendUsual = (reply: FastifyReply) => reply.header("cache-control", "no-store").redirect(SOCIAL_CARD.url, 302);
  return async (app) => {
    if (limit) limitReads(app, limit);
    await app.register(etag, { weak: true });
    const config = { cost: "picture" } as const;
    app.get(SOCIAL_CARD.url, { config }, (_request, reply) => send(reply));
    // Its former address, which other sites remember.
    app.get("/og-default.jpg", { config }, (_request, reply) => reply.redirect(SOCIAL_CARD.url, 301));
    app.get("/social-card/*", { config }, async (request, reply) => {
      const path = pageOfCard(request.raw.url ?? "");
      const page = path !== undefined && hasPage(path) ? await readPage(app, request, path) : undefined;
      if (page?.movedTo) return reply.redirect(pageCardPath(page.movedTo), 302);
      if (!page?.texts) throw new NotFoundError("not_found", "There is no page for this card.");
      return send(reply, page.texts).catch((error: unknown) => {
        if (error instanceof ImageError || error instanceof ImagesUnavailableError) return sendUsual(reply);
        throw error;
      });
    });
  };
}

/** A page as any reader gets it, so that a card shows no more; it counts as this client's. */
async function readPage(app: FastifyInstance, { ip }: FastifyRequest, path: string) {
  const { statusCode, headers, body } = await app.inject({
    url: path,
    remoteAddress: ip,
    headers: { accept: "text/html" },
  });
  const { location } = headers;
  if (statusCode >= 300 && statusCode < 400 && location?.startsWith("/")) return { movedTo: location };
  return statusCode === 200 ? { texts: textsOfPage(body) } : undefined;
}
