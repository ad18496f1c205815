import type { ArticleStore } from "#features/articles/commands.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import type { RemoteRead } from "#platform/remote-fetch.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { type SiteInfo, TOTAL_HEADER } from "#shared/page.ts";
import { actorOf } from "#shared/viewer.ts";
import { addRule, addSources, changeSource, deleteRule, deleteSource, markStory, pruneWire } from "./commands.ts";
import { draftStory } from "./drafting.ts";
import { type WireSource, wireEndpoints } from "./endpoints.ts";
import { pollDue, pollSource } from "./internal/poll.ts";
import { renewSubscriptions, type WebSubParts, webSubRoutes } from "./internal/websub.ts";
import { findSource, findStory, listRules, pageSources, pageStories, presentRule, presentSources } from "./queries.ts";
import { NO_RULE, NO_SOURCE, NO_STORY, sourceVersion } from "./rules.ts";

const POLL_INTERVAL_MS = 5_000;
const SUBSCRIBE_INTERVAL_MS = 60_000;
const PRUNE_INTERVAL_MS = 60 * 60_000;

type Deps = WebSubParts & ArticleStore & { readRemote: RemoteRead; site: { language: SiteInfo["language"] } };

export function wireFeature(deps: Deps): Feature {
  return {
    routes: [wireRoutes(deps)],
    siteRoutes: [webSubRoutes(deps)],
    jobs: [
      {
        name: "wire polls",
        title: "Fetch the feeds of the wire",
        every: POLL_INTERVAL_MS,
        alone: true,
        run: (signal) => pollDue(deps, signal),
      },
      {
        name: "wire subscriptions",
        title: "Subscribe to hubs of the wire's feeds",
        every: SUBSCRIBE_INTERVAL_MS,
        alone: true,
        run: () => renewSubscriptions(deps),
      },
      {
        name: "old wire items",
        title: "Delete old items of the wire",
        every: PRUNE_INTERVAL_MS,
        alone: true,
        run: () => pruneWire(deps),
      },
    ],
  };
}

function wireRoutes(deps: Deps): ApiPlugin {
  const { database, clock } = deps;
  const { db } = database;
  const sourceIdOf = ({ id }: { id: string }) => idIn(id, "source_not_found", NO_SOURCE);
  const storyIdOf = ({ id }: { id: string }) => idIn(id, "story_not_found", NO_STORY);
  const respond = (reply: ResponseHead, source: WireSource) => tagged(reply, sourceVersion(source), source);
  const requireSource = async (id: number) => {
    const row = await findSource(db, id);
    const [source] = row ? await presentSources(db, [row], clock.now()) : [];
    if (!source) throw new NotFoundError("source_not_found", NO_SOURCE);
    return source;
  };
  const requireStory = async (id: number) => {
    const story = await findStory(db, id);
    if (!story) throw new NotFoundError("story_not_found", NO_STORY);
    return story;
  };
  return async (app) =>
    serve(app, wireEndpoints, {
      "GET /sources": async ({ query }, reply) => {
        const { rows, total } = await pageSources(db, query);
        reply.header(TOTAL_HEADER, total);
        return presentSources(db, rows, clock.now());
      },
      "POST /sources": (call) => addSources(deps, actorOf(call), call.body),
      "GET /sources/:id": async ({ params }, reply) => respond(reply, await requireSource(sourceIdOf(params))),
      "PUT /sources/:id": async (call, reply) =>
        respond(reply, await changeSource(deps, actorOf(call), sourceIdOf(call.params), call.body, isCurrentFor(call))),
      "DELETE /sources/:id": (call) => deleteSource(deps, actorOf(call), sourceIdOf(call.params)),
      "POST /sources/:id/poll": async ({ params }, reply) => {
        const id = sourceIdOf(params);
        await pollSource(deps, id);
        return respond(reply, await requireSource(id));
      },
      "GET /wire/stories": async ({ query }, reply) => {
        const { stories, total } = await pageStories(db, query);
        reply.header(TOTAL_HEADER, total);
        return stories;
      },
      "GET /wire/stories/:id": ({ params }) => requireStory(storyIdOf(params)),
      "PATCH /wire/stories/:id": async ({ params, body }) => {
        const id = storyIdOf(params);
        await markStory(deps, id, body.state);
        return requireStory(id);
      },
      "POST /wire/stories/:id/draft": (call) => draftStory(deps, actorOf(call), storyIdOf(call.params)),
      "GET /wire/rules": async () => (await listRules(db)).map(presentRule),
      "POST /wire/rules": async (call) => presentRule(await addRule(deps, actorOf(call), call.body)),
      "DELETE /wire/rules/:id": (call) =>
        deleteRule(deps, actorOf(call), idIn(call.params.id, "rule_not_found", NO_RULE)),
    });
}
