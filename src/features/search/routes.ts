import type { Database } from "#db/open.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { articleList } from "#features/articles/schema.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { searchIds } from "./queries.ts";
import { searchQuery } from "./schema.ts";

/** `GET articles/search/?query=`: published articles, best first. */
export function searchRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
  return async (app) => {
    app.get(
      "/articles/search",
      {
        config: { access: "public", cost: "search" },
        schema: {
          summary: "Full text search, best match first",
          tags: ["Articles"],
          querystring: searchQuery,
          response: { 200: articleList },
        },
      },
      async (request, reply) => {
        const now = clock.now();
        const { ids, total } = await searchIds(database, now, request.query.query, request.query);
        reply.header(TOTAL_HEADER, total);
        return presentSummaries(await summariesByIds(database.db, now, ids));
      },
    );
  };
}
