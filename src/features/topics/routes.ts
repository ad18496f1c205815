import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { entriesOf, MAX_LISTED } from "#platform/pages.ts";
import { recordHandlers } from "#platform/records/handlers.ts";
import type { RecordStore } from "#platform/records/kind.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { documentUrl } from "#shared/urls.ts";
import { actorOf } from "#shared/viewer.ts";
import { mergeTopics, topicWrites } from "./commands.ts";
import { topicEndpoints } from "./endpoints.ts";
import { indexedTopics, listTopics, readTopic } from "./queries.ts";

/** What articles are about. Their pages are those of articles. */
export const topicsFeature = (store: RecordStore): Feature => ({
  routes: [topicRoutes(store)],
  sitemap: async ({ now }) => entriesOf(await indexedTopics(store.database.db, now, MAX_LISTED), documentUrl.topic),
});

function topicRoutes(store: RecordStore): ApiPlugin {
  const { database, clock } = store;
  const { db } = database;
  const { create, read, update, remove, respond } = recordHandlers(topicWrites(store));
  return async (app) =>
    serve(app, topicEndpoints, {
      "GET /topics": async ({ query, viewer }, reply) => {
        const { topics, total } = await listTopics(db, { viewer, now: clock.now() }, query);
        reply.header(TOTAL_HEADER, total);
        return topics;
      },
      "POST /topics": create,
      "GET /topics/:slug": async ({ params: { slug }, viewer }, reply) =>
        read(reply, slug, await readTopic(db, { viewer, now: clock.now() }, slug)),
      "PUT /topics/:slug": (call, reply) => update(call, reply, call.params.slug),
      "DELETE /topics/:slug": (call) => remove(call, call.params.slug),
      "POST /topics/merge": async (call, reply) => respond(reply, await mergeTopics(store, actorOf(call), call.body)),
    });
}
