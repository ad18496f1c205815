import { type ApiPlugin, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import { createTopic, deleteTopic, mergeTopics, type TopicStore, updateTopic } from "./commands.ts";
import { type Topic, type TopicEndpoints, topicEndpoints } from "./endpoints.ts";
import { findTopic, listTopics, presentTopics, readTopic } from "./queries.ts";
import { NO_TOPIC, topicVersion } from "./rules.ts";

const topics = clientOf<TopicEndpoints>();

function respond(reply: ResponseHead, body: Topic): Topic {
  reply.header("etag", versionTag(topicVersion(body), body));
  return body;
}

/** `topics/`: what articles are about. */
export function topicRoutes(store: TopicStore): ApiPlugin {
  const { database, clock } = store;
  const { db } = database;
  const find = async (id: number) => {
    const row = await findTopic(db, id);
    return row && (await presentTopics(db, clock.now(), [row]))[0];
  };
  return async (app) =>
    serve(app, topicEndpoints, {
      "GET /topics": async ({ query, viewer }, reply) => {
        const { topics: listed, total } = await listTopics(db, { viewer, now: clock.now() }, query);
        reply.header(TOTAL_HEADER, total);
        return listed;
      },

      "POST /topics": async (call, reply) => {
        const made = await createIdempotently(creationOf(call, "topic", accountOf(call)), {
          db,
          reply,
          create: (note) => createTopic(store, actorOf(call), call.body, note),
          find,
        });
        return respond(reply, made);
      },

      "GET /topics/:slug": async ({ params: { slug }, viewer }, reply) => {
        const topic = await readTopic(db, { viewer, now: clock.now() }, slug);
        if (!topic) throw new NotFoundError("topic_not_found", NO_TOPIC);
        if (topic.slug !== slug)
          reply.header("content-location", topics.url("GET /topics/:slug", { params: { slug: topic.slug } }));
        return respond(reply, topic);
      },

      "PUT /topics/:slug": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return respond(reply, await updateTopic(store, actorOf(call), call.params.slug, call.body, isCurrent));
      },

      "DELETE /topics/:slug": (call) => deleteTopic(store, actorOf(call), call.params.slug),

      "POST /topics/merge": async (call, reply) => respond(reply, await mergeTopics(store, actorOf(call), call.body)),
    });
}
