import type { ArticleStore } from "#features/articles/commands.ts";
import { requireArticle } from "#features/articles/policy.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { accountOf, actorOf, type Viewer } from "#shared/viewer.ts";
import { arrangeSeries, chooseSeries, createSeries, deleteSeries, updateSeries } from "./commands.ts";
import { type Series, type SeriesEndpoints, type SeriesOrder, seriesEndpoints } from "./endpoints.ts";
import {
  idsOfSeries,
  listSeries,
  partsOfSeries,
  presentSeries,
  readSeries,
  resolveSeries,
  seriesOfArticle,
} from "./queries.ts";
import { NO_SERIES, orderVersion, seriesVersion } from "./rules.ts";

const endpoints = clientOf<SeriesEndpoints>();

function found<Found>(series: Found | undefined): Found {
  if (!series) throw new NotFoundError("series_not_found", NO_SERIES);
  return series;
}

function respond(reply: ResponseHead, body: Series): Series {
  reply.header("etag", versionTag(seriesVersion(body), body));
  return body;
}

function respondOrder(reply: ResponseHead, articles: SeriesOrder["articles"]): SeriesOrder {
  const body = { articles };
  reply.header("etag", versionTag(orderVersion(articles.map(({ id }) => id)), body));
  return body;
}

/** `series/`: articles that belong together, in an order. */
export function seriesRoutes(store: Pick<ArticleStore, "database" | "clock">): ApiPlugin {
  const { database, clock } = store;
  const { db } = database;
  const seen = (viewer: Viewer) => ({ viewer, now: clock.now() });
  const byId = async (id: number) => {
    const row = await resolveSeries(db, id);
    return row && (await presentSeries(db, clock.now(), [row]))[0];
  };
  const find = async (viewer: Viewer, slug: string) => found(await readSeries(db, seen(viewer), slug));
  const articleIn = (id: string) => idIn(id, "article_not_found", NO_ARTICLE);
  return async (app) =>
    serve(app, seriesEndpoints, {
      "GET /series": async ({ query, viewer }, reply) => {
        const { series, total } = await listSeries(db, seen(viewer), query);
        reply.header(TOTAL_HEADER, total);
        return series;
      },

      "POST /series": async (call, reply) => {
        const made = await createIdempotently(creationOf(call, "series", accountOf(call)), {
          db,
          reply,
          create: async (note) => found(await byId((await createSeries(store, actorOf(call), call.body, note)).id)),
          find: byId,
        });
        return respond(reply, made);
      },

      "GET /series/:slug": async ({ params: { slug }, viewer }, reply) => {
        const series = await find(viewer, slug);
        if (series.slug !== slug)
          reply.header("content-location", endpoints.url("GET /series/:slug", { params: { slug: series.slug } }));
        return respond(reply, series);
      },

      "PUT /series/:slug": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        const { id } = await updateSeries(store, actorOf(call), call.params.slug, call.body, isCurrent);
        return respond(reply, found(await byId(id)));
      },

      "DELETE /series/:slug": (call) => deleteSeries(store, actorOf(call), call.params.slug),

      "GET /series/:slug/articles": async ({ params, query, viewer, isForPage = false }, reply) => {
        const { id, count } = await find(viewer, params.slug);
        reply.header(TOTAL_HEADER, count);
        const ids = await idsOfSeries(db, seen(viewer), id, query);
        return presentSummaries(await summariesByIds(db, viewer, clock.now(), ids), { isForPage });
      },

      "GET /series/:slug/order": async ({ params }, reply) =>
        respondOrder(reply, await partsOfSeries(db, found(await resolveSeries(db, params.slug)).id)),

      "PUT /series/:slug/order": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        const { slug } = call.params;
        const { id } = await arrangeSeries(store, actorOf(call), slug, call.body.articles, isCurrent);
        return respondOrder(reply, await partsOfSeries(db, id));
      },

      "GET /articles/:id/series": async (call) => {
        const id = articleIn(call.params.id);
        await requireArticle(db, actorOf(call), "article.read", { id, now: clock.now() });
        return { series: await seriesOfArticle(db, id) };
      },

      "PUT /articles/:id/series": async (call) => {
        const id = articleIn(call.params.id);
        await chooseSeries(store, actorOf(call), id, call.body.series);
        return { series: await seriesOfArticle(db, id) };
      },
    });
}
