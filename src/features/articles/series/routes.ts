import { requireArticle } from "#features/articles/policy.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { recordHandlers } from "#platform/records/handlers.ts";
import type { RecordStore } from "#platform/records/kind.ts";
import { resolveRow } from "#platform/records/store.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf, type Viewer } from "#shared/viewer.ts";
import { arrangeSeries, chooseSeries, seriesWrites } from "./commands.ts";
import { type SeriesOrder, seriesEndpoints } from "./endpoints.ts";
import { idsOfSeries, listSeries, partsOfSeries, readSeries, SERIES, seriesOfArticle } from "./queries.ts";
import { NO_SERIES, orderVersion } from "./rules.ts";

function found<Found>(series: Found | undefined): Found {
  if (!series) throw new NotFoundError("series_not_found", NO_SERIES);
  return series;
}

function respondOrder(reply: ResponseHead, articles: SeriesOrder["articles"]): SeriesOrder {
  return tagged(reply, orderVersion(articles.map(({ id }) => id)), { articles });
}

/** `series/`: articles that belong together, in an order. */
export function seriesRoutes(store: RecordStore): ApiPlugin {
  const { database, clock } = store;
  const { db } = database;
  const seen = (viewer: Viewer) => ({ viewer, now: clock.now() });
  const { create, read, update, remove } = recordHandlers(seriesWrites(store));
  const find = async (viewer: Viewer, slug: string) => found(await readSeries(db, seen(viewer), slug));
  const articleIn = (id: string) => idIn(id, "article_not_found", NO_ARTICLE);
  return async (app) =>
    serve(app, seriesEndpoints, {
      "GET /series": async ({ query, viewer }, reply) => {
        const { series, total } = await listSeries(db, seen(viewer), query);
        reply.header(TOTAL_HEADER, total);
        return series;
      },

      "POST /series": create,
      "GET /series/:slug": async ({ params: { slug }, viewer }, reply) =>
        read(reply, slug, await readSeries(db, seen(viewer), slug)),
      "PUT /series/:slug": (call, reply) => update(call, reply, call.params.slug),
      "DELETE /series/:slug": (call) => remove(call, call.params.slug),

      "GET /series/:slug/articles": async ({ params, query, viewer, isForPage = false }, reply) => {
        const { id, count } = await find(viewer, params.slug);
        reply.header(TOTAL_HEADER, count);
        const ids = await idsOfSeries(db, seen(viewer), id, query);
        return presentSummaries(await summariesByIds(db, viewer, clock.now(), ids), { isForPage });
      },

      "GET /series/:slug/order": async ({ params }, reply) =>
        respondOrder(reply, await partsOfSeries(db, found(await resolveRow(db, SERIES, params.slug)).id)),

      "PUT /series/:slug/order": async (call, reply) => {
        const { slug } = call.params;
        return respondOrder(
          reply,
          await arrangeSeries(store, actorOf(call), slug, call.body.articles, isCurrentFor(call)),
        );
      },

      "GET /articles/:id/series": async (call) => {
        const id = articleIn(call.params.id);
        await requireArticle(db, actorOf(call), "article.read", { id, now: clock.now() });
        return { series: await seriesOfArticle(db, id) };
      },

      "PUT /articles/:id/series": async (call) => {
        const id = articleIn(call.params.id);
        return { series: await chooseSeries(store, actorOf(call), id, call.body.series) };
      },
    });
}
