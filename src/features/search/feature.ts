import type { Database } from "#db/open.ts";
import type { Suggest } from "#features/addresses/redirects/feature.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { findSlug, summariesByIds } from "#features/articles/queries.ts";
import { readAddressSite } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { articlePath, TOTAL_HEADER } from "#shared/page.ts";
import { searchEndpoints } from "./endpoints.ts";
import { searchIds, similarIds } from "./queries.ts";

/**
 * Full-text search for readers and editors. Owns no table: the index is `db/full-text.ts`. Promises: both engines
 * return the same articles, one typing error is forgiven, and the work of a query is limited whatever the size of
 * the archive.
 */
export const searchFeature = (deps: { database: Database; clock: Clock }): Feature => ({
  routes: [searchRoutes(deps)],
});

/** The article that words of an address may mean, at its canonical path. */
export const suggestArticle =
  ({ database, clock }: { database: Database; clock: Clock }): Suggest =>
  async (viewer, words) => {
    const [id] = await similarIds(database, viewer, clock.now(), words, 1);
    if (id === undefined) return null;
    const slug = await findSlug(database.db, viewer, clock.now(), id);
    return articlePath(await readAddressSite(database.db), { id, slug });
  };

function searchRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
  return async (app) =>
    serve(app, searchEndpoints, {
      "GET /articles/search": async ({ query, viewer, isForPage = false }, reply) => {
        const now = clock.now();
        const { ids, total } = await searchIds(database, { viewer, now }, query);
        reply.header(TOTAL_HEADER, total);
        return presentSummaries(await summariesByIds(database.db, viewer, now, ids), { isForPage });
      },
    });
}
