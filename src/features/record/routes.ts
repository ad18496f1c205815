import type { Database } from "#db/open.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { NotFoundError } from "#shared/errors.ts";
import { isIncluded } from "#shared/include.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf } from "#shared/viewer.ts";
import { correctArticle } from "./commands.ts";
import { recordEndpoints } from "./endpoints.ts";
import { presentChange, presentCorrection, presentOfDay, presentVersion } from "./present.ts";
import { findVersion, pageCorrections, pageOfDay, pageVersions } from "./queries.ts";
import { NO_DAY, startOfDay } from "./rules.ts";

export function recordRoutes(store: { database: Database; clock: Clock }): ApiPlugin {
  const { clock } = store;
  const { db } = store.database;
  return async (app) =>
    serve(app, recordEndpoints, {
      "GET /articles/:id/changes": async ({ params, query }, reply) => {
        const [id, now] = [idIn(params.id, "article_not_found", NO_ARTICLE), clock.now()];
        const { rows, total } = await pageVersions(db, now, id, query);
        // A published article may have no entry of one kind.
        const all = query.kind === undefined ? total : (await pageVersions(db, now, id, { limit: 1, offset: 0 })).total;
        if (all === 0) throw new NotFoundError("article_not_found", NO_ARTICLE);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentChange);
      },
      "GET /articles/:id/changes/:n": async ({ params, viewer }) => {
        const [id, n] = [
          idIn(params.id, "article_not_found", NO_ARTICLE),
          idIn(params.n, "article_not_found", NO_ARTICLE),
        ];
        const version = await findVersion(db, viewer, clock.now(), id, n);
        if (!version) throw new NotFoundError("article_not_found", NO_ARTICLE);
        return presentVersion(version);
      },
      "POST /articles/:id/corrections": async (call) =>
        presentCorrection(
          await correctArticle(store, actorOf(call), idIn(call.params.id, "article_not_found", NO_ARTICLE), call.body),
        ),
      "GET /corrections": async ({ query, viewer }, reply) => {
        const [hasArticle, now] = [isIncluded(query.include, "article"), clock.now()];
        const { rows, total } = await pageCorrections(db, viewer, now, query);
        reply.header(TOTAL_HEADER, total);
        const corrections = rows.map(presentCorrection);
        if (!hasArticle) return corrections;
        const ids = [...new Set(corrections.map(({ article }) => article))];
        const articles = presentSummaries(await summariesByIds(db, viewer, now, ids));
        return corrections.map((correction) => ({
          ...correction,
          included: { article: articles.find(({ id }) => id === correction.article) ?? null },
        }));
      },
      "GET /record/:day": async ({ params, query }, reply) => {
        if (startOfDay(params.day) === null) throw new NotFoundError("day_not_found", NO_DAY);
        const { rows, total } = await pageOfDay(db, clock.now(), params.day, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentOfDay);
      },
    });
}
