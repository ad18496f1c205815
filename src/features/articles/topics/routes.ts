import type { ArticleStore } from "#features/articles/commands.ts";
import { topicArticlesEndpoints } from "#features/articles/endpoints.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { readTopic } from "#features/topics/queries.ts";
import { NO_TOPIC } from "#features/topics/rules.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { pageOfTopic } from "./queries.ts";

/** The articles of a topic. */
export function topicArticlesRoutes({ database: { db }, clock }: ArticleStore): ApiPlugin {
  return async (app) =>
    serve(app, topicArticlesEndpoints, {
      "GET /topics/:slug/articles": async ({ params, query, viewer, isForPage = false }, reply) => {
        const topic = await readTopic(db, { viewer, now: clock.now() }, params.slug);
        if (!topic) throw new NotFoundError("topic_not_found", NO_TOPIC);
        reply.header(TOTAL_HEADER, topic.count);
        return presentSummaries(await pageOfTopic(db, viewer, clock.now(), topic, query), { isForPage });
      },
    });
}
